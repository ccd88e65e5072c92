/** What a session knows of its call when it starts. */
import type { AttachedMedia } from '../../actors/call/commands.js';
import type { Facts } from '../../providers/llm/language-model.js';
import { factsFor, withFacts } from '../../providers/llm/untrusted.js';
import { SWITCH_LANGUAGE_TOOL } from '../../schemas/agents/tool.js';
import type { VoiceSettings } from '../../schemas/agents/voice-settings.js';
import { DEFAULT_VOICEMAIL } from '../../schemas/agents/voicemail.js';
import type { Remembering } from '../call-of-media.js';
import type { CallLanguage, MenuBrief, SessionBrief } from '../session/io.js';
import { languageNamed } from '../session/turn/language.js';
import { sessionSettings } from '../settings.js';
import { type Phrases, phrasesFor, withOwn } from '../speech/phrases.js';

/** Percent of the reference level, for agents that set none. */
const DEFAULT_NOISE_LEVEL_PERCENT = 300;

type Speaking = Pick<AttachedMedia['agent'], 'instructions' | 'voiceSettings' | 'languageCode'>;

/** BCP 47. */
export const ownLanguage = ({ voiceSettings, languageCode }: Speaking): string =>
  voiceSettings.language ?? languageCode;

/**
 * The phrases of a call in a language, with the facts that they refer to. The agent's own words are in its own language, and
 * take the place of phrases there; in another language, an agent without a filler has none either.
 */
export const phrasesOfCall = (phrases: Phrases, agent: Speaking, language: string, facts: Facts): Phrases => {
  const { instructions, voiceSettings } = agent;
  if (language !== ownLanguage(agent))
    return voiceSettings.filler === '' ? { ...phrases, filler: '' } : phrases;
  const own = withOwn(phrases, instructions, voiceSettings.filler);
  return { ...own, nudge: withFacts(own.nudge, facts) };
};

/** The languages that the call may continue in, the agent's own first; undefined if there is one. */
const languagesOf = (agent: Speaking, facts: Facts): readonly CallLanguage[] | undefined => {
  const own = ownLanguage(agent);
  const further = (agent.voiceSettings.furtherLanguages ?? []).filter((language) => language !== own);
  if (further.length === 0) return undefined;
  return [own, ...further].map((language) => ({
    language,
    phrases: phrasesOfCall(phrasesFor(language), agent, language, facts),
  }));
};

/** The language in which an earlier session of the call ended; undefined if no tool has switched it. */
const switchedTo = (
  languages: readonly CallLanguage[],
  toolUses: AttachedMedia['toolUses'],
): CallLanguage | undefined => {
  const last = toolUses.findLast(({ name, outcome }) => name === SWITCH_LANGUAGE_TOOL && outcome === 'done');
  return languageNamed(languages, last?.arguments.language);
};

/** The brief of media that has just been attached. */
export const briefOf = (
  {
    agent,
    values = {},
    mediaStartedAt: epochMs,
    greetingBegun,
    disclosed = false,
    turns,
    followsLost = false,
    toolUses,
    isBack = false,
    notes = [],
    memories = [],
  }: AttachedMedia & Remembering,
  {
    attachmentId,
    confirmsVoice,
    judgesTurns = false,
    providers,
    preemptive,
    reckonedReceipts = false,
  }: Pick<
    SessionBrief,
    'attachmentId' | 'confirmsVoice' | 'judgesTurns' | 'providers' | 'reckonedReceipts'
  > & {
    readonly preemptive: boolean;
  },
): SessionBrief => {
  const {
    instructions,
    greeting,
    disclosure = '',
    voiceSettings: voice,
    voicemail = DEFAULT_VOICEMAIL,
  } = agent;
  const facts = factsFor(instructions, values);
  const languages = languagesOf(agent, facts);
  const language = switchedTo(languages ?? [], toolUses)?.language ?? ownLanguage(agent);
  const { backgroundNoiseKey: key, backgroundNoiseLevelPercent: levelPercent } = voice;
  return {
    attachmentId,
    instructions: withMenuGoal(instructions, voice.phoneMenu),
    facts,
    ...(memories.length === 0 ? {} : { memories }),
    greeting,
    disclosure,
    disclosed,
    reckonedReceipts,
    language,
    pronunciations: voice.pronunciations ?? [],
    settings: sessionSettings(voice, preemptive),
    phrases: phrasesOfCall(phrasesFor(language), agent, language, facts),
    // A disclosure does not count as a beginning: the greeting follows it.
    resumed: greetingBegun || turns.some((turn) => turn.disclosure !== true),
    // Turns are journalled as they end, which is not always the order in which they were spoken.
    turns: [...turns].sort((a, b) => a.at - b.at),
    followsLost,
    toolUses,
    isBack,
    notes,
    voicemail,
    menu: menuBriefOf(voice.phoneMenu),
    epochMs,
    backgroundNoise:
      key === undefined ? null : { key, levelPercent: levelPercent ?? DEFAULT_NOISE_LEVEL_PERCENT },
    confirmsVoice,
    judgesTurns,
    providers,
    awaitsWords: agent.knowledgeSourceIds.length > 0,
    ...(languages === undefined ? {} : { languages }),
  };
};

/** How often the same menu is heard at most, if the agent does not say. */
const DEFAULT_REPEATS = 3;

const menuBriefOf = (phoneMenu: VoiceSettings['phoneMenu']): MenuBrief | null =>
  phoneMenu === undefined
    ? null
    : { repeats: phoneMenu.repeats ?? DEFAULT_REPEATS, transferTool: phoneMenu.transferTool ?? null };

const withMenuGoal = (instructions: string, phoneMenu: VoiceSettings['phoneMenu']): string =>
  phoneMenu === undefined
    ? instructions
    : [
        instructions,
        '',
        `If a phone menu or a recorded voice answers, find your way through it. Your goal there: ${phoneMenu.goal}`,
        'Listen to all options, then press the keys of the best one with your tool for keys, and write nothing else.',
        'If no option fits, press 0, or wait. Write words for a menu only if it requests speech. Write nothing while you are on hold.',
        'When a person answers, introduce yourself.',
      ].join('\n');
