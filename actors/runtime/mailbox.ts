/**
 * The queue before one actor.
 *
 * It guarantees:
 * M1. One piece of work at a time, in the order of arrival.
 * M2. No more than `limit` wait: the next one is refused with `not_ready`, and nothing else changes.
 * M3. Once closed it takes nothing more, and finishes what it took.
 */
import { DomainError } from '../../schemas/errors.js';

export interface Mailbox {
  /** @throws DomainError `not_ready` when full or closed; otherwise whatever `work` throws. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** How many wait or run. */
  depth(): number;
  /** Resolves when the last piece of work is done. */
  close(): Promise<void>;
}

export const createMailbox = (limit: number): Mailbox => {
  let depth = 0;
  let closed = false;
  let last: Promise<unknown> = Promise.resolve();
  return {
    run: <T>(work: () => Promise<T>): Promise<T> => {
      if (closed || depth > limit) return Promise.reject(new DomainError('not_ready'));
      depth += 1;
      const done = async (): Promise<T> => {
        try {
          return await work();
        } finally {
          depth -= 1;
        }
      };
      const result = last.then(done);
      last = result.catch(() => undefined);
      return result;
    },
    depth: () => depth,
    close: async () => {
      closed = true;
      await last;
    },
  };
};
