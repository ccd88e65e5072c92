/** The providers that a session speaks and listens through, each with a fallback where one is configured. */
import type { LanguageModel } from '../providers/llm/language-model.js';
import type { Recogniser } from '../providers/speech/recogniser.js';
import type { Synthesiser } from '../providers/speech/synthesiser.js';
import type { VoiceDetector } from '../providers/speech/voice-detector.js';

/** Tried in order: the second attempt goes to the second one, if there is one. */
export interface MediaProviders {
  readonly recognisers: readonly [Recogniser, ...Recogniser[]];
  readonly synthesisers: readonly [Synthesiser, ...Synthesiser[]];
  readonly models: readonly [LanguageModel, ...LanguageModel[]];
  /** Confirms that a sound is a voice; null: energy alone decides. */
  readonly voiceDetector: VoiceDetector | null;
  /** Phrases that a customer of an agent with these instructions is likely to say. */
  readonly phrasesOf: (instructions: string) => readonly string[];
}

/** The provider of an attempt (1 = first). */
export const forAttempt = <T>(providers: readonly [T, ...T[]], attempt: number): T =>
  providers[attempt - 1] ?? providers[0];
