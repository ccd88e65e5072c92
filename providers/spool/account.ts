/**
 * Accounts for the bytes in a spool. The counters are in shared memory, because several threads write files: an account
 * can be passed to a thread as it is, and counts together with all others.
 */
import { statfsSync } from 'node:fs';

export interface SpoolAccount {
  /** Bytes of the whole spool, in its only cell. */
  readonly total: BigInt64Array<SharedArrayBuffer>;
  /** Bytes of this place; then a flag, 1 once it is closed. */
  readonly own: BigInt64Array<SharedArrayBuffer>;
  /** Maximum size of the whole spool, bytes. */
  readonly maxBytes: number;
  /** Space that stays free on the disk for other uses, bytes. */
  readonly leastFreeBytes: number;
  readonly directory: string;
}

/** The spool has no space; the requested bytes are not counted. */
export class SpoolFull extends Error {
  override readonly name = 'SpoolFull';
  /** Whether a retry is useless: no other place holds anything, so the bytes would not fit later either. */
  readonly forGood: boolean;

  constructor(forGood: boolean) {
    super('the spool of uploads is full');
    this.forGood = forGood;
  }
}

/** Free disk space is checked each time that a place has taken this many more bytes. */
const CHECK_EVERY_BYTES = 8n * 1024n * 1024n;

const counters = (cells: number): BigInt64Array<SharedArrayBuffer> =>
  new BigInt64Array(new SharedArrayBuffer(cells * BigInt64Array.BYTES_PER_ELEMENT));

export const totalOf = (): SpoolAccount['total'] => counters(1);

/** Opens the account of a place within a spool. */
export const openAccount = (spool: Omit<SpoolAccount, 'own'>): SpoolAccount => ({
  ...spool,
  own: counters(2),
});

/** Reserves bytes before they are written. @throws SpoolFull; Error if the place is closed */
export const takeBytes = ({ total, own, ...account }: SpoolAccount, bytes: number): void => {
  if (Atomics.load(own, 1) === 1n) throw new Error('the place in the spool is closed');
  const wanted = BigInt(bytes);
  const before = Atomics.add(total, 0, wanted);
  const mine = Atomics.add(own, 0, wanted);
  const full = Number(before + wanted) > account.maxBytes;
  const crosses = (mine + wanted) / CHECK_EVERY_BYTES > mine / CHECK_EVERY_BYTES || mine === 0n;
  if (!full && (!crosses || hasFreeSpace(account))) return;
  Atomics.sub(total, 0, wanted);
  Atomics.sub(own, 0, wanted);
  throw new SpoolFull(full && before === mine);
};

const hasFreeSpace = ({
  directory,
  leastFreeBytes,
}: Pick<SpoolAccount, 'directory' | 'leastFreeBytes'>): boolean => {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize > leastFreeBytes;
};

/** Releases all bytes of the place. Idempotent; no bytes can be taken afterwards. */
export const closeAccount = ({ total, own }: SpoolAccount): void => {
  Atomics.store(own, 1, 1n);
  Atomics.sub(total, 0, Atomics.exchange(own, 0, 0n));
};

/** Bytes in use. */
export const usedBytes = (total: SpoolAccount['total']): number => Number(Atomics.load(total, 0));
