/** What a session knows of its call when it starts. */
import type { AttachedMedia } from '../../actors/call/commands.js';
import type { Facts } from '../../providers/llm/language-model.js';
import { factsFor, withFacts } from '../../providers/llm/untrusted.js';
import { DEFAULT_VOICEMAIL, type VoiceSettings } from '../../schemas/agents/agent.js';
import type { MenuBrief, SessionBrief } from '../session/io.js';
import { sessionSettings } from '../settings.js';
import { type Phrases, phrasesFor, withOwn } from '../speech/phrases.js';

/** Percent of the reference level, for agents that set none. */
const DEFAULT_NOISE_LEVEL_PERCENT = 300;

/** The agent's own words in place of its phrases, with the facts that they refer to. */
export const phrasesOfCall = (
  phrases: Phrases,
  { instructions, voiceSettings }: Pick<AttachedMedia['agent'], 'instructions' | 'voiceSettings'>,
  facts: Facts,
): Phrases => {
  const own = withOwn(phrases, instructions, voiceSettings.filler);
  return { ...own, nudge: withFacts(own.nudge, facts) };
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
  }: AttachedMedia,
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
  const language = voice.language ?? agent.languageCode;
  const { backgroundNoiseKey: key, backgroundNoiseLevelPercent: levelPercent } = voice;
  return {
    attachmentId,
    instructions: withMenuGoal(instructions, voice.phoneMenu),
    facts,
    greeting,
    disclosure,
    disclosed,
    reckonedReceipts,
    language,
    pronunciations: voice.pronunciations ?? [],
    settings: sessionSettings(voice, preemptive),
    phrases: phrasesOfCall(phrasesFor(language), agent, facts),
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
