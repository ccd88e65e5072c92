/** Checks that the configured voices can speak what an agent's settings require. */
import type { AgentProfile } from '../../actors/agent/events.js';
import { voiceFor } from '../../providers/speech/voice-choice.js';
import { languagesOf, speaks } from '../../schemas/agents/speech.js';
import { DomainError } from '../../schemas/errors.js';
import type { OperationsDeps } from '../deps.js';

type Voices = Pick<OperationsDeps, 'voicesOf'>;

/** Voices that an error names: an account may have hundreds. */
const MAX_NAMED = 20;

/** `voiceId` null: any voice. @throws DomainError voice_unknown */
export const checkVoice = async (
  { voicesOf }: Voices,
  businessId: string,
  voiceId: string | null,
): Promise<void> => {
  if (voiceId === null) return;
  const voices = await voicesOf(businessId);
  if (voices.some((voice) => voice.id === voiceId)) return;
  const choice = voices
    .slice(0, MAX_NAMED)
    .map((voice) => voice.id)
    .join(', ');
  throw new DomainError('voice_unknown', undefined, [
    { path: '/voiceSettings/liveVoiceId', message: `there is no voice ${voiceId}; choose one of ${choice}` },
  ]);
};

/** The language an agent speaks; null on channels without speech. */
const spokenLanguage = ({ channel, languageCode, voiceSettings }: AgentProfile): string | null =>
  channel === 'voice' ? (voiceSettings.language ?? languageCode) : null;

/** The languages that an agent may speak, with the fields that name them; empty on channels without speech. */
const spokenLanguages = (
  profile: AgentProfile,
): readonly { readonly language: string; readonly path: string }[] => {
  const language = spokenLanguage(profile);
  if (language === null) return [];
  const path = profile.voiceSettings.language === undefined ? '/languageCode' : '/voiceSettings/language';
  const further = profile.voiceSettings.furtherLanguages ?? [];
  return [
    { language, path },
    ...further.map((other, index) => ({
      language: other,
      path: `/voiceSettings/furtherLanguages/${index}`,
    })),
  ];
};

/**
 * `before`: the previous profile; null for a new agent. A language that the agent had is always accepted.
 * @throws DomainError validation_failed for languages that no voice speaks
 */
export const checkLanguage = async (
  { voicesOf }: Voices,
  businessId: string,
  before: AgentProfile | null,
  profile: AgentProfile,
): Promise<void> => {
  const known = new Set((before === null ? [] : spokenLanguages(before)).map(({ language }) => language));
  const added = spokenLanguages(profile).filter(({ language }) => !known.has(language));
  if (added.length === 0) return;
  const voices = await voicesOf(businessId);
  const unspoken = added.filter(({ language }) => !voices.some((voice) => speaks(voice, language)));
  if (unspoken.length === 0) return;
  const choice = languagesOf(voices).join(', ');
  throw new DomainError(
    'validation_failed',
    undefined,
    unspoken.map(({ language, path }) => ({
      path,
      message: `no voice speaks ${language}; choose one of ${choice}`,
    })),
  );
};

/**
 * Checks that the agent's voice can speak at its speed. `before`: the previous profile; null for a new agent. A speed is
 * checked when it or what decides the voice changes.
 * @throws DomainError validation_failed
 */
export const checkSpeed = async (
  { voicesOf }: Voices,
  businessId: string,
  before: AgentProfile | null,
  profile: AgentProfile,
): Promise<void> => {
  const { speakingSpeed: speed } = profile.voiceSettings;
  if (speed === undefined || speed === 1 || (before !== null && speedKey(before) === speedKey(profile)))
    return;
  const path = '/voiceSettings/speakingSpeed';
  const language = spokenLanguage(profile);
  if (language === null)
    throw new DomainError('validation_failed', undefined, [
      { path, message: 'only agents of the voice channel have a speed; clear it' },
    ]);
  const voices = await voicesOf(businessId);
  const chosen = voiceFor(voices, profile.voiceSettings, language, voices[0]?.id ?? '');
  const voice = voices.find(({ id }) => id === chosen);
  const [slowest, fastest] = voice?.speeds ?? [1, 1];
  if (speed >= slowest && speed <= fastest) return;
  const name = voice?.name ?? 'this voice';
  const message =
    slowest === fastest
      ? `${name} speaks at one speed; clear it, or choose a voice with speeds`
      : `${name} speaks at ${slowest} to ${fastest} times its own speed; choose one of these`;
  throw new DomainError('validation_failed', undefined, [{ path, message }]);
};

const speedKey = ({ voiceSettings, ...profile }: AgentProfile): string => {
  const { speakingSpeed, liveVoiceId, agentGender } = voiceSettings;
  return JSON.stringify([
    speakingSpeed,
    liveVoiceId,
    agentGender,
    spokenLanguage({ voiceSettings, ...profile }),
  ]);
};
