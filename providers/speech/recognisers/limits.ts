/** What a recogniser of a network service may take. Tests make them shorter; the service has these. */

export interface RecognitionLimits {
  /** From the beginning of a connection until it takes audio, ms. */
  readonly connectMs: number;
  /** From the loss of a connection until another one takes audio, with all tries and pauses, ms. */
  readonly recoverMs: number;
  /** Before each try after a loss that follows no progress, ms; one more loss than there are pauses is a failure. */
  readonly pausesMs: readonly number[];
  /** Losses within a minute, progress or not; one more is a failure. */
  readonly mostLosses: number;
  /** Audio and time without an answer to a first message or to words that are not final yet, ms. */
  readonly answerMs: number;
  /** Between two pings, ms. */
  readonly pingMs: number;
  /** Without a message or an answer to a ping, ms. */
  readonly silentMs: number;
  /** What the socket may hold back; while it holds more, nothing more is given to it, bytes. */
  readonly mostQueuedBytes: number;
  /** How long it may hold back so much, ms. */
  readonly stalledMs: number;
  /** How long what was said last may take after `finish`, ms. */
  readonly finishMs: number;
  /** Audio that is kept for another connection, at most; when there is more the oldest is forgotten, ms. */
  readonly mostKeptMs: number;
  /** Audio that is kept although the provider, which has it, heard nothing in it, ms. */
  readonly quietKeptMs: number;
  /** How much faster than it was spoken kept audio is sent. */
  readonly catchUpSpeed: number;
  /** Audio that is sent at once, beyond that, ms. */
  readonly burstMs: number;
}

/**
 * Whoever speaks waits: four seconds are as long as the end of a call waits for its last words (media/live-session.ts), and
 * six are what is spent on one recogniser before the session takes the next. Kept audio is sent at four times its speed,
 * because services of this kind are made for real time and end connections that are flooded.
 */
export const LIVE_LIMITS: RecognitionLimits = {
  connectMs: 3_000,
  recoverMs: 6_000,
  pausesMs: [0, 250, 1_000],
  mostLosses: 8,
  answerMs: 10_000,
  pingMs: 5_000,
  silentMs: 12_000,
  mostQueuedBytes: 64 * 1_024,
  stalledMs: 5_000,
  finishMs: 3_500,
  mostKeptMs: 20_000,
  quietKeptMs: 5_000,
  catchUpSpeed: 4,
  burstMs: 1_000,
};
