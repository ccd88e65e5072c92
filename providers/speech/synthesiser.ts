/** Text to speech behind one small interface. */

/** When one word of the text is spoken, ms from the start of the whole text's audio. */
export interface WordTiming {
  readonly word: string;
  readonly startMs: number;
  readonly endMs: number;
}

export interface SpeechChunk {
  /**
   * Mono µ-law at 8,000 Hz, as the line carries it: encoded once, where it was made. Everybody who asked may hold the same
   * bytes, so nobody writes into them.
   */
  readonly mulaw: Uint8Array;
  /** Timings of words that begin in this chunk, where the engine knows them. */
  readonly words?: readonly WordTiming[];
}

export interface SpeechRequest {
  readonly text: string;
  readonly voiceId: string;
  /** BCP 47. */
  readonly language: string;
  /** Nobody waits to hear it: an engine with a queue makes what somebody waits for first. */
  readonly background?: boolean;
  /** How long other words sound before it, ms: an engine with a queue makes first what is heard first. Absent: 0. */
  readonly inMs?: number;
  /**
   * When it is to be heard, ms of performance.now(); Infinity: nobody waits to hear it. It may become earlier while the
   * request waits. Absent: as the request says when it is made (due.ts).
   */
  readonly dueAt?: () => number;
}

export interface Voice {
  readonly id: string;
  /** For people who choose one. */
  readonly name: string;
  /** BCP 47: what it was made for. */
  readonly language: string;
  /** What it speaks besides, BCP 47; absent: nothing. */
  readonly furtherLanguages?: readonly string[];
  /** `neutral`: neither of the two, or the provider does not say. */
  readonly gender: 'male' | 'female' | 'neutral';
}

export interface Synthesiser {
  readonly name: string;
  /** The first one is its default. Asked anew each time: a provider's list may change. */
  readonly voices: readonly Voice[];
  /** Streams the audio as it is made. Stops and throws `AbortError` when `signal` aborts; throws on failure. */
  synthesise(request: SpeechRequest, signal: AbortSignal): AsyncIterable<SpeechChunk>;
  close(): Promise<void>;
}
