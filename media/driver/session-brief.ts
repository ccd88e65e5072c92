/** What a session knows of its call when it starts. */
import type { AttachedMedia } from '../../actors/call/commands.js';
import { factsFor, withFacts } from '../../providers/llm/untrusted.js';
import { DEFAULT_VOICEMAIL } from '../../schemas/agents/agent.js';
import type { SessionBrief } from '../session/io.js';
import { sessionSettings } from '../settings.js';
import { phrasesFor } from '../speech/phrases.js';

/** Percent of the reference level, for agents that set none. */
const DEFAULT_NOISE_LEVEL_PERCENT = 300;

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
    providers,
    preemptive,
    reckonedReceipts = false,
  }: Pick<SessionBrief, 'attachmentId' | 'confirmsVoice' | 'providers' | 'reckonedReceipts'> & {
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
  const phrases = phrasesFor(language, instructions);
  const { backgroundNoiseKey: key, backgroundNoiseLevelPercent: levelPercent } = voice;
  return {
    attachmentId,
    instructions,
    facts,
    greeting,
    disclosure,
    disclosed,
    reckonedReceipts,
    language,
    settings: sessionSettings(voice, preemptive),
    phrases: { ...phrases, nudge: withFacts(phrases.nudge, facts) },
    // A disclosure does not count as a beginning: the greeting follows it.
    resumed: greetingBegun || turns.some((turn) => turn.disclosure !== true),
    // Turns are journalled as they end, which is not always the order in which they were spoken.
    turns: [...turns].sort((a, b) => a.at - b.at),
    followsLost,
    toolUses,
    isBack,
    notes,
    voicemail,
    epochMs,
    backgroundNoise:
      key === undefined ? null : { key, levelPercent: levelPercent ?? DEFAULT_NOISE_LEVEL_PERCENT },
    confirmsVoice,
    providers,
    awaitsWords: agent.knowledgeSourceIds.length > 0,
  };
};
