/** Limits of a speech-to-speech stream. Tests shorten them; the service uses these. */

export interface RealtimeLimits {
  /** From the start of a connection until it accepts audio, ms. */
  readonly connectMs: number;
  /** From the loss of a connection until a new one accepts audio, including all attempts and pauses, ms. */
  readonly recoverMs: number;
  /** Pause before each attempt after a loss, ms; one more loss than there are pauses is a failure. */
  readonly pausesMs: readonly number[];
  /** Maximum losses within a minute; one more is a failure. */
  readonly maxLosses: number;
  /** Interval between pings, ms. */
  readonly pingMs: number;
  /** Longest time without a message or a pong, ms. */
  readonly silentMs: number;
  /** Send buffer of the socket, bytes; while it holds more, no audio is written to it. */
  readonly maxQueuedBytes: number;
  /** How long the send buffer may stay above that, ms. */
  readonly stalledMs: number;
  /** How long the transcript of an utterance may take, ms; after that it counts as empty. */
  readonly transcriptMs: number;
  /** How long a cancelled response may take to end, ms, before the next one is requested. */
  readonly cancelMs: number;
  /** How long the last utterance may take after `finish`, ms. */
  readonly finishMs: number;
  /** Maximum audio kept for a new connection or a fallback listener, ms; beyond that the oldest is dropped. */
  readonly maxKeptMs: number;
  /** Audio without speech that is kept, ms: speech is detected with a short delay. */
  readonly quietKeptMs: number;
  /** Speed at which kept audio is sent, relative to real time. */
  readonly catchUpSpeed: number;
  /** Kept audio that is sent immediately, beyond that speed, ms. */
  readonly burstMs: number;
}

/**
 * The customer is waiting: an engine that does not respond gets three seconds. Then a fallback listens, and also hears
 * what was said meanwhile (media/session/hearing/engine-listening.ts).
 */
export const REALTIME_LIMITS: RealtimeLimits = {
  connectMs: 2_000,
  recoverMs: 3_000,
  pausesMs: [0, 250, 1_000],
  maxLosses: 5,
  pingMs: 5_000,
  silentMs: 12_000,
  maxQueuedBytes: 64 * 1_024,
  stalledMs: 3_000,
  transcriptMs: 5_000,
  cancelMs: 500,
  finishMs: 3_500,
  maxKeptMs: 20_000,
  quietKeptMs: 1_000,
  catchUpSpeed: 8,
  burstMs: 1_000,
};
