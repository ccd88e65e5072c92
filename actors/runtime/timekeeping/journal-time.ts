/**
 * The time by the journal, from stamps that its server puts on stored messages. Pure; journal-clock.ts takes the
 * stamps.
 *
 * A node continues on its monotonic clock, which cannot be set, and corrects it by the server's clock. So the wall
 * clock of a node may step freely: absolute times of all nodes stay comparable, because they all come from one server.
 *
 * It guarantees:
 * JT1. Time never goes back, and between two corrections it runs as the monotonic clock does.
 * JT2. The server's clock is followed gently, at most {@link SLEW} faster or slower than the monotonic clock, while it
 *      is within {@link FOLLOWED_MS}: servers of a cluster differ, and each leader stamps by its own clock.
 * JT3. A server whose clock is further off is not followed: the node holds its own time, and reports the difference.
 * JT4. Nodes agree: each writes the difference between its time and the server's clock, and a node that starts adopts
 *      that of a living one. So a node that starts while the others hold their time holds the same.
 * JT5. A node that alone fell behind (its machine was paused) catches up in one step, if the others agree with the
 *      server.
 * JT6. Within the uncertainty of a sample, its round trip, the machine's wall clock decides: machines whose clocks are
 *      kept by NTP agree to the millisecond, even if a busy server answers late. The result never leaves that range.
 *
 * All times are ms. `monotonic`: of one process, from any moment.
 */

/** How much faster or slower than the monotonic clock time may run to follow the server: 10 ms a second. */
export const SLEW = 0.01;
/** A server's clock that differs by more is not followed. Clocks under NTP differ by less than a tenth of a second. */
export const FOLLOWED_MS = 10_000;
/** How long another node's correction is valid: each node writes every two seconds, and an election may take nine. */
const FRESH_MS = 15_000;
/** Number of samples kept; the most precise one counts. */
const WINDOW = 8;

/** A message of this node, and the server's stamp on it or on a later one. */
export interface Sample {
  /** Monotonic: before it was written. */
  readonly sentAt: number;
  /** Monotonic: when the stamp was read. */
  readonly receivedAt: number;
  /** By the server's clock, ms since the epoch. */
  readonly stampedAt: number;
  /** The machine's wall clock minus the monotonic one, when the stamp was read; null: it is ignored. */
  readonly wallOffset: number | null;
}

export interface JournalTime {
  /** Time minus the monotonic clock, at `at`. */
  readonly offset: number;
  /** Monotonic. */
  readonly at: number;
  /** The offset that is approached. */
  readonly target: number;
  readonly window: readonly Sample[];
  /** How far the server's clock is ahead of a time that does not follow it (JT3); 0: it is followed. */
  readonly heldMs: number;
}

/** What a node last wrote about its time. */
export interface WrittenTime {
  readonly node: string;
  /** Its time minus the server's clock. */
  readonly correctionMs: number;
  /** By the server's clock. */
  readonly stampedAt: number;
}

/** Time by a wall clock, before there is any sample. */
export const byWallClock = (wall: number, monotonic: number): JournalTime => {
  const offset = wall - monotonic;
  return { offset, at: monotonic, target: offset, window: [], heldMs: 0 };
};

/** The offset at `monotonic`, approaching the target (JT2). */
const offsetAt = ({ offset, at, target }: JournalTime, monotonic: number): number => {
  const reach = Math.max(0, monotonic - at) * SLEW;
  return offset + Math.min(Math.max(target - offset, -reach), reach);
};

/** ms since the epoch. */
export const timeAt = (time: JournalTime, monotonic: number): number => monotonic + offsetAt(time, monotonic);

/** Time from the first sample; `correctionMs`: of the living nodes, null if there is none (JT4). */
export const firstTime = (sample: Sample, correctionMs: number | null): JournalTime => {
  const target = likelyIn(sample);
  const offset = target + (correctionMs ?? 0);
  const isHeld = Math.abs(offset - target) > FOLLOWED_MS;
  return {
    offset,
    at: sample.receivedAt,
    target: isHeld ? offset : target,
    window: isHeld ? [] : [sample],
    heldMs: isHeld ? target - offset : 0,
  };
};

/** Time after a further sample; `othersMs`: the correction of another living node, null if none is known. */
export const afterSample = (time: JournalTime, sample: Sample, othersMs: number | null): JournalTime => {
  const offset = offsetAt(time, sample.receivedAt);
  const aheadMs = aheadOf(sample, offset);
  if (Math.abs(aheadMs) > FOLLOWED_MS) {
    // JT5
    if (aheadMs > 0 && othersMs !== null && Math.abs(othersMs) <= FOLLOWED_MS) return firstTime(sample, null);
    return { offset, at: sample.receivedAt, target: offset, window: [], heldMs: aheadMs }; // JT3
  }
  // Samples from before a change of the server's clock no longer apply.
  const window = [...time.window.filter((earlier) => agree(earlier, sample)), sample].slice(-WINDOW);
  const best = window.reduce((least, candidate) => (widthOf(candidate) < widthOf(least) ? candidate : least));
  return { offset, at: sample.receivedAt, target: likelyIn(best), window, heldMs: 0 };
};

/** What a node writes about its time: its time minus the server's clock. */
export const correctionMs = (time: JournalTime, monotonic: number): number =>
  Math.round(time.heldMs === 0 ? offsetAt(time, monotonic) - time.target : -time.heldMs);

/** The correction of another living node; null if `previous` is not from one. `stampedAt`: now, by the server's clock. */
export const correctionOfOthers = (
  previous: WrittenTime | null,
  self: string,
  stampedAt: number,
): number | null => {
  if (previous === null || previous.node === self) return null;
  const ageMs = stampedAt - previous.stampedAt;
  return ageMs >= 0 && ageMs <= FRESH_MS ? previous.correctionMs : null;
};

/** Whether a node knows the time. */
export type ClockTrust =
  | { readonly type: 'followed' }
  /** The server's clock is off; the node's time and its wall clock agree, and are independent of each other. */
  | { readonly type: 'held'; readonly serverAheadMs: number }
  /** The server's clock and the node's time differ, and the wall clock does not confirm the node's. */
  | { readonly type: 'untrusted'; readonly serverAheadMs: number };

/** `wallAheadMs`: the node's wall clock minus its time. */
export const trustIn = ({ heldMs }: Pick<JournalTime, 'heldMs'>, wallAheadMs: number): ClockTrust => {
  if (heldMs === 0) return { type: 'followed' };
  const type = Math.abs(wallAheadMs) <= FOLLOWED_MS ? 'held' : 'untrusted';
  return { type, serverAheadMs: heldMs };
};

/** The server's offset is between these: it stamped after the message was sent, and before the stamp was read. */
const boundsOf = ({ sentAt, receivedAt, stampedAt }: Sample): readonly [least: number, most: number] => [
  stampedAt - receivedAt,
  stampedAt - sentAt,
];

const widthOf = ({ sentAt, receivedAt }: Sample): number => receivedAt - sentAt;

/** JT6 */
const likelyIn = (sample: Sample): number => {
  const [least, most] = boundsOf(sample);
  const { wallOffset } = sample;
  return wallOffset !== null && wallOffset >= least && wallOffset <= most ? wallOffset : (least + most) / 2;
};

/** How far the server's clock is certainly ahead of an offset; negative: behind. */
const aheadOf = (sample: Sample, offset: number): number => {
  const [least, most] = boundsOf(sample);
  if (offset < least) return least - offset;
  return offset > most ? most - offset : 0;
};

/** Whether both samples can come from one clock, give or take a ms for its rounding and drift. */
const agree = (sample: Sample, other: Sample): boolean => {
  const [least, most] = boundsOf(sample);
  const [otherLeast, otherMost] = boundsOf(other);
  return least <= otherMost + 1 && otherLeast <= most + 1;
};
