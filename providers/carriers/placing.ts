/** Asking a carrier to place a call: what is certainly not accepted is asked again, anything less certain never. */
import { setTimeout as delay } from 'node:timers/promises';
import type { ApiResult } from '../http-api.js';
import type { PlaceOutcome } from './carrier.js';

/**
 * Waits before each further request, ms: after a 429 (carriers take a call a second or so) without a longer Retry-After, or where no
 * connection came about.
 */
const NOT_ACCEPTED_WAITS_MS = [250, 500, 1_000, 2_000] as const;

/** Who wants to be left alone for longer is not waited for: another carrier may take the call. */
const MOST_WAIT_MS = 4_000;

export interface Placing {
  readonly ask: () => Promise<ApiResult>;
  /** What an answer means; `not_accepted`: for certain, and it may go better in a moment. */
  readonly meaning: (answer: ApiResult) => PlaceOutcome | 'not_accepted';
  /** Told of the answer by which no call was placed, or perhaps none. */
  readonly onFailure: (answer: ApiResult) => void;
}

/** Never throws. */
export const placePatiently = async (
  { ask, meaning, onFailure }: Placing,
  signal: AbortSignal,
): Promise<PlaceOutcome> => {
  for (const wait of [...NOT_ACCEPTED_WAITS_MS, null]) {
    const answer = await ask();
    const result = meaning(answer);
    if (result !== 'not_accepted') {
      if (result.outcome !== 'placed') onFailure(answer);
      return result;
    }
    const wantedMs = (answer.type === 'answered' ? answer.retryAfterMs : undefined) ?? 0;
    if (wait === null || wantedMs > MOST_WAIT_MS || !(await waited(Math.max(wait, wantedMs), signal))) {
      onFailure(answer);
      break;
    }
  }
  return { outcome: 'refused', reason: 'carrier_failed' };
};

/** Whether a status says that nothing was done; 408 may come from a proxy that had already passed the request on. */
export const isRefusal = (status: number): boolean => status >= 400 && status < 500 && status !== 408;

/** False when it was aborted. */
const waited = (ms: number, signal: AbortSignal): Promise<boolean> =>
  delay(ms, undefined, { signal }).then(
    () => true,
    () => false,
  );
