/** Those who wait until a shard is applied up to their own commit. */
import { DomainError } from '../schemas/errors.js';

export interface Waiters {
  /** Resolves once `advance` has reached `seq`. @throws DomainError `not_ready` after `timeoutMs`, or when closed */
  wait(shard: number, seq: number, timeoutMs: number): Promise<void>;
  advance(shard: number, seq: number): void;
  /** The tables start over: what was applied is no longer. Those who wait keep waiting. */
  reset(applied: readonly number[]): void;
  applied(shard: number): number;
  close(): void;
}

/** More than any node has requests in flight; beyond it somebody is stuck. */
const MOST = 20_000;

interface Waiter {
  readonly shard: number;
  readonly seq: number;
  readonly settle: (error: DomainError | null) => void;
}

const late = (): DomainError =>
  new DomainError('not_ready', 'The change is stored but not visible yet; read it again in a moment.');

export const createWaiters = (): Waiters => {
  const waiting = new Set<Waiter>();
  let applied: number[] = [];
  let closed = false;

  const appliedOf = (shard: number): number => applied[shard] ?? 0;
  const release = (): void => {
    for (const waiter of waiting) if (waiter.seq <= appliedOf(waiter.shard)) waiter.settle(null);
  };

  return {
    applied: appliedOf,
    wait: (shard, seq, timeoutMs) => {
      if (appliedOf(shard) >= seq) return Promise.resolve();
      if (closed || waiting.size >= MOST) return Promise.reject(late());
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => waiter.settle(late()), timeoutMs);
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
      release();
    },
    reset: (from) => {
      applied = [...from];
      release();
    },
    close: () => {
      closed = true;
      for (const waiter of waiting) waiter.settle(late());
    },
  };
};
