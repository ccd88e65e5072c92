/** The providers that a session speaks and listens through, each with a fallback where one is configured. */
import type { LanguageModel } from '../providers/llm/language-model.js';
import type { RealtimeEngine } from '../providers/realtime/realtime-engine.js';
import type { Recogniser } from '../providers/speech/recogniser.js';
import type { Synthesiser } from '../providers/speech/synthesiser.js';
import type { VoiceDetector } from '../providers/speech/voice-detector.js';

/** Asked by their numbers, in this order: whoever fails is followed by the next. */
export interface MediaProviders {
  readonly recognisers: readonly [Recogniser, ...Recogniser[]];
  readonly synthesisers: readonly [Synthesiser, ...Synthesiser[]];
  readonly models: readonly [LanguageModel, ...LanguageModel[]];
  /** Of speech to speech: asked before all of these; most often none. */
  readonly engines: readonly RealtimeEngine[];
  /** Of the installation: an engine is told the time in it where the agent has no other; name in the IANA database. */
  readonly timeZone: string;
  /** Confirms that a sound is a voice; null: energy alone decides. */
  readonly voiceDetector: VoiceDetector | null;
  /** Phrases that a customer of an agent with these instructions is likely to say. */
  readonly phrasesOf: (instructions: string) => readonly string[];
}

/** What a call has taken to its end. */
export interface TakenProviders {
  readonly providers: MediaProviders;
  /** Speaks for agents that choose no voice. */
  readonly defaultVoiceId: string;
  /** Nobody speaks to them any more. Idempotent. */
  release(): void;
}

/** Those of an agent, as they are chosen at this moment. Never rejects. */
export type ProvidersOfCalls = (businessId: string, agentId: string) => Promise<TakenProviders>;

/** The provider of a number, from 1. */
export const numbered = <T>(providers: readonly [T, ...T[]], number: number): T =>
  providers[number - 1] ?? providers[0];
