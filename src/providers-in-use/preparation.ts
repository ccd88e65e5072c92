/** Prepares the first speech of a call while its phone still rings. */
import type { AgentSnapshot } from '../../actors/call/events.js';
import { agentSpeechOf, spokenRequest } from '../../media/speech/spoken-request.js';
import type { SpeechRequest } from '../../providers/speech/synthesiser.js';
import { voiceFor } from '../../providers/speech/voice-choice.js';
import type { TakenForSpeech } from './in-use.js';

export interface PreparationDeps {
  /** The providers of an agent. Never rejects. */
  take(businessId: string, agentId: string): Promise<TakenForSpeech>;
  /** Synthesises a text with the taken providers, in the background. Never rejects. */
  prepare(taken: TakenForSpeech, request: SpeechRequest): Promise<void>;
  /** Learns the phrases that an agent's instructions expect, in the background. */
  learn(instructions: string): void;
}

/** For every call that is placed: prepares the disclosure and the greeting as they will be spoken, and the phrases. */
export const createPreparation =
  ({ take, prepare, learn }: PreparationDeps) =>
  async (
    businessId: string,
    { agentId, disclosure = '', greeting, instructions, languageCode, voiceSettings }: AgentSnapshot,
  ): Promise<void> => {
    const { language = languageCode } = voiceSettings;
    // In the order in which they are spoken.
    const texts = [disclosure, greeting].filter((text) => text !== '');
    if (texts.length > 0) {
      const taken = await take(businessId, agentId);
      const { voices } = taken.providers.synthesisers[0];
      const voiceId = voiceFor(voices, voiceSettings, language, taken.defaultVoiceId);
      const speech = agentSpeechOf(voiceSettings, language, voiceId);
      const prepared = texts
        .map((text) => spokenRequest(speech, text))
        .filter(({ hasWords }) => hasWords)
        .map(({ request }) => prepare(taken, request));
      void Promise.all(prepared).finally(() => taken.release());
    }
    // Last: the phone may be answered before the phrases are learned, which occupy the same voice for some seconds.
    learn(instructions);
  };
