/**
 * How late the thread that paces audio is, and whose fault that is. A loop that is late because of what runs on it wants
 * mending; one that stood in line for a processor wants more processors.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { createHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { Gauge, type Registry } from 'prom-client';

/** How often it is looked at, ms: what is shorter than a few of these is not seen exactly. */
const RESOLUTION_MS = 2;
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

/** Where the system does not say how long a thread waits for a processor, there is no such metric. */
const observeOwnDelay = (registry: Registry): { readonly stop: () => void } => {
  const queue = openRunQueue();
  if (queue === null) return { stop: () => undefined };
  const own = createHistogram();
  let last = performance.now();
  let waited = queue.waitedMs();
  const timer = setInterval(() => {
    const now = performance.now();
    const waitedNow = queue.waitedMs();
    // The histogram counts from 1.
    own.record(1 + Math.round(ownDelay(now - last, waitedNow - waited) * 1_000));
    last = now;
    waited = waitedNow;
  }, RESOLUTION_MS);
  timer.unref();
  new Gauge({
    name: 'parley_loop_own_delay_ms',
    help: 'Lateness of the event loop since the last scrape less what its thread waited for a processor, ms',
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
      queue.close();
    },
  };
};

/**
 * What of a look's lateness the thread caused itself, ms; `sinceMs`: since the look before, of which it `waitedMs` for a
 * processor. The wait may have come before the look was due: as much of it as can is held to have.
 */
export const ownDelay = (sinceMs: number, waitedMs: number): number =>
  Math.max(0, sinceMs - RESOLUTION_MS - Math.max(0, waitedMs - RESOLUTION_MS));

/** What the scheduler tells of one thread (proc_pid_schedstat: ns on a processor, ns in line for one, how often). */
export interface RunQueue {
  /** How long the thread has waited for a processor since it began. */
  waitedMs(): number;
  close(): void;
}

/** Of the calling thread; null where the system does not tell. */
export const openRunQueue = (): RunQueue | null => {
  let file: number;
  try {
    file = openSync('/proc/thread-self/schedstat', 'r');
  } catch {
    return null;
  }
  const text = Buffer.alloc(128);
  return {
    waitedMs: () => {
      const length = readSync(file, text, 0, text.length, 0);
      return Number(text.toString('latin1', 0, length).split(' ')[1]) / 1e6;
    },
    close: () => closeSync(file),
  };
};
