/** Limits of a speech-to-speech stream. Tests shorten them; the service uses these. */
import type { StreamLimits } from '../streams/stream-limits.js';

export interface RealtimeLimits extends StreamLimits {
  /** How long the transcript of an utterance may take, ms; after that it counts as empty. */
  readonly transcriptMs: number;
  /** How long a cancelled response may take to end, ms, before the next one is requested. */
  readonly cancelMs: number;
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
