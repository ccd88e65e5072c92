/**
 * Reads uploaded files, each in a place in the spool that exists for the duration of the work.
 *
 * It guarantees:
 * R1. A node reads at most {@link READERS} tables, {@link PREVIEW_READERS} beginnings of tables, {@link DOCUMENT_READERS} documents
 *     and {@link DATABASE_READERS} databases at a time, in all and per business; the others wait and take turns. Each has a
 *     thread with a heap of its own (thread.ts), a document has a process.
 * R2. However the work ends, its slot is released and its files are removed.
 */
import { join } from 'node:path';
import type { AssetStore } from '../../providers/assets/asset-store.js';
import { createFairSlots, type SlotLimits } from '../../providers/scheduling/fair-slots.js';
import { SpoolFull, takeBytes } from '../../providers/spool/account.js';
import type { Spool, SpoolPlace } from '../../providers/spool/spool.js';
import type { JobIssue } from '../../schemas/contacts/job.js';
import type { TableFile } from './messages.js';
import type { Ingest } from './thread.js';

const READERS = { inAll: 4, perOwner: 2 };
/** A document may take half a gigabyte. */
export const DOCUMENT_READERS = { inAll: 2, perOwner: 1 };
/** Reading a table of a database may take minutes. */
export const DATABASE_READERS = { inAll: 4, perOwner: 1 };

/** Previews have slots of their own: they do not wait behind imports, which may take minutes. */
export const PREVIEW_READERS = { inAll: 2, perOwner: 1 };

interface ReadingRequest {
  readonly businessId: string;
  readonly assetId: string;
  /** As the client named it. */
  readonly fileName: string;
  readonly signal: AbortSignal;
}

/**
 * Fetches a file and passes it to `work`, with its place in the spool.
 * @throws AssetMissing; SpoolFull; the signal's reason; the errors of `work`
 */
export type ReadFile = <T>(
  request: ReadingRequest,
  work: (file: TableFile, place: SpoolPlace) => Promise<T>,
) => Promise<T>;

/** Runs `work` with a place in the spool when its turn comes. @throws the signal's reason; the errors of `work` */
export type WithPlace = <T>(
  businessId: string,
  signal: AbortSignal,
  work: (place: SpoolPlace) => Promise<T>,
) => Promise<T>;

/** Reads uploads that are only previewed. */
export interface Previewing {
  readonly ingest: Ingest;
  readonly withPlace: WithPlace;
}

/** Create one per node: its limits apply to all its users. */
export const createSpoolPlaces = (spool: Spool, readers: SlotLimits): WithPlace => {
  const slots = createFairSlots(readers);
  return async (businessId, signal, work) => {
    const release = await slots.take(businessId, signal);
    try {
      const place = spool.open();
      try {
        return await work(place);
      } finally {
        await place.close();
      }
    } finally {
      release();
    }
  };
};

/** As {@link createSpoolPlaces}, for files in the asset store. */
export const createReading = (
  assets: Pick<AssetStore, 'fetch'>,
  spool: Spool,
  readers: SlotLimits = READERS,
): ReadFile => {
  const withPlace = createSpoolPlaces(spool, readers);
  return ({ businessId, assetId, fileName, signal }, work) =>
    withPlace(businessId, signal, async (place) => {
      const path = join(place.directory, 'file');
      await assets.fetch(assetId, path, (bytes) => takeBytes(place.account, bytes));
      return work({ path, fileName }, place);
    });
};

/** The issues of a job that will never fit; null if it may fit the next time. */
export const tooLargeForSpool = (error: unknown): readonly JobIssue[] | null => {
  if (!(error instanceof SpoolFull) || !error.forGood) return null;
  const message = 'the file needs more disk space than imports may use; split it into smaller files';
  return [{ row: null, column: null, code: 'file_too_large', message }];
};
