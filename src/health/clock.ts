/** Reports problems with a node's clocks: in its log, on /readyz, in its metrics and in the trouble book. */
import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import { pause } from '../../actors/runtime/backoff.js';
import type { ClockReading, JournalClock } from '../../actors/runtime/timekeeping/journal-clock.js';
import type { TroubleBook } from '../../actors/runtime/trouble/book.js';
import type { Failing, Trouble } from '../../actors/runtime/trouble/trouble.js';

const POLL_MS = 1_000;
/** A wall clock under NTP is off by less than a tenth of a second. */
const MAX_WALL_OFFSET_MS = 2_000;
/** Interval at which persistent trouble is recorded again, ms. */
const NOTE_EVERY_MS = 30_000;
/** An entry not renewed for this long is obsolete: its node is gone, or its clock is right again; ms. */
const STALE_MS = 3 * NOTE_EVERY_MS;

/** Kinds of clock trouble: the clock of a node's machine, and that of the journal's server. */
export const CLOCKS = ['wall', 'server'] as const;

export interface ClockWatch {
  /** Lines for /readyz while a clock is off. */
  lines(): readonly string[];
  /** Checks an entry of the book again: resolves with whether it is still trouble. */
  retry(trouble: Trouble): Promise<boolean>;
  /** Resolves with true once the node can tell the time, or with false if `signal` is aborted first. */
  untilTrusted(signal: AbortSignal): Promise<boolean>;
  stop(): void;
}

export interface ClockWatchDeps {
  readonly clock: Pick<JournalClock, 'now' | 'reading'>;
  readonly book: Pick<TroubleBook, 'note' | 'clear'>;
  /** The name of the node, stable across restarts. */
  readonly name: string;
  readonly logger: Logger;
  readonly registry: Registry;
}

/** Checks immediately, then every second. */
export const watchClock = ({ clock, book, name, logger, registry }: ClockWatchDeps): ClockWatch => {
  observeClock(clock, registry);
  let wasOff = { wall: false, server: false };
  let isFirst = true;
  let notedAt = Number.NEGATIVE_INFINITY;
  const failingOf = (what: (typeof CLOCKS)[number]): Failing => ({
    kind: 'clock',
    what,
    ref: null,
    key: name,
  });

  const logChanges = (isOff: typeof wasOff, { trust, wallAheadMs }: ClockReading): void => {
    const wall = { wallAheadMs: Math.round(wallAheadMs) };
    if (isOff.wall !== wasOff.wall) {
      if (isOff.wall) logger.error({ event: 'clock.wall_off', ...wall });
      else logger.warn({ event: 'clock.wall_right', ...wall });
    }
    if (isOff.server === wasOff.server) return;
    if (trust.type === 'followed') return logger.warn({ event: 'clock.server_followed' });
    const serverAheadMs = Math.round(trust.serverAheadMs);
    logger.error({ event: 'clock.server_off', trust: trust.type, serverAheadMs, ...wall });
  };
  const check = (): void => {
    const reading = clock.reading();
    const isOff = {
      wall: Math.abs(reading.wallAheadMs) > MAX_WALL_OFFSET_MS,
      server: reading.trust.type !== 'followed',
    };
    logChanges(isOff, reading);
    const isDue = performance.now() - notedAt >= NOTE_EVERY_MS;
    if (isDue) notedAt = performance.now();
    const since = clock.now();
    for (const what of CLOCKS) {
      const failing = failingOf(what);
      if (isOff[what] && (isDue || !wasOff[what]))
        void book.note(failing, new ClockOff(linesOf(reading).join(' ')), { attempts: 1, since });
      // Also clears what an earlier process of this node recorded.
      else if (!isOff[what] && (wasOff[what] || isFirst)) void book.clear(failing);
    }
    isFirst = false;
    wasOff = isOff;
  };
  check();
  const timer = setInterval(check, POLL_MS);
  timer.unref();

  return {
    lines: () => linesOf(clock.reading()),
    retry: async ({ lastAt }) => clock.now() - lastAt < STALE_MS,
    untilTrusted: async (signal) => {
      while (!signal.aborted && clock.reading().trust.type === 'untrusted') await pause(POLL_MS, signal);
      return !signal.aborted;
    },
    stop: () => clearInterval(timer),
  };
};

/** A clock that differs from the journal's time. */
class ClockOff extends Error {
  override readonly name = 'ClockOff';
  readonly code = 'clock_off';
}

const linesOf = ({ trust, wallAheadMs }: ClockReading): readonly string[] => [
  ...(Math.abs(wallAheadMs) > MAX_WALL_OFFSET_MS
    ? [`The clock of this machine is ${formatOffset(wallAheadMs)} the journal's time.`]
    : []),
  ...(trust.type === 'followed'
    ? []
    : [`The clock of the journal's server is ${formatOffset(trust.serverAheadMs)} the journal's time.`]),
];

const formatOffset = (aheadMs: number): string =>
  `${Math.round(Math.abs(aheadMs) / 1_000)} s ${aheadMs > 0 ? 'ahead of' : 'behind'}`;

const observeClock = (clock: Pick<JournalClock, 'reading'>, registry: Registry): void => {
  const gauge = (name: string, help: string, seconds: (reading: ClockReading) => number): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(seconds(clock.reading()));
      },
    });
  };
  gauge(
    'parley_clock_offset_seconds',
    "The machine's wall clock minus the journal's time",
    ({ wallAheadMs }) => wallAheadMs / 1_000,
  );
  gauge(
    'parley_clock_server_offset_seconds',
    "The clock of the journal's server minus the journal's time, if it is not followed; 0 otherwise",
    ({ trust }) => (trust.type === 'followed' ? 0 : trust.serverAheadMs / 1_000),
  );
};
