/** Streams of providers that stop without ending: each has a deadline for its first item and between items. */

export interface StallLimits {
  /** How long the first item may take, ms. */
  readonly firstMs: number;
  /** How long the next one may take after one that came, ms. */
  readonly betweenMs: number;
}

/** While somebody listens (docs/media.md "Failure"). */
export const LIVE_LIMITS: StallLimits = { firstMs: 3_000, betweenMs: 2_000 };
/** Where it is made ahead, on an engine that may have a queue: longer than whoever listens waits. */
export const AHEAD_LIMITS: StallLimits = { firstMs: 15_000, betweenMs: 5_000 };
/** Where an answer is read rather than heard: models think before they write. */
export const WRITTEN_LIMITS: StallLimits = { firstMs: 20_000, betweenMs: 10_000 };

/** A provider's stream brought nothing for too long. */
export class Stalled extends Error {
  override readonly name = 'Stalled';
}

/**
 * What `open` streams. The stream's own signal aborts when `signal` does, when it stalls and when nobody reads on;
 * it is not waited for, so that one that ignores its signal holds up nobody.
 * @throws Stalled; what the stream throws; the reason of `signal`
 */
export async function* unlessStalled<T>(
  open: (signal: AbortSignal) => AsyncIterable<T>,
  signal: AbortSignal,
  limits: StallLimits,
): AsyncGenerator<T, void> {
  const stop = new AbortController();
  const items = open(AbortSignal.any([signal, stop.signal]))[Symbol.asyncIterator]();
  let waitMs = limits.firstMs;
  try {
    for (;;) {
      const item = await within(items.next(), waitMs, signal);
      if (item.done === true) return;
      waitMs = limits.betweenMs;
      yield item.value;
    }
  } finally {
    stop.abort();
  }
}

const within = async <T>(work: Promise<T>, ms: number, signal: AbortSignal): Promise<T> => {
  // Whichever loses is nobody's any more.
  work.catch(() => undefined);
  signal.throwIfAborted();
  let giveUp: () => void = () => undefined;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Stalled(`nothing came for ${ms} ms`)), ms);
    giveUp = () => reject(signal.reason);
    signal.addEventListener('abort', giveUp, { once: true });
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
  }
};
