/**
 * What a spool holds, in bytes. Counted in shared memory, because files are written by several threads: an account can be
 * given to a thread as it is, and counts with all others.
 */
import { statfsSync } from 'node:fs';

export interface SpoolAccount {
  /** Bytes of the whole spool, in its only cell. */
  readonly total: BigInt64Array<SharedArrayBuffer>;
  /** Bytes of this place; and 1 once it is closed. */
  readonly own: BigInt64Array<SharedArrayBuffer>;
  /** Most that the whole spool may hold, bytes. */
  readonly maxBytes: number;
  /** What is left of its disk for everybody else, bytes. */
  readonly leastFreeBytes: number;
  readonly directory: string;
}

/** There is no room; what was asked for is not counted. */
export class SpoolFull extends Error {
  override readonly name = 'SpoolFull';
  /** Nobody else holds anything: it would not fit the next time either. */
  readonly forGood: boolean;

  constructor(forGood: boolean) {
    super('the spool of uploads is full');
    this.forGood = forGood;
  }
}

/** The disk is asked for its room whenever so many more bytes of a place were taken. */
const ASK_EVERY_BYTES = 8n * 1024n * 1024n;

const counters = (cells: number): BigInt64Array<SharedArrayBuffer> =>
  new BigInt64Array(new SharedArrayBuffer(cells * BigInt64Array.BYTES_PER_ELEMENT));

export const totalOf = (): SpoolAccount['total'] => counters(1);

/** An account of its own within a spool. */
export const openAccount = (spool: Omit<SpoolAccount, 'own'>): SpoolAccount => ({
  ...spool,
  own: counters(2),
});

/** Sets bytes aside before they are written. @throws SpoolFull; Error when the place is closed */
export const takeBytes = ({ total, own, ...account }: SpoolAccount, bytes: number): void => {
  if (Atomics.load(own, 1) === 1n) throw new Error('the place in the spool is closed');
  const wanted = BigInt(bytes);
  const before = Atomics.add(total, 0, wanted);
  const mine = Atomics.add(own, 0, wanted);
  const full = Number(before + wanted) > account.maxBytes;
  const crosses = (mine + wanted) / ASK_EVERY_BYTES > mine / ASK_EVERY_BYTES || mine === 0n;
  if (!full && (!crosses || hasRoom(account))) return;
  Atomics.sub(total, 0, wanted);
  Atomics.sub(own, 0, wanted);
  throw new SpoolFull(full && before === mine);
};

const hasRoom = ({
  directory,
  leastFreeBytes,
}: Pick<SpoolAccount, 'directory' | 'leastFreeBytes'>): boolean => {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize > leastFreeBytes;
};

/** Gives back all that the place took. Idempotent; nothing can be taken afterwards. */
export const closeAccount = ({ total, own }: SpoolAccount): void => {
  Atomics.store(own, 1, 1n);
  Atomics.sub(total, 0, Atomics.exchange(own, 0, 0n));
};

/** Bytes that are held. */
export const usedBytes = (total: SpoolAccount['total']): number => Number(Atomics.load(total, 0));
