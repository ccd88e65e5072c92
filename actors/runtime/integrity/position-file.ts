/**
 * The file in which a node keeps its positions (position.ts), in its data folder and beside the views, which may be
 * rebuilt at any time.
 *
 * It guarantees:
 * PF1. A note is in the file, as the operating system has it, before the promise resolves. It survives this process; a
 *      power cut may take the last notes, and then less is known than was noted.
 * PF2. One write for each shard is in progress at a time: notes made meanwhile go into the next one.
 * PF3. A file that is missing, damaged or cannot be written never keeps a node from serving. The log reports it.
 * PF4. The event loop, which paces audio, does not wait for the disk: other programs may keep it busy for long.
 */
import { closeSync, mkdirSync, openSync, readSync, write, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import { formatSlot, isAhead, type KnownPosition, latestOf, parseSlot, SLOT_BYTES } from './position.js';

/** In the data directory, beside the views, whose removal does not affect it. */
export const positionPath = (dataDir: string): string => join(dataDir, 'journal.position');

export interface PositionFile {
  /** Null if nothing is known of the shard. */
  at(shard: number): KnownPosition | null;
  /** Notes the position if it says more than the known one (PF1). Never rejects. */
  note(shard: number, position: KnownPosition): Promise<void>;
  close(): void;
}

const SLOTS = 2;
const OWNER_ONLY = 0o600;

/** What is noted of one shard. */
interface Noted {
  /** Number of slots written. */
  count: number;
  position: KnownPosition | null;
}

/** Opens the file, creating it if missing. */
export const openPositionFile = (path: string, shards: number, logger: Logger): PositionFile => {
  let file: number | null = null;
  const noted: Noted[] = [];
  try {
    mkdirSync(dirname(path), { recursive: true });
    file = openSync(path, 'a+', OWNER_ONLY);
    closeSync(file);
    file = openSync(path, 'r+');
    noted.push(...readAll(file, shards));
    const missing = noted.filter(({ position }) => position === null).length;
    if (missing > 0) logger.info({ event: 'journal.position_missing', file: path, shards: missing });
  } catch (error) {
    logger.warn({ event: 'journal.position_unusable', file: path, err: error });
  }

  const due = new Set<number>();
  /** The write in progress, and the one after it. */
  let current: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  let hasFailed = false;

  /** What is to be written now, with its place in the file. */
  const takeDue = (): readonly (readonly [slot: Buffer, place: number])[] => {
    const slots = [...due].flatMap((shard) => {
      const last = noted[shard];
      if (last === undefined || last.position === null) return [];
      const slot = formatSlot({ count: last.count + 1, position: last.position });
      if (slot === null) return [];
      last.count += 1;
      return [[slot, placeOf(shard, last.count)] as const];
    });
    due.clear();
    return slots;
  };
  const failed = (error: unknown): void => {
    if (!hasFailed) logger.warn({ event: 'journal.position_not_written', err: error });
    hasFailed = true;
  };
  const writeDue = async (): Promise<void> => {
    current = next;
    next = null;
    for (const [slot, place] of takeDue())
      try {
        if (file !== null) await writeAt(file, slot, 0, SLOT_BYTES, place);
        hasFailed = false;
      } catch (error) {
        failed(error);
      }
    current = null;
  };

  return {
    at: (shard) => noted[shard]?.position ?? null,
    note: (shard, position) => {
      const last = noted[shard];
      if (last === undefined || !isAhead(position, last.position)) return next ?? current ?? DONE;
      last.position = position;
      due.add(shard);
      next ??= (current ?? DONE).then(writeDue);
      return next;
    },
    close: () => {
      const closing = file;
      file = null;
      if (closing === null) return;
      try {
        for (const [slot, place] of takeDue()) writeSync(closing, slot, 0, SLOT_BYTES, place);
      } catch (error) {
        failed(error);
      }
      // Only after the write in progress has ended.
      void (current ?? DONE).then(() => closeSync(closing));
    },
  };
};

const writeAt = promisify(write);
const DONE = Promise.resolve();

/** The positions in a file that a node may be writing; null for every shard if there is no file. */
export const readPositions = (path: string, shards: number): readonly (KnownPosition | null)[] => {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return Array.from({ length: shards }, () => null);
  }
  try {
    return readAll(file, shards).map(({ position }) => position);
  } finally {
    closeSync(file);
  }
};

const readAll = (file: number, shards: number): Noted[] =>
  Array.from({ length: shards }, (_, shard) => {
    const [first, second] = [0, 1].map((turn) => {
      const slot = Buffer.alloc(SLOT_BYTES);
      const bytes = readSync(file, slot, 0, SLOT_BYTES, placeOf(shard, turn));
      return parseSlot(slot.subarray(0, bytes));
    });
    const latest = latestOf(first ?? null, second ?? null);
    return { count: latest?.count ?? 0, position: latest?.position ?? null };
  });

const placeOf = (shard: number, count: number): number => (shard * SLOTS + (count % SLOTS)) * SLOT_BYTES;
