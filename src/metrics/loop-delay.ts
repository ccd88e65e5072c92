/**
 * Measures how late the thread that paces audio is, and why. A loop that is late because of its own work needs fixing;
 * one whose thread was not running meanwhile needs more processors, or a quieter machine.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { createHistogram } from 'node:perf_hooks';
import { Gauge, type Registry } from 'prom-client';

/**
 * Sampling interval, ms: half a frame. Shorter delays are seen only in part. Each sample wakes the thread, and a
 * hundred per second are half of what a node without calls does.
 */
const RESOLUTION_MS = 10;
const QUANTILES = [0.5, 0.99, 0.999, 1] as const;

/** Quantiles of the lateness, ms, by name; taking them resets them. */
interface Lateness {
  take(): readonly (readonly [quantile: string, ms: number])[];
}

export interface LoopMeter {
  readonly late: Lateness;
  /** The lateness during which the thread was running; null if the system does not report a thread's CPU time. */
  readonly own: Lateness | null;
  stop(): void;
}

/** Measures the loop of the calling thread, until it is stopped. */
export const measureLoop = (): LoopMeter => {
  const late = recordLateness();
  const clock = openThreadClock();
  const own = clock === null ? null : recordLateness();
  let last = performance.now();
  let worked = clock?.workedMs() ?? 0;
  const timer = setInterval(() => {
    const now = performance.now();
    late.record(Math.max(0, now - last - RESOLUTION_MS));
    if (clock !== null && own !== null) {
      const workedNow = clock.workedMs();
      own.record(ownDelay(now - last, workedNow - worked));
      worked = workedNow;
    }
    last = now;
  }, RESOLUTION_MS);
  timer.unref();
  return {
    late,
    own,
    stop: () => {
      clearInterval(timer);
      clock?.close();
    },
  };
};

const recordLateness = (): Lateness & { record(ms: number): void } => {
  const histogram = createHistogram();
  return {
    // The histogram counts from 1.
    record: (ms) => histogram.record(1 + Math.round(ms * 1_000)),
    take: () => {
      const taken = QUANTILES.map(
        (quantile) =>
          [String(quantile), Math.max(0, histogram.percentile(quantile * 100) - 1) / 1_000] as const,
      );
      histogram.reset();
      return taken;
    },
  };
};

/** Exports the lateness since the last scrape of `/metrics`, ms, until `stop`. Beyond a p99.9 of 20 ms, calls stutter audibly. */
export const observeLoop = (registry: Registry): { readonly stop: () => void } => {
  const meter = measureLoop();
  const addGauge = (name: string, help: string, lateness: Lateness): void => {
    new Gauge({
      name,
      help,
      labelNames: ['quantile'],
      registers: [registry],
      collect() {
        for (const [quantile, ms] of lateness.take()) this.set({ quantile }, ms);
      },
    });
  };
  addGauge('parley_loop_delay_ms', 'Lateness of the event loop since the last scrape, ms', meter.late);
  if (meter.own !== null)
    addGauge(
      'parley_loop_own_delay_ms',
      'Lateness of the event loop since the last scrape, excluding time in which its thread did not run, ms',
      meter.own,
    );
  return meter;
};

/**
 * How much of a sample's lateness was the thread's own work, ms. `sinceMs`: time since the previous sample; `workedMs`:
 * how long the thread ran in that time. For the rest, it waited for a processor, or the host had none to give.
 */
export const ownDelay = (sinceMs: number, workedMs: number): number =>
  Math.max(0, Math.min(sinceMs - RESOLUTION_MS, workedMs));

/** CPU time of a thread, from the scheduler (proc_pid_schedstat, first number, ns). */
export interface ThreadClock {
  /** Since the thread started. */
  workedMs(): number;
  close(): void;
}

/** Clock of the calling thread; null if the system does not provide one. */
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
