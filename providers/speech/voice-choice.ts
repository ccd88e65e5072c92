/** Chooses an agent's voice from the configured ones. Pure. */

import { speaks } from '../../schemas/agents/speech.js';
import type { VoiceSettings } from '../../schemas/agents/voice-settings.js';
import type { Voice } from './synthesiser.js';

/**
 * The agent's own voice; otherwise one that speaks the language, of the agent's gender if it has one, the default before
 * others; otherwise the default.
 */
export const voiceFor = (
  voices: readonly Voice[],
  { liveVoiceId, agentGender }: Pick<VoiceSettings, 'liveVoiceId' | 'agentGender'>,
  language: string,
  defaultVoiceId: string,
): string => {
  const fitting = voices.filter((voice) => speaks(voice, language));
  const chosen =
    voices.find(({ id }) => id === liveVoiceId) ??
    (agentGender === undefined ? undefined : fitting.find(({ gender }) => gender === agentGender)) ??
    fitting.find(({ id }) => id === defaultVoiceId) ??
    fitting[0];
  return chosen?.id ?? defaultVoiceId;
};

/**
 * The voice of an agent in another language than its own: the same one if it speaks that, otherwise one of the same gender
 * that does. `ownVoiceId`: its voice in its own language.
 */
export const furtherVoiceFor = (
  voices: readonly Voice[],
  ownVoiceId: string,
  language: string,
  defaultVoiceId: string,
): string => {
  const own = voices.find(({ id }) => id === ownVoiceId);
  if (own !== undefined && speaks(own, language)) return own.id;
  const gender = own?.gender ?? 'neutral';
  return voiceFor(voices, gender === 'neutral' ? {} : { agentGender: gender }, language, defaultVoiceId);
};
