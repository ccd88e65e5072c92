/** Calls that are started and waited for. */
import { ParleyError } from './errors.js';
import type { Data, Operation, Params, RequestOptions } from './types.js';
import { sleep } from './waiting.js';

/** A call with its transcript, as it is read. */
export type CallDetail = Data<'readVoiceCall'>;

/** How long to wait for the end of a call. */
export interface WaitOptions {
  /** Time between two reads, ms. Default: 1,000. */
  readonly pollMs?: number;
  /** The longest wait, ms. Default: 15 minutes. The call is not cancelled when it passes. */
  readonly timeoutMs?: number;
  /** Ends the wait; the promise rejects with the signal's reason. The call is not cancelled. */
  readonly signal?: AbortSignal;
}

/** How a call is started and waited for. */
export interface StartAndWaitOptions extends WaitOptions {
  /** As {@link RequestOptions.idempotencyKey}, of the start. */
  readonly idempotencyKey?: string;
}

const POLL_MS = 1_000;
const MIN_POLL_MS = 100;
const WAIT_MS = 15 * 60_000;

const ENDED: ReadonlySet<string> = new Set(['completed', 'no_answer', 'busy', 'failed', 'cancelled']);

/** Whether the call has ended, for whatever reason. */
const hasEnded = ({ call }: CallDetail): boolean => ENDED.has(call.status);

/**
 * Reads the call until it has ended. A service that does not answer meanwhile, as in a restart, is read again until the time has passed.
 * @throws ParleyError `wait_timed_out`, or that of a read which no retry can change
 */
export const waitForCall = async (
  read: Operation<'readVoiceCall'>,
  params: Params<'readVoiceCall'>,
  { pollMs = POLL_MS, timeoutMs = WAIT_MS, signal }: WaitOptions = {},
): Promise<CallDetail> => {
  const until = performance.now() + timeoutMs;
  const options: RequestOptions = signal === undefined ? {} : { signal };
  let cause: unknown;
  for (;;) {
    try {
      const detail = await read(params, options);
      if (hasEnded(detail)) return detail;
      cause = undefined;
    } catch (error) {
      if (!(error instanceof ParleyError) || !error.retryable) throw error;
      cause = error;
    }
    const left = until - performance.now();
    if (left <= 0)
      throw new ParleyError({
        code: 'wait_timed_out',
        message: `The call ${params.callId} has not ended within ${timeoutMs} ms. It continues: wait for it again, or cancel it.`,
        retryable: true,
        cause,
      });
    await sleep(Math.min(Math.max(pollMs, MIN_POLL_MS), left), signal);
  }
};
