/** Limits of a reconnecting stream. Each protocol has its own values. */

export interface StreamLimits {
  /** From the start of a connection until it accepts audio, ms. */
  readonly connectMs: number;
  /** From the loss of a connection until a new one accepts audio, including all attempts and pauses, ms. */
  readonly recoverMs: number;
  /** Pause before each attempt after a loss without progress, ms; one more loss than there are pauses is a failure. */
  readonly pausesMs: readonly number[];
  /** Maximum losses within a minute, with or without progress; one more is a failure. */
  readonly maxLosses: number;
  /** Interval between pings, ms. */
  readonly pingMs: number;
  /** Longest time without a message or a pong, ms. */
  readonly silentMs: number;
  /** Send buffer of the socket, bytes; while it holds more, no audio is written to it. */
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
