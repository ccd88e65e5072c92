/** The providers that a session speaks and listens through, each with a fallback where one is configured. */
import type { LanguageModel } from '../providers/llm/language-model.js';
import type { RealtimeEngine } from '../providers/realtime/realtime-engine.js';
import type { Recogniser } from '../providers/speech/recogniser.js';
import type { Synthesiser } from '../providers/speech/synthesiser.js';
import type { TurnDetector } from '../providers/speech/turn-detector.js';
import type { VoiceDetector } from '../providers/speech/voice-detector.js';

/** Used by their numbers, in this order: a provider that fails is followed by the next. */
export interface MediaProviders {
  readonly recognisers: readonly [Recogniser, ...Recogniser[]];
  readonly synthesisers: readonly [Synthesiser, ...Synthesiser[]];
  readonly models: readonly [LanguageModel, ...LanguageModel[]];
  /** Speech-to-speech engines: used before all of these; usually there are none. */
  readonly engines: readonly RealtimeEngine[];
  /** IANA name of the installation's time zone: an engine gets the time in it if the agent has no other. */
  readonly timeZone: string;
  /** Confirms that a sound is a voice; null: energy alone decides. */
  readonly voiceDetector: VoiceDetector | null;
  /** Judges by the voice whether a turn has ended; null or absent: words decide alone. */
  readonly turnDetector?: TurnDetector | null;
  /** Phrases that a customer of an agent with these instructions is likely to say. */
  readonly phrasesOf: (instructions: string) => readonly string[];
}

/** Providers that a call keeps to its end. */
export interface TakenProviders {
  readonly providers: MediaProviders;
  /** The voice of agents that choose none. */
  readonly defaultVoiceId: string;
  /** Releases the providers, which are not used afterwards. Idempotent. */
  release(): void;
}

/** The providers of an agent, as configured at this moment. Never rejects. */
export type ProvidersOfCalls = (businessId: string, agentId: string) => Promise<TakenProviders>;

/** The provider with a number, from 1. */
export const numbered = <T>(providers: readonly [T, ...T[]], number: number): T =>
  providers[number - 1] ?? providers[0];
