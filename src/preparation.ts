/** Has what a call needs first ready while its phone still rings. */
import type { AgentSnapshot } from '../actors/call/events.js';
import type { Voice } from '../providers/speech/synthesiser.js';
import { voiceFor } from '../providers/speech/voice-choice.js';

export interface PreparationDeps {
  /** Speaks for agents that choose no voice. */
  readonly defaultVoiceId: string;
  /** Those that can speak now. */
  readonly voices: () => readonly Voice[];
  /** Has a text's audio made; in the background. */
  prepare(text: string, voiceId: string, language: string): void;
  /** Has the phrases that an agent's instructions expect learned; in the background. */
  learn(instructions: string): void;
}

/** For every call that is placed, whoever started it: the greeting as it will be spoken, and the phrases. */
export const createPreparation =
  ({ defaultVoiceId, voices, prepare, learn }: PreparationDeps) =>
  ({ greeting, instructions, languageCode, voiceSettings }: AgentSnapshot): void => {
    const { language = languageCode } = voiceSettings;
    if (greeting !== '')
      prepare(greeting, voiceFor(voices(), voiceSettings, language, defaultVoiceId), language);
    // Second: the phone may be answered before the phrases are learned, which take the same voice some seconds.
    learn(instructions);
  };
