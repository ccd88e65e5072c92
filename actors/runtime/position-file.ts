/**
 * The file of a node that holds its positions (position.ts), in its data folder and beside the views, which may be made
 * again at any time.
 *
 * It guarantees:
 * PF1. What is noted is in the file, as the operating system has it, before the promise resolves. It survives this process;
 *      a power cut may take the last notes, and then less is known than was.
 * PF2. Notes of one turn of the event loop are one write a shard.
 * PF3. A file that is missing, damaged or cannot be written never keeps a node from serving. The log says so.
 */
import { closeSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Logger } from 'pino';
import { formatSlot, type KnownPosition, latestOf, parseSlot, SLOT_BYTES, saysMore } from './position.js';

export interface PositionFile {
  /** Null where nothing is known of the shard. */
  at(shard: number): KnownPosition | null;
  /** Notes it where it says more than what is known (PF1). Never rejects. */
  note(shard: number, position: KnownPosition): Promise<void>;
  close(): void;
}

const SLOTS = 2;
const OWNER_ONLY = 0o600;

/** What is noted of one shard. */
interface Noted {
  /** How many slots were written. */
  count: number;
  position: KnownPosition | null;
}

/** Opens the file, making it where there is none. */
export const openPositionFile = (path: string, shards: number, logger: Logger): PositionFile => {
  let file: number | null = null;
  const noted: Noted[] = [];
  try {
    mkdirSync(dirname(path), { recursive: true });
    file = openSync(path, 'a+', OWNER_ONLY);
    closeSync(file);
    file = openSync(path, 'r+');
    noted.push(...readAll(file, shards));
    const made = noted.filter(({ position }) => position === null).length;
    if (made > 0) logger.info({ event: 'journal.position_missing', file: path, shards: made });
  } catch (error) {
    logger.warn({ event: 'journal.position_unusable', file: path, error: String(error) });
  }

  const due = new Set<number>();
  let writing: Promise<void> | null = null;
  let hasFailed = false;

  const write = (): void => {
    writing = null;
    for (const shard of due) {
      const current = noted[shard];
      if (file === null || current === undefined || current.position === null) continue;
      const slot = formatSlot({ count: current.count + 1, position: current.position });
      if (slot === null) continue;
      try {
        current.count += 1;
        writeSync(file, slot, 0, SLOT_BYTES, placeOf(shard, current.count));
        hasFailed = false;
      } catch (error) {
        if (!hasFailed) logger.warn({ event: 'journal.position_not_written', error: String(error) });
        hasFailed = true;
      }
    }
    due.clear();
  };

  return {
    at: (shard) => noted[shard]?.position ?? null,
    note: (shard, position) => {
      const current = noted[shard];
      if (current === undefined || !saysMore(position, current.position)) return writing ?? DONE;
      current.position = position;
      due.add(shard);
      writing ??= DONE.then(write);
      return writing;
    },
    close: () => {
      write();
      if (file !== null) closeSync(file);
      file = null;
    },
  };
};

const DONE = Promise.resolve();

/** The positions in a file that a node may be writing; none where there is no file. */
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
    const [one, other] = [0, 1].map((turn) => {
      const slot = Buffer.alloc(SLOT_BYTES);
      const bytes = readSync(file, slot, 0, SLOT_BYTES, placeOf(shard, turn));
      return parseSlot(slot.subarray(0, bytes));
    });
    const latest = latestOf(one ?? null, other ?? null);
    return { count: latest?.count ?? 0, position: latest?.position ?? null };
  });

const placeOf = (shard: number, count: number): number => (shard * SLOTS + (count % SLOTS)) * SLOT_BYTES;
