/** The editable part of an agent, its placeholders, and the draft that survives a reload of the page. */
import { callApi, type Data } from '../../api/client.js';
import { AGENTS } from './messages.js';
import { backchannelsOf } from './settings/backchannels.js';
import { type PhoneMenuDraft, phoneMenuDraftOf, phoneMenuOf } from './settings/phone-menu.js';
import { pronunciationsOf, textOfPronunciations } from './settings/pronunciations.js';

export type Agent = Data<'listAgents'>['agents'][number];
export type Variable = Agent['dataSourceVariables'][number];
type Voice = Agent['voiceSettings'];
export type Patience = NonNullable<Voice['patience']>;

/** An agent as its editor has it; a voice setting that is null has its default. */
export interface AgentDraft extends PhoneMenuDraft {
  readonly name: string;
  readonly channel: Agent['channel'];
  readonly disclosure: string;
  readonly greeting: string;
  readonly instructions: string;
  readonly voiceId: string;
  readonly language: string;
  readonly furtherLanguages: readonly string[];
  readonly noise: string;
  readonly noiseLevel: number | null;
  readonly nudgeAfterSeconds: number | null;
  readonly hangUpAfterSeconds: number | null;
  readonly longestSeconds: number | null;
  readonly fillerAfterSeconds: number | null;
  /** Empty: nothing is said. */
  readonly filler: string | null;
  readonly keyPauseSeconds: number | null;
  readonly greetingInterruptible: boolean | null;
  readonly repeatInterrupted: boolean | null;
  readonly speed: number | null;
  /** One "written = spoken" a line. */
  readonly pronunciations: string;
  readonly patience: Patience | null;
  readonly duck: boolean | null;
  /** One a line. */
  readonly backchannels: string;
  readonly typingIndicator: boolean | null;
  readonly showImages: boolean | null;
  readonly transcribeNotes: boolean | null;
  readonly sourceIds: readonly string[];
  readonly categoryIds: readonly string[];
  readonly variables: readonly Variable[];
}

const NO_VOICE: Voice = {};

const chatDraftOf = (chat: Agent['chatSettings']) => ({
  typingIndicator: chat?.typingIndicator ?? null,
  showImages: chat?.images ?? null,
  transcribeNotes: chat?.voiceNotes ?? null,
});

export const agentDraftOf = (
  agent: Pick<
    Agent,
    | 'name'
    | 'channel'
    | 'instructions'
    | 'voiceSettings'
    | 'chatSettings'
    | 'dataSourceIds'
    | 'contactCategoryIds'
    | 'dataSourceVariables'
  > | null,
): AgentDraft => {
  const voice = agent?.voiceSettings ?? NO_VOICE;
  return {
    name: agent?.name ?? '',
    channel: agent?.channel ?? 'voice',
    disclosure: voice.disclosure ?? '',
    greeting: voice.firstGreeting ?? '',
    instructions: agent?.instructions ?? '',
    voiceId: voice.liveVoiceId ?? '',
    language: voice.language ?? '',
    furtherLanguages: voice.furtherLanguages ?? [],
    noise: voice.backgroundNoiseKey ?? '',
    noiseLevel: voice.backgroundNoiseLevelPercent ?? null,
    nudgeAfterSeconds: voice.nudgeAfterSilenceSeconds ?? null,
    hangUpAfterSeconds: voice.disconnectAfterSilenceSeconds ?? null,
    longestSeconds: voice.maxCallDurationSeconds ?? null,
    fillerAfterSeconds: voice.fillerAfterSeconds ?? null,
    filler: voice.filler ?? null,
    keyPauseSeconds: voice.keyPauseSeconds ?? null,
    greetingInterruptible: voice.allowGreetingInterrupt ?? null,
    repeatInterrupted: voice.repeatInterruptedSentence ?? null,
    speed: voice.speakingSpeed ?? null,
    pronunciations: textOfPronunciations(voice.pronunciations ?? []),
    patience: voice.patience ?? null,
    duck: voice.bargeInDuck ?? null,
    backchannels: (voice.backchannels ?? []).join('\n'),
    ...phoneMenuDraftOf(voice.phoneMenu),
    ...chatDraftOf(agent?.chatSettings),
    sourceIds: agent?.dataSourceIds ?? [],
    categoryIds: agent?.contactCategoryIds ?? [],
    variables: agent?.dataSourceVariables ?? [],
  };
};

export const isSame = (first: AgentDraft, second: AgentDraft): boolean =>
  JSON.stringify(first) === JSON.stringify(second);

/** As in schemas/text.ts: between the braces is a name, with or without space around it. */
export const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

/** The placeholders of a text, each once. */
export const placeholdersIn = (text: string): readonly string[] => [
  ...new Set(Array.from(text.matchAll(PLACEHOLDER), ([, alias = '']) => alias.trim())),
];

export const countWords = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length;

/** What a caller can say, if the instructions name it: `When the customer says "…" or "…"`. */
export const phrasesIn = (instructions: string): readonly string[] =>
  Array.from(instructions.matchAll(/customer says ("[^"]+"(?: or "[^"]+")*)/g), ([, quoted = '']) =>
    Array.from(quoted.matchAll(/"([^"]+)"/g), ([, phrase = '']) => phrase),
  ).flat();

const NOISES = ['office', 'cafe', 'street'] as const;
const noiseOf = (key: string): (typeof NOISES)[number] | null =>
  NOISES.find((noise) => noise === key) ?? null;

export const isChannel = (value: string): value is Agent['channel'] => Object.hasOwn(AGENTS.channels, value);

const profileOf = (businessId: string, draft: AgentDraft) => ({
  businessId,
  name: draft.name,
  channel: draft.channel,
  instructions: draft.instructions,
  dataSourceIds: draft.sourceIds,
  contactCategoryIds: draft.categoryIds,
  dataSourceVariables: draft.variables,
});

const settingsOf = (draft: AgentDraft) => ({
  firstGreeting: draft.greeting === '' ? null : draft.greeting,
  // Refused for channels without speech, where its field is not shown.
  disclosure: draft.disclosure === '' || draft.channel !== 'voice' ? null : draft.disclosure,
  liveVoiceId: draft.voiceId === '' ? null : draft.voiceId,
  language: draft.language === '' ? null : draft.language,
  furtherLanguages: draft.furtherLanguages.length === 0 ? null : draft.furtherLanguages,
  backgroundNoiseKey: noiseOf(draft.noise),
  backgroundNoiseLevelPercent: draft.noiseLevel,
  nudgeAfterSilenceSeconds: draft.nudgeAfterSeconds,
  disconnectAfterSilenceSeconds: draft.hangUpAfterSeconds,
  maxCallDurationSeconds: draft.longestSeconds,
  fillerAfterSeconds: draft.fillerAfterSeconds,
  filler: draft.filler,
  keyPauseSeconds: draft.keyPauseSeconds,
  allowGreetingInterrupt: draft.greetingInterruptible,
  repeatInterruptedSentence: draft.repeatInterrupted,
  // Refused for channels without speech, where its field is not shown.
  speakingSpeed: draft.channel === 'voice' ? draft.speed : null,
  pronunciations: draft.pronunciations.trim() === '' ? null : pronunciationsOf(draft.pronunciations),
  patience: draft.patience,
  bargeInDuck: draft.duck,
  backchannels: backchannelsOf(draft.backchannels).length === 0 ? null : backchannelsOf(draft.backchannels),
  phoneMenu: phoneMenuOf(draft),
});

const chatSettingsOf = ({ typingIndicator, showImages, transcribeNotes }: AgentDraft) => ({
  typingIndicator,
  images: showImages,
  voiceNotes: transcribeNotes,
});

/** A new agent has no setting to clear. */
const withValues = (settings: object) =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null));

/** The tag of the published version. */
export const basedOn = ({ version }: Agent): { readonly ifMatch?: string } =>
  version === undefined ? {} : { ifMatch: String(version) };

/** What the form started from: the draft that the service keeps, or the published version. */
export interface Base {
  readonly words: AgentDraft;
  /** Changes with every change of it by any editor; empty if the agent does not exist yet. */
  readonly tag: string;
}

/** What is edited: the draft if there is one. */
export const baseOf = (agent: Agent | null, draft: ServiceDraft | null): Base =>
  draft === null
    ? { words: agentDraftOf(agent), tag: agent?.version === undefined ? '' : String(agent.version) }
    : { words: agentDraftOf(draft), tag: draft.tag };

/** What the service keeps as the draft of the agent. */
export type ServiceDraft = Data<'readDraft'>['draft'];

/**
 * Saves the form as the draft of an agent, unless another editor has changed what it started from.
 * @throws ApiProblem agent_changed, and whatever is wrong with the words
 */
export const saveAsDraft = async (
  businessId: string,
  agentId: string,
  { tag }: Pick<Base, 'tag'>,
  draft: AgentDraft,
): Promise<ServiceDraft> => {
  const profile = profileOf(businessId, draft);
  const body = { ...profile, voiceSettings: settingsOf(draft), chatSettings: chatSettingsOf(draft) };
  const params = { path: { agentId }, body, ...(tag === '' ? {} : { ifMatch: tag }) };
  return (await callApi('saveDraft', params)).draft;
};

/** What is published with a draft. */
export interface Publication {
  /** What has changed; empty: nothing is said. */
  readonly note: string;
  /** The share of customers who get it; null: all. */
  readonly percent: number | null;
}

/**
 * Publishes a draft as it was read. `version`: the published one, which an outdated draft replaces.
 * @throws ApiProblem agent_changed, draft_outdated
 */
export const publishDraft = async (
  businessId: string,
  { agentId, tag, isOutdated }: ServiceDraft,
  { note, percent }: Publication,
  version: number | undefined,
): Promise<Agent> => {
  const body = {
    businessId,
    ...(note === '' ? {} : { note }),
    ...(percent === null ? {} : { percent }),
    ...(isOutdated && version !== undefined ? { replaces: version } : {}),
  };
  return (await callApi('publishDraft', { path: { agentId }, ifMatch: tag, body })).agent;
};

/** Deletes the draft, unless it has another tag by now. @throws ApiProblem agent_changed */
export const discardDraft = async (
  businessId: string,
  agentId: string,
  tag: string | undefined,
): Promise<Agent> => {
  const params = { path: { agentId }, body: { businessId }, ...(tag === undefined ? {} : { ifMatch: tag }) };
  return (await callApi('discardDraft', params)).agent;
};

/** Creates an agent. @throws ApiProblem */
export const create = async (businessId: string, draft: AgentDraft): Promise<Agent> => {
  const body = {
    ...profileOf(businessId, draft),
    voiceSettings: withValues(settingsOf(draft)),
    chatSettings: withValues(chatSettingsOf(draft)),
  };
  return (await callApi('createAgent', { body })).agent;
};

const draftKey = (businessId: string, agentId: string): string => `parley.draft.${businessId}.${agentId}`;

/** Input that is not saved, and what it started from: after a reload, changes of other editors are still noticed. */
export interface Unsaved {
  readonly words: AgentDraft;
  /** Null: stored by an older page. */
  readonly base: Base | null;
}

/** Keeps this tab's input; null removes it. */
export const storeUnsaved = (businessId: string, agentId: string, unsaved: Unsaved | null): void => {
  try {
    if (unsaved === null) sessionStorage.removeItem(draftKey(businessId, agentId));
    else sessionStorage.setItem(draftKey(businessId, agentId), JSON.stringify(unsaved));
  } catch {
    // The page asks before it is left with unsaved input.
  }
};

/** This tab's input from before a reload. */
export const loadUnsaved = (businessId: string, agentId: string): Unsaved | null => {
  try {
    const stored = sessionStorage.getItem(draftKey(businessId, agentId));
    if (stored === null) return null;
    const { words, base, ...flat } = JSON.parse(stored);
    const empty = agentDraftOf(null);
    if (words === undefined) return { words: { ...empty, ...flat }, base: null };
    return {
      words: { ...empty, ...words },
      base: base === null ? null : { tag: String(base.tag), words: { ...empty, ...base.words } },
    };
  } catch {
    return null;
  }
};
