/** Placing a call at a carrier: a request that was definitely not accepted is retried, an uncertain one never. */
import { type Backoff, pause, steadyBackoffMs } from '../../actors/runtime/backoff.js';
import type { ApiResult } from '../http-api.js';
import type { PlaceOutcome } from './carrier.js';

/** After a 429 (carriers accept about one call a second) without a longer Retry-After, or if no connection was made. */
const NOT_ACCEPTED: Backoff = { firstMs: 250, longestMs: 2_000 };
const MAX_RETRIES = 4;

/** A longer Retry-After is not waited for: another carrier may take the call. */
const MAX_WAIT_MS = 4_000;

export interface PlaceAttempts {
  readonly send: () => Promise<ApiResult>;
  /** The meaning of a response; `not_accepted`: definitely not placed, and a retry may succeed. */
  readonly interpret: (answer: ApiResult) => PlaceOutcome | 'not_accepted';
  /** Called with the final response if it did not, or possibly did not, place the call. */
  readonly onFailure: (answer: ApiResult) => void;
}

/** Never throws. */
export const placeWithRetries = async (
  { send, interpret, onFailure }: PlaceAttempts,
  signal: AbortSignal,
): Promise<PlaceOutcome> => {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await send();
    const result = interpret(answer);
    if (result !== 'not_accepted') {
      if (result.outcome !== 'placed') onFailure(answer);
      return result;
    }
    const wantedMs = (answer.type === 'answered' ? answer.retryAfterMs : undefined) ?? 0;
    const canRetry = attempt <= MAX_RETRIES && wantedMs <= MAX_WAIT_MS;
    if (canRetry) await pause(Math.max(steadyBackoffMs(attempt, NOT_ACCEPTED), wantedMs), signal);
    if (canRetry && !signal.aborted) continue;
    onFailure(answer);
    return { outcome: 'refused', reason: 'carrier_failed' };
  }
};

/** Whether a status proves that nothing was done; a 408 may come from a proxy that had already forwarded the request. */
export const isRefusal = (status: number): boolean => status >= 400 && status < 500 && status !== 408;
