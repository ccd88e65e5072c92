/** An agent as lines of text, for comparisons. Pure. */
import type { AgentDraft } from '../agent-draft.js';
import { AGENTS } from '../messages.js';

export type FieldName = keyof AgentDraft;

/** Names of what agents refer to, by id. */
export interface AgentNames {
  readonly sources: ReadonlyMap<string, string>;
  readonly categories: ReadonlyMap<string, string>;
  readonly voices: ReadonlyMap<string, string>;
}

/** Texts that are compared word by word. */
export const LONG_TEXTS = ['disclosure', 'greeting', 'instructions'] as const satisfies readonly FieldName[];
type LongText = (typeof LONG_TEXTS)[number];
type FactName = Exclude<FieldName, LongText>;

const orDefault = (value: string | number | null): string =>
  value === null || value === '' ? AGENTS.useDefault : String(value);

const yesOrNo = (value: boolean | null): string => {
  if (value === null) return AGENTS.useDefault;
  return value ? AGENTS.yes : AGENTS.no;
};

const named = (ids: readonly string[], names: ReadonlyMap<string, string>): string =>
  ids.map((id) => names.get(id) ?? AGENTS.unknownName).join(', ');

/** The label of each field. */
export const fieldLabel = (name: FieldName): string => LABELS[name];

const LABELS: Readonly<Record<FieldName, string>> = {
  name: AGENTS.name,
  channel: AGENTS.channel,
  disclosure: AGENTS.disclosure,
  greeting: AGENTS.greeting,
  instructions: AGENTS.instructions,
  voiceId: AGENTS.voice,
  language: AGENTS.language,
  furtherLanguages: AGENTS.furtherLanguages,
  noise: AGENTS.noise,
  noiseLevel: AGENTS.noiseLevel,
  nudgeAfterSeconds: AGENTS.nudgeAfter,
  hangUpAfterSeconds: AGENTS.hangUpAfter,
  longestSeconds: AGENTS.longest,
  fillerAfterSeconds: AGENTS.fillerAfter,
  filler: AGENTS.filler,
  keyPauseSeconds: AGENTS.keyPause,
  greetingInterruptible: AGENTS.greetingInterrupt,
  repeatInterrupted: AGENTS.repeatInterrupted,
  speed: AGENTS.speed,
  pronunciations: AGENTS.pronunciations,
  patience: AGENTS.patience,
  duck: AGENTS.duck,
  backchannels: AGENTS.backchannels,
  menuGoal: AGENTS.phoneMenu.goal,
  menuRepeats: AGENTS.phoneMenu.repeats,
  menuTransferTool: AGENTS.phoneMenu.transferTool,
  typingIndicator: AGENTS.chat.typing,
  showImages: AGENTS.chat.images,
  transcribeNotes: AGENTS.chat.voiceNotes,
  variables: AGENTS.variables,
  sourceIds: AGENTS.sources,
  categoryIds: AGENTS.categories,
};

/** The values of the fields other than {@link LONG_TEXTS}, as people read them, in the order of the page. */
export const factsOf = (draft: AgentDraft, names: AgentNames): Readonly<Record<FactName, string>> => ({
  name: draft.name,
  channel: AGENTS.channels[draft.channel],
  voiceId: draft.voiceId === '' ? AGENTS.useDefault : (names.voices.get(draft.voiceId) ?? draft.voiceId),
  language: orDefault(draft.language),
  furtherLanguages: draft.furtherLanguages.join(', '),
  noise: orDefault(draft.noise),
  noiseLevel: orDefault(draft.noiseLevel),
  nudgeAfterSeconds: orDefault(draft.nudgeAfterSeconds),
  hangUpAfterSeconds: orDefault(draft.hangUpAfterSeconds),
  longestSeconds: orDefault(draft.longestSeconds),
  fillerAfterSeconds: orDefault(draft.fillerAfterSeconds),
  filler: draft.filler === '' ? AGENTS.noFiller : orDefault(draft.filler),
  keyPauseSeconds: orDefault(draft.keyPauseSeconds),
  greetingInterruptible: yesOrNo(draft.greetingInterruptible),
  repeatInterrupted: yesOrNo(draft.repeatInterrupted),
  speed: orDefault(draft.speed),
  pronunciations: draft.pronunciations,
  patience: draft.patience === null ? AGENTS.useDefault : AGENTS.patiences[draft.patience],
  duck: yesOrNo(draft.duck),
  backchannels: draft.backchannels,
  menuGoal: draft.menuGoal,
  menuRepeats: orDefault(draft.menuRepeats),
  menuTransferTool: draft.menuTransferTool,
  typingIndicator: yesOrNo(draft.typingIndicator),
  showImages: yesOrNo(draft.showImages),
  transcribeNotes: yesOrNo(draft.transcribeNotes),
  variables: draft.variables.map(({ alias }) => alias).join(', '),
  sourceIds: named(draft.sourceIds, names.sources),
  categoryIds: named(draft.categoryIds, names.categories),
});
