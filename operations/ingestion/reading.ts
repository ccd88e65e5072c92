/**
 * Where uploaded files are read: each in a place of the spool, for as long as the work on it takes.
 *
 * It guarantees:
 * R1. A node reads at most {@link READERS} tables, {@link DOCUMENT_READERS} documents and {@link DATABASE_READERS} databases at
 *     a time, and so many of one business; the others wait and take turns. Each has a thread with a heap of its own
 *     (thread.ts), a document a process.
 * R2. However the work ends, its slot is left and its files are gone.
 */
import { join } from 'node:path';
import type { AssetStore } from '../../providers/assets/asset-store.js';
import { createFairSlots, type SlotLimits } from '../../providers/fair-slots.js';
import { SpoolFull, takeBytes } from '../../providers/spool/account.js';
import type { Spool, SpoolPlace } from '../../providers/spool/spool.js';
import type { JobIssue } from '../../schemas/job.js';
import type { TableFile } from './messages.js';

const READERS = { inAll: 4, perOwner: 2 };
/** A document may take half a gigabyte. */
export const DOCUMENT_READERS = { inAll: 2, perOwner: 1 };
/** A table of a database is read for minutes, perhaps. */
export const DATABASE_READERS = { inAll: 4, perOwner: 1 };

interface ReadingRequest {
  readonly businessId: string;
  readonly assetId: string;
  /** As the client named it. */
  readonly fileName: string;
  readonly signal: AbortSignal;
}

/**
 * Fetches a file and gives it to `work`, with the place that it lies in.
 * @throws AssetMissing; SpoolFull; the signal's reason; what `work` throws
 */
export type ReadFile = <T>(
  request: ReadingRequest,
  work: (file: TableFile, place: SpoolPlace) => Promise<T>,
) => Promise<T>;

/** Gives `work` a place in the spool, in its turn. @throws the signal's reason; what `work` throws */
export type InPlace = <T>(
  businessId: string,
  signal: AbortSignal,
  work: (place: SpoolPlace) => Promise<T>,
) => Promise<T>;

/** One for a node: its bounds hold for all that use it. */
export const createPlaces = (spool: Spool, readers: SlotLimits): InPlace => {
  const slots = createFairSlots(readers);
  return async (businessId, signal, work) => {
    const leave = await slots.take(businessId, signal);
    try {
      const place = spool.open();
      try {
        return await work(place);
      } finally {
        await place.close();
      }
    } finally {
      leave();
    }
  };
};

/** As {@link createPlaces}, for files that lie in the asset store. */
export const createReading = (
  assets: Pick<AssetStore, 'fetch'>,
  spool: Spool,
  readers: SlotLimits = READERS,
): ReadFile => {
  const inPlace = createPlaces(spool, readers);
  return ({ businessId, assetId, fileName, signal }, work) =>
    inPlace(businessId, signal, async (place) => {
      const path = join(place.directory, 'file');
      await assets.fetch(assetId, path, (bytes) => takeBytes(place.account, bytes));
      return work({ path, fileName }, place);
    });
};

/** What a job says that will never fit; null where it may the next time. */
export const tooLargeForSpool = (error: unknown): readonly JobIssue[] | null => {
  if (!(error instanceof SpoolFull) || !error.forGood) return null;
  const message =
    'reading the file takes more room than there is for imports here; split it into smaller files';
  return [{ row: null, column: null, code: 'file_too_large', message }];
};
