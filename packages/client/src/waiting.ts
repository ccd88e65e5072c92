/** Waits that end early: by a signal, or by a deadline. */

/** Resolves after `ms`. @throws the reason of the signal, as soon as it is aborted */
export const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });

const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 8_000;

/** Delay before retry `attempt` (0 is the first), ms: doubles each time, half of it random, so that clients do not retry together. */
export const backoffMs = (attempt: number, random: () => number): number =>
  Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(attempt, 10)) * (0.5 + random() / 2);

/** A signal that is aborted by a deadline or by another signal, whichever comes first. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Whether the time has passed, and not the other signal aborted. */
  hasPassed(): boolean;
  /** Begins the time again. */
  renew(): void;
  /** Stops the time until it is renewed. */
  pause(): void;
  /** Releases the timer, and leaves the other signal. */
  clear(): void;
  /** Aborts what still uses the signal, and releases all. */
  end(): void;
}

/** `ms` from now on. */
export const deadlineOf = (ms: number, outer?: AbortSignal): Deadline => {
  const controller = new AbortController();
  let passed = false;
  const onOuter = (): void => controller.abort(outer?.reason);
  const onTime = (): void => {
    passed = true;
    controller.abort();
  };
  let timer = setTimeout(onTime, ms);
  const clear = (): void => {
    clearTimeout(timer);
    outer?.removeEventListener('abort', onOuter);
  };
  if (outer?.aborted === true) onOuter();
  outer?.addEventListener('abort', onOuter, { once: true });
  return {
    signal: controller.signal,
    hasPassed: () => passed,
    renew: () => {
      clearTimeout(timer);
      timer = setTimeout(onTime, ms);
    },
    pause: () => clearTimeout(timer),
    clear,
    end: () => {
      clear();
      controller.abort();
    },
  };
};
