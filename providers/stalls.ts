/** Detects provider streams that stall without ending: each has a deadline for its first item and between items. */

export interface StallLimits {
  /** Time limit for the first item, ms. */
  readonly firstMs: number;
  /** Time limit between one item and the next, ms. */
  readonly betweenMs: number;
}

/** While a caller is listening (docs/explanation/media.md "Failure"). */
export const LIVE_LIMITS: StallLimits = { firstMs: 3_000, betweenMs: 2_000 };
/** For speech made ahead, on an engine that may have a queue: longer than a listener would wait. */
export const AHEAD_LIMITS: StallLimits = { firstMs: 15_000, betweenMs: 5_000 };
/** For answers that are read rather than heard: models think before they write. */
export const WRITTEN_LIMITS: StallLimits = { firstMs: 20_000, betweenMs: 10_000 };

/** A provider's stream delivered nothing for too long. */
export class Stalled extends Error {
  override readonly name = 'Stalled';
}

/**
 * The items of the stream that `open` starts. The stream's own signal aborts when `signal` does, when the stream stalls and
 * when the consumer stops reading. Its end is not awaited, so a stream that ignores its signal delays nothing.
 * @throws Stalled; the stream's own errors; the reason of `signal`
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
  // The loser of the race must not become an unhandled rejection.
  work.catch(() => undefined);
  signal.throwIfAborted();
  let onAbort: () => void = () => undefined;
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Stalled(`no data for ${ms} ms`)), ms);
    onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
};
