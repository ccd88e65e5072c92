/**
 * Concurrency slots for work on behalf of owners, limited in total and per owner. A free slot goes to the owner that holds
 * the fewest, and among equals to the longest wait, so a busy owner does not delay the others.
 */

export interface FairSlots {
  /** Waits for a slot; returns a function that releases it (idempotent). @throws the signal's reason if it aborts first */
  take(owner: string, signal: AbortSignal): Promise<() => void>;
  /** The number of waiters. */
  waiting(): number;
}

export interface SlotLimits {
  readonly inAll: number;
  readonly perOwner: number;
}

interface Waiter {
  readonly owner: string;
  readonly go: () => void;
}

export const createFairSlots = ({ inAll, perOwner }: SlotLimits): FairSlots => {
  const held = new Map<string, number>();
  const waiters = new Set<Waiter>();
  let taken = 0;

  const heldBy = (owner: string): number => held.get(owner) ?? 0;
  const occupy = (owner: string): void => {
    taken += 1;
    held.set(owner, heldBy(owner) + 1);
  };

  const next = (): Waiter | null => {
    let best: Waiter | null = null;
    for (const waiter of waiters) {
      const count = heldBy(waiter.owner);
      if (count < perOwner && (best === null || count < heldBy(best.owner))) best = waiter;
    }
    return best;
  };

  const release = (owner: string): void => {
    taken -= 1;
    const left = heldBy(owner) - 1;
    if (left === 0) held.delete(owner);
    else held.set(owner, left);
    const waiter = next();
    if (waiter === null) return;
    waiters.delete(waiter);
    occupy(waiter.owner);
    waiter.go();
  };

  const releaseOnce = (owner: string): (() => void) => {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      release(owner);
    };
  };

  return {
    waiting: () => waiters.size,
    take: async (owner, signal) => {
      signal.throwIfAborted();
      if (taken < inAll && heldBy(owner) < perOwner) {
        occupy(owner);
        return releaseOnce(owner);
      }
      await new Promise<void>((resolve, reject) => {
        const onAbort = (): void => {
          waiters.delete(waiter);
          reject(signal.reason);
        };
        const waiter: Waiter = {
          owner,
          go: () => {
            signal.removeEventListener('abort', onAbort);
            resolve();
          },
        };
        waiters.add(waiter);
        signal.addEventListener('abort', onAbort, { once: true });
      });
      return releaseOnce(owner);
    },
  };
};
