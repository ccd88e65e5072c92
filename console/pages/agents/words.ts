/** The editable part of an agent, its placeholders, and the draft that survives a reload of the page. */
import { ask, type Data } from '../../api/client.js';
import { TEXTS } from '../../texts.js';

export type Agent = Data<'listAgents'>['agents'][number];
export type Variable = Agent['dataSourceVariables'][number];
type Voice = Agent['voiceSettings'];

/** An agent as its editor has it; a voice setting that is null has its default. */
export interface Words {
  readonly name: string;
  readonly channel: Agent['channel'];
  readonly disclosure: string;
  readonly greeting: string;
  readonly instructions: string;
  readonly voiceId: string;
  readonly language: string;
  readonly noise: string;
  readonly noiseLevel: number | null;
  readonly nudgeAfterSeconds: number | null;
  readonly hangUpAfterSeconds: number | null;
  readonly longestSeconds: number | null;
  readonly greetingInterruptible: boolean | null;
  readonly repeatInterrupted: boolean | null;
  readonly sourceIds: readonly string[];
  readonly categoryIds: readonly string[];
  readonly variables: readonly Variable[];
}

const NO_VOICE: Voice = {};

export const wordsOf = (
  agent: Pick<
    Agent,
    | 'name'
    | 'channel'
    | 'instructions'
    | 'voiceSettings'
    | 'dataSourceIds'
    | 'contactCategoryIds'
    | 'dataSourceVariables'
  > | null,
): Words => {
  const voice = agent?.voiceSettings ?? NO_VOICE;
  return {
    name: agent?.name ?? '',
    channel: agent?.channel ?? 'voice',
    disclosure: voice.disclosure ?? '',
    greeting: voice.firstGreeting ?? '',
    instructions: agent?.instructions ?? '',
    voiceId: voice.liveVoiceId ?? '',
    language: voice.language ?? '',
    noise: voice.backgroundNoiseKey ?? '',
    noiseLevel: voice.backgroundNoiseLevelPercent ?? null,
    nudgeAfterSeconds: voice.nudgeAfterSilenceSeconds ?? null,
    hangUpAfterSeconds: voice.disconnectAfterSilenceSeconds ?? null,
    longestSeconds: voice.maxCallDurationSeconds ?? null,
    greetingInterruptible: voice.allowGreetingInterrupt ?? null,
    repeatInterrupted: voice.repeatInterruptedSentence ?? null,
    sourceIds: agent?.dataSourceIds ?? [],
    categoryIds: agent?.contactCategoryIds ?? [],
    variables: agent?.dataSourceVariables ?? [],
  };
};

export const isSame = (one: Words, other: Words): boolean => JSON.stringify(one) === JSON.stringify(other);

/** As in schemas/text.ts: between the braces is a name, with or without space around it. */
export const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

/** The placeholders of a text, each once. */
export const placeholdersIn = (text: string): readonly string[] => [
  ...new Set(Array.from(text.matchAll(PLACEHOLDER), ([, alias = '']) => alias.trim())),
];

export const countWords = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length;

/** What a caller can say, if the instructions name it: `When the customer says "…" or "…"`. */
export const phrasesIn = (instructions: string): readonly string[] =>
  Array.from(instructions.matchAll(/customer says ("[^"]+"(?: or "[^"]+")*)/g), ([, said = '']) =>
    Array.from(said.matchAll(/"([^"]+)"/g), ([, phrase = '']) => phrase),
  ).flat();

const NOISES = ['office', 'cafe', 'street'] as const;
const noiseOf = (key: string): (typeof NOISES)[number] | null => NOISES.find((one) => one === key) ?? null;

export const isChannel = (value: string): value is Agent['channel'] =>
  Object.hasOwn(TEXTS.agents.channels, value);

const profileOf = (businessId: string, words: Words) => ({
  businessId,
  name: words.name,
  channel: words.channel,
  instructions: words.instructions,
  dataSourceIds: words.sourceIds,
  contactCategoryIds: words.categoryIds,
  dataSourceVariables: words.variables,
});

const settingsOf = (words: Words) => ({
  firstGreeting: words.greeting === '' ? null : words.greeting,
  // Refused for channels without speech, where its field is not shown.
  disclosure: words.disclosure === '' || words.channel !== 'voice' ? null : words.disclosure,
  liveVoiceId: words.voiceId === '' ? null : words.voiceId,
  language: words.language === '' ? null : words.language,
  backgroundNoiseKey: noiseOf(words.noise),
  backgroundNoiseLevelPercent: words.noiseLevel,
  nudgeAfterSilenceSeconds: words.nudgeAfterSeconds,
  disconnectAfterSilenceSeconds: words.hangUpAfterSeconds,
  maxCallDurationSeconds: words.longestSeconds,
  allowGreetingInterrupt: words.greetingInterruptible,
  repeatInterruptedSentence: words.repeatInterrupted,
});

/** Creates or changes the agent. @throws ApiProblem */
export const save = async (businessId: string, agent: Agent | null, words: Words): Promise<Agent> => {
  const profile = profileOf(businessId, words);
  const settings = settingsOf(words);
  if (agent !== null) {
    const body = { ...profile, agentId: agent.id, voiceSettings: settings };
    return (await ask('updateAgent', { body })).agent;
  }
  // A new agent has no setting to clear.
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null));
  return (await ask('createAgent', { body: { ...profile, voiceSettings: given } })).agent;
};

const draftKey = (businessId: string, agentId: string): string => `parley.draft.${businessId}.${agentId}`;

/** Keeps this tab's input; null removes it. */
export const keepDraft = (businessId: string, agentId: string, words: Words | null): void => {
  try {
    if (words === null) sessionStorage.removeItem(draftKey(businessId, agentId));
    else sessionStorage.setItem(draftKey(businessId, agentId), JSON.stringify(words));
  } catch {
    // The page asks before it is left with unsaved input.
  }
};

/** This tab's input from before a reload. */
export const draftOf = (businessId: string, agentId: string): Words | null => {
  try {
    const kept = sessionStorage.getItem(draftKey(businessId, agentId));
    if (kept === null) return null;
    const words: Words = { ...wordsOf(null), ...JSON.parse(kept) };
    return words;
  } catch {
    return null;
  }
};
