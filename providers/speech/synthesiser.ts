/** TTS behind one small interface. */

/** When one word of the text is spoken, ms from the start of the whole text's audio. */
export interface WordTiming {
  readonly word: string;
  readonly startMs: number;
  readonly endMs: number;
}

export interface SpeechChunk {
  /**
   * Mono µ-law at 8,000 Hz, as the line carries it: encoded once, at its source. Several readers may share the bytes, so
   * they must not be modified.
   */
  readonly mulaw: Uint8Array;
  /** Timings of words that begin in this chunk, if the engine knows them. */
  readonly words?: readonly WordTiming[];
}

export interface SpeechRequest {
  readonly text: string;
  readonly voiceId: string;
  /** BCP 47. */
  readonly language: string;
  /** How fast it is spoken, as a factor of the voice's own speed. Absent: 1. Voices without `speeds` ignore it. */
  readonly speed?: number;
  /**
   * The reply that it is part of, unique in this process: a provider with contexts continues the intonation of the requests
   * before it. Absent: it stands alone.
   */
  readonly reply?: string;
  /** No listener waits for it: an engine with a queue synthesises all other requests first. */
  readonly background?: boolean;
  /**
   * How long other words play before it, ms: an engine with a queue synthesises first what is heard first. Negative: it is
   * late by that much. Default: 0.
   */
  readonly inMs?: number;
  /**
   * When it is due, ms of performance.now(); Infinity: no listener waits for it. It may become earlier while the request
   * waits. Absent: derived from the request when it is made ({@link dueAtOf}).
   */
  readonly dueAt?: () => number;
}

export interface Voice {
  readonly id: string;
  /** Display name for people who choose a voice. */
  readonly name: string;
  /** BCP 47: the language that it was made for. */
  readonly language: string;
  /** Other languages that it speaks, BCP 47; absent: none. */
  readonly furtherLanguages?: readonly string[];
  /** `neutral`: neither of the two, or not stated by the provider. */
  readonly gender: 'male' | 'female' | 'neutral';
  /** The slowest and the fastest speed that it can speak at, as factors of its own; absent: it has only that one. */
  readonly speeds?: readonly [slowest: number, fastest: number];
}

export interface Synthesiser {
  readonly name: string;
  /** The first one is the default. Read the list each time: a provider's list may change. */
  readonly voices: readonly Voice[];
  /**
   * Requests wait in a queue of its own, and it replaces a part of it that hangs: to repeat a request that has not begun would
   * only lose its place. Absent: a request without audio is repeated.
   */
  readonly hasQueue?: boolean;
  /** Streams the audio as it is made. Stops and throws `AbortError` when `signal` aborts; throws on failure. */
  synthesise(request: SpeechRequest, signal: AbortSignal): AsyncIterable<SpeechChunk>;
  close(): Promise<void>;
}

/**
 * When a text is due, ms of performance.now(), for a request that is made now; Infinity for a background request. An
 * engine with a queue synthesises the earliest first.
 */
export const dueAtOf = ({ background = false, inMs = 0 }: SpeechRequest): number =>
  background ? Number.POSITIVE_INFINITY : performance.now() + inMs;
