/** What a stream of speech to speech may take. Tests make them shorter; the service has these. */

export interface RealtimeLimits {
  /** From the beginning of a connection until it takes audio, ms. */
  readonly connectMs: number;
  /** From the loss of a connection until another one takes audio, with all tries and pauses, ms. */
  readonly recoverMs: number;
  /** Before each try after a loss, ms; one more loss than there are pauses is a failure. */
  readonly pausesMs: readonly number[];
  /** Losses within a minute; one more is a failure. */
  readonly mostLosses: number;
  /** Between two pings, ms. */
  readonly pingMs: number;
  /** Without a message or an answer to a ping, ms. */
  readonly silentMs: number;
  /** What the socket may hold back; while it holds more, no audio is given to it, bytes. */
  readonly mostQueuedBytes: number;
  /** How long it may hold back so much, ms. */
  readonly stalledMs: number;
  /** How long the words of what was said may take, ms; then they are taken for none. */
  readonly wordsMs: number;
  /** How long a response that was cancelled may take to end, ms, before the next one is asked for. */
  readonly cancelMs: number;
  /** How long what was said last may take after `finish`, ms. */
  readonly finishMs: number;
  /** Audio that is kept for another connection, or another listener, at most; then the oldest is forgotten, ms. */
  readonly mostKeptMs: number;
  /** Audio that is kept although nobody spoke in it: speech is found a little late, ms. */
  readonly quietKeptMs: number;
  /** How much faster than it was spoken kept audio is sent. */
  readonly catchUpSpeed: number;
  /** Audio that is sent at once, beyond that, ms. */
  readonly burstMs: number;
}

/**
 * Whoever speaks waits: three seconds are spent on an engine that does not come, then somebody else listens and hears what was
 * said meanwhile (media/session/engine-ears.ts).
 */
export const REALTIME_LIMITS: RealtimeLimits = {
  connectMs: 2_000,
  recoverMs: 3_000,
  pausesMs: [0, 250, 1_000],
  mostLosses: 5,
  pingMs: 5_000,
  silentMs: 12_000,
  mostQueuedBytes: 64 * 1_024,
  stalledMs: 3_000,
  wordsMs: 5_000,
  cancelMs: 500,
  finishMs: 3_500,
  mostKeptMs: 20_000,
  quietKeptMs: 1_000,
  catchUpSpeed: 8,
  burstMs: 1_000,
};
