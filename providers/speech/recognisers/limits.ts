/** Limits of a network recogniser. Tests shorten them; the service uses these. */

export interface RecognitionLimits {
  /** From the start of a connection until it accepts audio, ms. */
  readonly connectMs: number;
  /** From the loss of a connection until a new one accepts audio, including all attempts and pauses, ms. */
  readonly recoverMs: number;
  /** Pause before each attempt after a loss without progress, ms; one more loss than there are pauses is a failure. */
  readonly pausesMs: readonly number[];
  /** Maximum losses within a minute, with or without progress; one more is a failure. */
  readonly maxLosses: number;
  /** Longest wait, in time and in audio sent, for the first message or for words to become final, ms. */
  readonly answerMs: number;
  /** Interval between pings, ms. */
  readonly pingMs: number;
  /** Longest time without a message or a pong, ms. */
  readonly silentMs: number;
  /** Send buffer of the socket, bytes; while it holds more, nothing more is written to it. */
  readonly maxQueuedBytes: number;
  /** How long the send buffer may stay above that, ms. */
  readonly stalledMs: number;
  /** How long the last words may take after `finish`, ms. */
  readonly finishMs: number;
  /** Maximum audio kept for a new connection, ms; beyond that the oldest is dropped. */
  readonly maxKeptMs: number;
  /** Audio that is kept although the provider has received it and found no words in it, ms. */
  readonly quietKeptMs: number;
  /** Speed at which kept audio is sent, relative to real time. */
  readonly catchUpSpeed: number;
  /** Kept audio that is sent immediately, beyond that speed, ms. */
  readonly burstMs: number;
}

/**
 * The speaker is waiting. The end of a call waits four seconds for its last words (media/driver/live-session.ts), and one
 * recogniser gets six seconds before the session takes the next. Kept audio is sent at four times its speed, because
 * services of this kind are made for real time and close connections that are flooded.
 */
export const LIVE_LIMITS: RecognitionLimits = {
  connectMs: 3_000,
  recoverMs: 6_000,
  pausesMs: [0, 250, 1_000],
  maxLosses: 8,
  answerMs: 10_000,
  pingMs: 5_000,
  silentMs: 12_000,
  maxQueuedBytes: 64 * 1_024,
  stalledMs: 5_000,
  finishMs: 3_500,
  maxKeptMs: 20_000,
  quietKeptMs: 5_000,
  catchUpSpeed: 4,
  burstMs: 1_000,
};
