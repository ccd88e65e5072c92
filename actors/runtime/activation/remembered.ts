/**
 * Which commands an actor has already seen.
 *
 * It guarantees:
 * RM1. The last `keep` commands ({@link createRemembered}) are known, however long ago they were.
 * RM2. A command whose commit shares a message is known for at least {@link WINDOW_MS}. The server, which knows a
 *      message by the id of its one command for about as long, does not know this one.
 * RM3. There is room for sharing only while all commands of the last {@link WINDOW_MS} are known: the server knows
 *      commands that were written alone, but is not asked about commits that share a message.
 *
 * No clock: times are ms, of one clock.
 */
import { DUPLICATE_WINDOW_MS } from '../journal/streams.js';

/** Slightly longer than the server's. */
const WINDOW_MS = DUPLICATE_WINDOW_MS + 10_000;
/** Some 100 bytes each. An actor with more commands within the window writes each commit alone for a while. */
const MAX_REMEMBERED = 200_000;
/** How often expired commands are removed, ms: all of them each time. */
const FORGET_EVERY_MS = 5_000;

export interface Remembered {
  has(commandId: string): boolean;
  /** The command was committed, or its commit was read, at `at`; `seq`: of the message. */
  note(commandId: string, seq: number, at: number): void;
  /** The same for a command that came before the latest. */
  recall(commandId: string, seq: number, at: number): void;
  /** Nothing is known of what was written in the window before `at`, except that each commit was alone in its message. */
  miss(at: number): void;
  /** The last commands, oldest first. */
  latest(): readonly string[];
  /** Sequence at which the commits of the window begin, `seq` if there are none; null if it is unknown (`miss`). */
  windowSeq(seq: number, at: number): number | null;
  /**
   * Sequences of the window's commits, if its commands are the last of {@link latest}; null if they are not, or it is
   * unknown.
   */
  windowSeqs(at: number): readonly number[] | null;
  /** How many commits may share a message (RM3). */
  room(at: number): number;
}

/** `keep`: how many of the last commands; `latest`: those, as another instance returned them, which do not enter the window. */
export const createRemembered = (
  keep: number,
  latest: readonly string[] = [],
  max = MAX_REMEMBERED,
): Remembered => {
  const last = new Set(latest);
  const window = new Map<string, { readonly seq: number; readonly at: number }>();
  let forgetAt = Number.NEGATIVE_INFINITY;
  let unknownUntil = Number.NEGATIVE_INFINITY;
  /** Until when a command of the window is missing because memory was full. */
  let overflowUntil = Number.NEGATIVE_INFINITY;

  const forget = (at: number): void => {
    if (at < forgetAt) return;
    forgetAt = at + FORGET_EVERY_MS;
    for (const [commandId, noted] of window) {
      if (noted.at > at - WINDOW_MS) return;
      window.delete(commandId);
    }
  };
  const recall: Remembered['recall'] = (commandId, seq, at) => {
    forget(at);
    if (window.size < max) window.set(commandId, { seq, at });
    else overflowUntil = at + WINDOW_MS;
  };

  return {
    has: (commandId) => window.has(commandId) || last.has(commandId),
    note: (commandId, seq, at) => {
      last.delete(commandId); // It becomes the latest again.
      last.add(commandId);
      const [oldest] = last;
      if (last.size > keep && oldest !== undefined) last.delete(oldest);
      recall(commandId, seq, at);
    },
    recall,
    miss: (at) => {
      unknownUntil = at + WINDOW_MS;
    },
    latest: () => [...last],
    windowSeq: (seq, at) => {
      if (at < unknownUntil) return null;
      forget(at);
      const [first] = window.values();
      return first?.seq ?? seq;
    },
    windowSeqs: (at) => {
      forget(at);
      if (at < Math.max(unknownUntil, overflowUntil) || window.size > last.size) return null;
      const latest = [...last].slice(last.size - window.size);
      const isLatest = [...window.keys()].every((commandId, index) => commandId === latest[index]);
      return isLatest ? [...window.values()].map(({ seq }) => seq) : null;
    },
    room: (at) => {
      forget(at);
      return at < Math.max(unknownUntil, overflowUntil) ? 0 : max - window.size;
    },
  };
};
