/** A ZIP archive that cannot be a bomb: its declared sizes are checked first, and enforced while it is unpacked. */
import type { Readable } from 'node:stream';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import type { TableLimits } from './limits.js';
import { damaged, refused } from './refused.js';

export interface Archive {
  has(name: string): boolean;
  /** The entry, unpacked as it is read. @throws TableRefused if there is none */
  open(name: string): Promise<Readable>;
  close(): void;
}

/** @throws TableRefused `archive_damaged`, `archive_too_large` */
export const openArchive = async (path: string, limits: TableLimits): Promise<Archive> => {
  const zip = await opened(path);
  const entries = await listed(zip, limits).catch((error: unknown) => {
    zip.close();
    throw error;
  });
  return {
    has: (name) => entries.has(name),
    open: (name) =>
      new Promise((resolve, reject) => {
        const entry = entries.get(name);
        if (entry === undefined) {
          reject(refused('archive_damaged', 'a part of the workbook is missing; save it again'));
          return;
        }
        // The library fails an entry that unpacks to more than its declared size.
        zip.openReadStream(entry, (error, stream) => {
          if (error) reject(damagedBy(error));
          else resolve(stream);
        });
      }),
    close: () => zip.close(),
  };
};

const damagedBy = (error: unknown) => damaged('the workbook is damaged; save it again', error);

const opened = (path: string): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    yauzl.open(path, { lazyEntries: true, autoClose: false }, (error, zip) => {
      if (error) reject(damagedBy(error));
      else resolve(zip);
    });
  });

const listed = (zip: ZipFile, limits: TableLimits): Promise<ReadonlyMap<string, Entry>> =>
  new Promise((resolve, reject) => {
    const entries = new Map<string, Entry>();
    let inflated = 0;
    let packed = 0;
    let count = 0;
    const tooLarge = () =>
      refused('archive_too_large', 'the workbook is too large when unpacked; save the data as CSV');
    zip.on('entry', (entry: Entry) => {
      inflated += entry.uncompressedSize;
      packed += entry.compressedSize;
      // Entries with the same name count each time.
      count += 1;
      entries.set(entry.fileName, entry);
      const bombed =
        inflated > limits.maxInflatedBytes ||
        (inflated > 10_000_000 && inflated > packed * limits.maxInflationRatio) ||
        // The declared packed bytes must exist: entries that overlap would multiply their bytes.
        packed > zip.fileSize ||
        count > limits.maxArchiveEntries;
      if (bombed) reject(tooLarge());
      else zip.readEntry();
    });
    zip.once('end', () => resolve(entries));
    zip.once('error', (error) => reject(damagedBy(error)));
    zip.readEntry();
  });
