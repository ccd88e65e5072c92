/**
 * Repeats requests that were not answered. Only for requests that may be sent twice, because the server recognises a
 * repetition by its message id or by the sequence that it expects.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { asJournalError, JournalConflict, JournalUnavailable } from '../journal-errors.js';

/** How long replicas may be without a leader, plus a little, ms: an election takes up to 9 s (nats-server, raft.go). */
export const LEADER_ELECTION_MS = 10_000;
/** How long the server may take for a write before it is sent again, ms: a write that died with it is never answered. */
export const ACK_TIMEOUT_MS = 2_000;
const PAUSE_MS = 100;

/** Whether an error leaves the outcome open, or would soon be a different one; the same request may be repeated. */
const isRetryable = (error: unknown): boolean => {
  const failure = asJournalError(error);
  return failure instanceof JournalUnavailable || failure instanceof JournalConflict;
};

/**
 * The answer, however many attempts it takes within {@link LEADER_ELECTION_MS}; or the error that ends them.
 * `isFinal`: errors that are as good as an answer.
 */
export const retryRequest = async <T>(
  request: () => Promise<T>,
  isFinal: (error: unknown) => boolean = () => false,
): Promise<T> => {
  const until = performance.now() + LEADER_ELECTION_MS;
  for (;;) {
    try {
      return await request();
    } catch (error) {
      if (isFinal(error) || !isRetryable(error) || performance.now() > until) throw error;
      await delay(PAUSE_MS);
    }
  }
};
