/** Requests that wait until a shard is applied up to their own commit. */
import { DomainError } from '../../../schemas/errors.js';

/** A queue for each shard. */
export interface Waiters {
  /** Resolves once `advance` has reached `seq`. @throws DomainError `not_ready` after `timeoutMs`, or when closed */
  wait(shard: number, seq: number, timeoutMs: number): Promise<void>;
  advance(shard: number, seq: number): void;
  /** The tables start over: earlier progress no longer counts. Waiting requests keep waiting. */
  reset(applied: readonly number[]): void;
  /** Applied rows of the shard may come from lost commits: no wait resolves until {@link release}. */
  hold(shard: number): void;
  release(shard: number): void;
  applied(shard: number): number;
  close(): void;
}

/** More than any node has requests in flight; beyond it something is stuck. */
const MAX_WAITERS = 20_000;

interface Waiter {
  readonly shard: number;
  readonly seq: number;
  readonly settle: (error: DomainError | null) => void;
}

const notVisibleYet = (): DomainError =>
  new DomainError('not_ready', 'The change is stored but not visible yet; read it again in a moment.');

/** Starts without waiting requests, and with nothing applied. */
export const createWaiters = (): Waiters => {
  const waiting = new Set<Waiter>();
  const held = new Set<number>();
  let applied: number[] = [];
  let closed = false;

  const appliedOf = (shard: number): number => applied[shard] ?? 0;
  const isVisible = (shard: number, seq: number): boolean => !held.has(shard) && seq <= appliedOf(shard);
  const settle = (): void => {
    for (const waiter of waiting) if (isVisible(waiter.shard, waiter.seq)) waiter.settle(null);
  };

  return {
    applied: appliedOf,
    wait: (shard, seq, timeoutMs) => {
      if (isVisible(shard, seq)) return Promise.resolve();
      if (closed || waiting.size >= MAX_WAITERS) return Promise.reject(notVisibleYet());
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => waiter.settle(notVisibleYet()), timeoutMs);
        const waiter: Waiter = {
          shard,
          seq,
          settle: (error) => {
            clearTimeout(timer);
            waiting.delete(waiter);
            if (error === null) resolve();
            else reject(error);
          },
        };
        waiting.add(waiter);
      });
    },
    advance: (shard, seq) => {
      if (seq <= appliedOf(shard)) return;
      applied[shard] = seq;
      settle();
    },
    reset: (from) => {
      applied = [...from];
      settle();
    },
    hold: (shard) => void held.add(shard),
    release: (shard) => {
      held.delete(shard);
      settle();
    },
    close: () => {
      closed = true;
      for (const waiter of waiting) waiter.settle(notVisibleYet());
    },
  };
};
