/**
 * The queue in front of one actor.
 *
 * It guarantees:
 * M1. One piece of work at a time, in the order of arrival.
 * M2. No more than `limit` wait: the next one is refused with `not_ready`, and nothing else changes.
 * M3. Once closed it accepts nothing more, and finishes what it accepted.
 * M4. Items that wait next to each other, with no other work between them, are one piece of work when their turn comes.
 */
import { DomainError } from '../../../schemas/errors.js';

export interface Mailbox<Item> {
  /** @throws DomainError `not_ready` when full or closed; otherwise what `work` throws. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when the item is done (M4). @throws DomainError `not_ready` when full or closed */
  add(item: Item): Promise<void>;
  /** How many wait or run. */
  depth(): number;
  /** Resolves when the last piece of work is done. */
  close(): Promise<void>;
}

/** `processAll`: does the work of items, and never rejects. */
export const createMailbox = <Item = never>(
  limit: number,
  processAll: (items: readonly Item[]) => Promise<void> = () => Promise.resolve(),
): Mailbox<Item> => {
  let depth = 0;
  let closed = false;
  let last: Promise<unknown> = Promise.resolve();
  /** The items at the end of the queue, until their turn comes. */
  let open: { readonly items: Item[]; readonly done: Promise<void> } | null = null;

  const isFull = (): boolean => closed || depth > limit;
  const enqueue = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
  return {
    run: <T>(work: () => Promise<T>): Promise<T> => {
      if (isFull()) return Promise.reject(new DomainError('not_ready'));
      depth += 1;
      open = null;
      return enqueue(async () => {
        try {
          return await work();
        } finally {
          depth -= 1;
        }
      });
    },
    add: (item) => {
      if (isFull()) return Promise.reject(new DomainError('not_ready'));
      depth += 1;
      if (open !== null) {
        open.items.push(item);
        return open.done;
      }
      const items = [item];
      const done = enqueue(async () => {
        if (open?.items === items) open = null;
        await processAll(items);
        depth -= items.length;
      });
      open = { items, done };
      return done;
    },
    depth: () => depth,
    close: async () => {
      closed = true;
      await last;
    },
  };
};
