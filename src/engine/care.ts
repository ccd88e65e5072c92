/**
 * When a nats-server of ours has to be started again although it runs. Pure: {@link look} is told what was seen, and
 * answers what is to be done.
 *
 * It guarantees:
 * R1. A server that greets nobody for {@link FROZEN_LOOKS} looks in a row is frozen, and is killed.
 * R2. What is left of the disk is kept for calls that are up: below {@link RESERVE} there is no room, above twice as much
 *     there is again.
 * R3. nats-server 2.15 keeps a stream in error that could not be written once, until it is started again. So it is, once
 *     there is room, when the disk was as good as empty in between, or the journal cannot be written although the server
 *     answers.
 * R4. Starts that do not help are repeated after {@link FIRST_RESTART_MS}, twice as long each time, {@link LONGEST_RESTART_MS}
 *     at most; one that was needed, after calm of that length, at once.
 */

export const LOOK_EVERY_MS = 1_000;
/** Of a server that is only starved of the processor most looks are answered. */
export const FROZEN_LOOKS = 10;
/** A commit, a timer and a snapshot of each of a thousand calls take less. */
const RESERVE = { bytes: 64 * 1024 * 1024, part: 1 / 8 } as const;
/** One message of the largest size, which may have found no room although smaller ones did. */
const EMPTY = { bytes: 8 * 1024 * 1024, part: 1 / 32 } as const;
/** For how long the journal must be in error, ms: a hiccup passes. */
const IN_ERROR_MS = 3_000;
const FIRST_RESTART_MS = 10_000;
const LONGEST_RESTART_MS = 300_000;

/** What is seen at a look. */
export interface Seen {
  /** Monotonic, ms. */
  readonly atMs: number;
  /** Whether it greets who connects; `starting`: it is not expected to. */
  readonly greets: boolean | 'starting';
  /** Of its disk; null when that cannot be told. */
  readonly disk: { readonly freeBytes: number; readonly totalBytes: number } | null;
  /** For how long it has answered without storing, ms; 0 while it stores, or does not answer. */
  readonly inErrorMs: number;
}

export interface Care {
  readonly silentLooks: number;
  readonly full: boolean;
  /** The disk was as good as empty since the server was started. */
  readonly suspect: boolean;
  /** When it was last started again, and how long is waited before the next time. */
  readonly restarted: { readonly atMs: number; readonly pauseMs: number } | null;
}

export const CARELESS: Care = { silentLooks: 0, full: false, suspect: false, restarted: null };

export type Restart = 'frozen' | 'disk_was_full' | 'in_error';

export interface Looked {
  readonly care: Care;
  /** Why it has to be started again now; null: it has not. */
  readonly restart: Restart | null;
}

const boundOf = (of: { readonly bytes: number; readonly part: number }, totalBytes: number): number =>
  Math.min(of.bytes, totalBytes * of.part);

/** Whether a disk has as good as nothing left; `was`: it had nothing, and takes twice as much to count as otherwise. */
export const isAsGoodAsFull = ({ freeBytes, totalBytes }: NonNullable<Seen['disk']>, was: boolean): boolean =>
  freeBytes < (was ? 2 : 1) * boundOf(EMPTY, totalBytes);

/** The care after a look. */
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
