/** Chooses an agent's voice from the configured ones. Pure. */
import type { VoiceSettings } from '../../schemas/agents/agent.js';
import { speaks } from '../../schemas/agents/speech.js';
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
