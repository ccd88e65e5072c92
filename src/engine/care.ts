/**
 * Decides when a running nats-server of ours has to be restarted. Pure: {@link look} takes an observation and returns the
 * action.
 *
 * It guarantees:
 * R1. A server that does not greet for {@link FROZEN_LOOKS} looks in a row is frozen, and is killed.
 * R2. The last free space of the disk is reserved for live calls: below {@link RESERVE} there is no room, above twice as
 *     much there is room again.
 * R3. nats-server 2.15 keeps a stream in error after one failed write, until it is restarted. It is therefore restarted,
 *     once there is room, if the disk was almost full in between, or if the journal cannot be written although the server
 *     answers.
 * R4. Restarts that do not help are repeated after {@link FIRST_RESTART_MS}, doubling each time up to
 *     {@link LONGEST_RESTART_MS}; after a calm of that length, the next restart is immediate.
 */

export const LOOK_EVERY_MS = 1_000;
/** A server that is merely starved of CPU answers most looks. */
export const FROZEN_LOOKS = 10;
/** A commit, a timer and a snapshot for each of a thousand calls take less. */
const RESERVE = { bytes: 64 * 1024 * 1024, part: 1 / 8 } as const;
/** One message of the largest size, which may not have fitted although smaller ones did. */
const EMPTY = { bytes: 8 * 1024 * 1024, part: 1 / 32 } as const;
/** How long the journal must be in error before a restart, ms: short errors pass. */
const IN_ERROR_MS = 3_000;
const FIRST_RESTART_MS = 10_000;
const LONGEST_RESTART_MS = 300_000;

/** The observations of one look. */
export interface Seen {
  /** Monotonic, ms. */
  readonly atMs: number;
  /** Whether the server greets new connections; `starting`: it is not expected to. */
  readonly greets: boolean | 'starting';
  /** Space on its disk; null if unknown. */
  readonly disk: { readonly freeBytes: number; readonly totalBytes: number } | null;
  /** How long the server has answered without storing, ms; 0 while it stores, or does not answer. */
  readonly inErrorMs: number;
}

export interface Care {
  readonly silentLooks: number;
  readonly full: boolean;
  /** Whether the disk has been almost full since the server was started. */
  readonly suspect: boolean;
  /** The last restart, and the pause before the next one. */
  readonly restarted: { readonly atMs: number; readonly pauseMs: number } | null;
}

export const CARELESS: Care = { silentLooks: 0, full: false, suspect: false, restarted: null };

export type Restart = 'frozen' | 'disk_was_full' | 'in_error';

export interface Looked {
  readonly care: Care;
  /** Why the server must be restarted now; null if it need not be. */
  readonly restart: Restart | null;
}

const boundOf = (of: { readonly bytes: number; readonly part: number }, totalBytes: number): number =>
  Math.min(of.bytes, totalBytes * of.part);

/** Whether a disk is almost full. `was`: it was before, and needs twice as much free space to be counted as not full. */
export const isAsGoodAsFull = ({ freeBytes, totalBytes }: NonNullable<Seen['disk']>, was: boolean): boolean =>
  freeBytes < (was ? 2 : 1) * boundOf(EMPTY, totalBytes);

/** The state after a look. */
export const look = (before: Care, seen: Seen): Looked => {
  const silentLooks = seen.greets === false ? before.silentLooks + 1 : 0;
  const { full, suspect } = roomOf(before, seen);
  const care: Care = { ...before, silentLooks, full, suspect };
  if (silentLooks >= FROZEN_LOOKS) return restarted(care, seen, 'frozen'); // R1
  if (seen.greets !== true || full) return { care, restart: null };
  if (suspect) return restarted(care, seen, 'disk_was_full'); // R3
  if (seen.inErrorMs >= IN_ERROR_MS) return restarted(care, seen, 'in_error'); // R3
  return { care, restart: null };
};

/** R2 */
const roomOf = (before: Care, { disk }: Seen): Pick<Care, 'full' | 'suspect'> => {
  if (disk === null) return before;
  const reserve = boundOf(RESERVE, disk.totalBytes);
  return {
    full: disk.freeBytes < (before.full ? 2 * reserve : reserve),
    suspect: before.suspect || isAsGoodAsFull(disk, false),
  };
};

/** R4 */
const restarted = (care: Care, { atMs }: Seen, restart: Restart): Looked => {
  const last = care.restarted;
  const since = last === null ? Number.POSITIVE_INFINITY : atMs - last.atMs;
  if (last !== null && since < last.pauseMs) return { care, restart: null };
  const pauseMs =
    last === null || since >= last.pauseMs + LONGEST_RESTART_MS
      ? FIRST_RESTART_MS
      : Math.min(2 * last.pauseMs, LONGEST_RESTART_MS);
  return { care: { ...care, silentLooks: 0, suspect: false, restarted: { atMs, pauseMs } }, restart };
};
