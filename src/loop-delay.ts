/**
 * How late the thread that paces audio is, and whose fault that is. A loop that is late because of what runs on it wants
 * mending; one whose thread was not at work meanwhile wants more processors, or a quieter machine.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { createHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { Gauge, type Registry } from 'prom-client';

/**
 * How often it is looked at, ms: a quarter of a frame. What is shorter is seen in part; every look wakes the thread, so a finer
 * one costs more than it tells.
 */
const RESOLUTION_MS = 5;
const QUANTILES = [0.5, 0.99, 0.999, 1] as const;

/** Lateness since `/metrics` was last read, ms. Beyond p99.9 of 20 ms calls are heard to stutter. Until `stop`. */
export const observeLoop = (registry: Registry): { readonly stop: () => void } => {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  new Gauge({
    name: 'parley_loop_delay_ms',
    help: 'Lateness of the event loop since the last scrape, ms',
    labelNames: ['quantile'],
    registers: [registry],
    collect() {
      for (const quantile of QUANTILES)
        this.set(
          { quantile: String(quantile) },
          Math.max(0, delays.percentile(quantile * 100) / 1e6 - RESOLUTION_MS),
        );
      delays.reset();
    },
  });
  const attributed = observeOwnDelay(registry);
  return {
    stop: () => {
      delays.disable();
      attributed.stop();
    },
  };
};

/** Where the system does not say how long a thread works, there is no such metric. */
const observeOwnDelay = (registry: Registry): { readonly stop: () => void } => {
  const clock = openThreadClock();
  if (clock === null) return { stop: () => undefined };
  const own = createHistogram();
  let last = performance.now();
  let worked = clock.workedMs();
  const timer = setInterval(() => {
    const now = performance.now();
    const workedNow = clock.workedMs();
    // The histogram counts from 1.
    own.record(1 + Math.round(ownDelay(now - last, workedNow - worked) * 1_000));
    last = now;
    worked = workedNow;
  }, RESOLUTION_MS);
  timer.unref();
  new Gauge({
    name: 'parley_loop_own_delay_ms',
    help: 'Lateness of the event loop since the last scrape, as far as its thread was at work, ms',
    labelNames: ['quantile'],
    registers: [registry],
    collect() {
      for (const quantile of QUANTILES)
        this.set({ quantile: String(quantile) }, (own.percentile(quantile * 100) - 1) / 1_000);
      own.reset();
    },
  });
  return {
    stop: () => {
      clearInterval(timer);
      clock.close();
    },
  };
};

/**
 * What of a look's lateness was the thread's own work, ms: it was `sinceMs` since the look before, of which it `workedMs`.
 * The rest it stood in line for a processor, or the machine below had none to give.
 */
export const ownDelay = (sinceMs: number, workedMs: number): number =>
  Math.max(0, Math.min(sinceMs - RESOLUTION_MS, workedMs));

/** How long a thread has been on a processor, by the scheduler (proc_pid_schedstat, first number, ns). */
export interface ThreadClock {
  /** Since the thread began. */
  workedMs(): number;
  close(): void;
}

/** Of the calling thread; null where the system does not tell. */
export const openThreadClock = (): ThreadClock | null => {
  let file: number;
  try {
    file = openSync('/proc/thread-self/schedstat', 'r');
  } catch {
    return null;
  }
  const text = Buffer.alloc(128);
  return {
    workedMs: () => {
      const length = readSync(file, text, 0, text.length, 0);
      return Number.parseInt(text.toString('latin1', 0, length), 10) / 1e6;
    },
    close: () => closeSync(file),
  };
};
