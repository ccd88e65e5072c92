/** Limits of a network recogniser. Tests shorten them; the service uses these. */
import type { StreamLimits } from '../../streams/stream-limits.js';

export interface RecognitionLimits extends StreamLimits {
  /** Longest wait, in time and in audio sent, for the first message or for words to become final, ms. */
  readonly answerMs: number;
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
