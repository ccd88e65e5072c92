/**
 * Decides when a running nats-server of ours has to be restarted. Pure: {@link check} takes an observation and returns the
 * action.
 *
 * It guarantees:
 * R1. A server that does not greet for {@link FROZEN_CHECKS} checks in a row is frozen, and is killed.
 * R2. The last free space of the disk is reserved for live calls: below {@link RESERVE} there is no room, above twice as
 *     much there is room again.
 * R3. nats-server 2.15 keeps a stream in error after one failed write, until it is restarted. It is therefore restarted,
 *     once there is room, if the disk was almost full in between, or if the journal cannot be written although the server
 *     answers.
 * R4. Restarts that do not help are repeated after {@link AGAIN}: ten seconds, doubling each time up to
 *     five minutes; after a calm of that length, the next restart is immediate.
 */
import { type Backoff, steadyBackoffMs } from '../../actors/runtime/backoff.js';

export const CHECK_EVERY_MS = 1_000;
/** A server that is merely starved of CPU answers most looks. */
export const FROZEN_CHECKS = 10;
/** A commit, a timer and a snapshot for each of a thousand calls take less. */
const RESERVE = { bytes: 64 * 1024 * 1024, part: 1 / 8 } as const;
/** One message of the largest size, which may not have fitted although smaller ones did. */
const NEARLY_FULL = { bytes: 8 * 1024 * 1024, part: 1 / 32 } as const;
/** How long the journal must be in error before a restart, ms: short errors pass. */
const MAX_ERROR_MS = 3_000;
const AGAIN: Backoff = { firstMs: 10_000, longestMs: 300_000 };

/** The observations of one look. */
export interface Observation {
  /** Monotonic, ms. */
  readonly atMs: number;
  /** Whether the server greets new connections; `starting`: it is not expected to. */
  readonly responds: boolean | 'starting';
  /** Space on its disk; null if unknown. */
  readonly disk: { readonly freeBytes: number; readonly totalBytes: number } | null;
  /** How long the server has answered without storing, ms; 0 while it stores, or does not answer. */
  readonly inErrorMs: number;
}

export interface Care {
  readonly silentChecks: number;
  readonly full: boolean;
  /** Whether the disk has been almost full since the server was started. */
  readonly suspect: boolean;
  /** The last restart, and how many there were without a calm. */
  readonly restarted: { readonly atMs: number; readonly count: number } | null;
}

export const INITIAL_CARE: Care = { silentChecks: 0, full: false, suspect: false, restarted: null };

export type Restart = 'frozen' | 'disk_was_full' | 'in_error';

export interface CheckResult {
  readonly care: Care;
  /** Why the server must be restarted now; null if it need not be. */
  readonly restart: Restart | null;
}

const limitOf = (limit: { readonly bytes: number; readonly part: number }, totalBytes: number): number =>
  Math.min(limit.bytes, totalBytes * limit.part);

/** Whether a disk is almost full. `wasFull`: it was before, and needs twice as much free space to be counted as not full. */
export const isNearlyFull = (
  { freeBytes, totalBytes }: NonNullable<Observation['disk']>,
  wasFull: boolean,
): boolean => freeBytes < (wasFull ? 2 : 1) * limitOf(NEARLY_FULL, totalBytes);

/** The state after a look. */
export const check = (before: Care, observation: Observation): CheckResult => {
  const silentChecks = observation.responds === false ? before.silentChecks + 1 : 0;
  const { full, suspect } = diskState(before, observation);
  const care: Care = { ...before, silentChecks, full, suspect };
  if (silentChecks >= FROZEN_CHECKS) return afterRestart(care, observation, 'frozen'); // R1
  if (observation.responds !== true || full) return { care, restart: null };
  if (suspect) return afterRestart(care, observation, 'disk_was_full'); // R3
  if (observation.inErrorMs >= MAX_ERROR_MS) return afterRestart(care, observation, 'in_error'); // R3
  return { care, restart: null };
};

/** R2 */
const diskState = (before: Care, { disk }: Observation): Pick<Care, 'full' | 'suspect'> => {
  if (disk === null) return before;
  const reserve = limitOf(RESERVE, disk.totalBytes);
  return {
    full: disk.freeBytes < (before.full ? 2 * reserve : reserve),
    suspect: before.suspect || isNearlyFull(disk, false),
  };
};

/** R4 */
const afterRestart = (care: Care, { atMs }: Observation, restart: Restart): CheckResult => {
  const last = care.restarted ?? { atMs: Number.NEGATIVE_INFINITY, count: 0 };
  const since = atMs - last.atMs;
  const pauseMs = steadyBackoffMs(last.count, AGAIN);
  if (since < pauseMs) return { care, restart: null };
  const count = since >= pauseMs + AGAIN.longestMs ? 1 : last.count + 1;
  return { care: { ...care, silentChecks: 0, suspect: false, restarted: { atMs, count } }, restart };
};
