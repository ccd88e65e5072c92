/**
 * Sorts rows by partition in bounded memory: rows are spread over a few files as they arrive, and each file is small
 * enough to be sorted by itself.
 */

import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { PRIVATE_DIRECTORY, PRIVATE_FILE } from '../../providers/spool/spool.js';
import { refused } from '../../providers/tables/refused.js';

/** Rows are bucketed by the first two digits of a partition; ten million rows are then about 4 MiB per file. */
const BUCKET_DIGITS = 2;
/** Characters of a bucket that are buffered in memory before they are written. */
const WRITE_CHARACTERS = 64 * 1024;
/**
 * Size of a bucket, which is held in memory while it is sorted. Numbers spread evenly over 256 buckets, so only a file of
 * 8 GiB of rows reaches this size, or one that repeats the same few numbers.
 */
const MAX_BUCKET_BYTES = 32 * 1024 * 1024;

interface SortedRow {
  readonly row: number;
  readonly body: string;
}

export interface RowSorter {
  /**
   * `body` must not contain a line feed; JSON never does.
   * @throws TableRefused when too many rows fall into one bucket; the errors of `onBytes`
   */
  add(partition: string, row: number, body: string): void;
  /** Each partition once, with its rows in the order of the file. No rows can be added afterwards. */
  partitions(): Iterable<{ readonly partition: string; readonly rows: readonly SortedRow[] }>;
  close(): void;
}

interface Bucket {
  readonly file: number;
  readonly path: string;
  lines: string;
  bytes: number;
}

/** Keeps its files in `directory`, which it creates. Calls `onBytes` with the bytes about to be written; it may throw. */
export const createRowSorter = (
  directory: string,
  onBytes: (bytes: number) => void,
  maxBucketBytes = MAX_BUCKET_BYTES,
): RowSorter => {
  mkdirSync(directory, { recursive: true, mode: PRIVATE_DIRECTORY });
  const buckets = new Map<string, Bucket>();

  const bucketOf = (partition: string): Bucket => {
    const name = partition.slice(0, BUCKET_DIGITS);
    const open = buckets.get(name);
    if (open !== undefined) return open;
    const path = join(directory, name);
    const bucket: Bucket = { file: openSync(path, 'w', PRIVATE_FILE), path, lines: '', bytes: 0 };
    buckets.set(name, bucket);
    return bucket;
  };

  const write = (bucket: Bucket): void => {
    const lines = Buffer.from(bucket.lines);
    bucket.lines = '';
    bucket.bytes += lines.length;
    if (bucket.bytes > maxBucketBytes)
      throw refused(
        'rows_too_alike',
        'too many rows share the same few numbers; remove duplicate rows or split the file',
      );
    onBytes(lines.length);
    for (let from = 0; from < lines.length; from += writeSync(bucket.file, lines, from));
  };

  return {
    add: (partition, row, body) => {
      const bucket = bucketOf(partition);
      bucket.lines += `${partition}\t${row}\t${body}\n`;
      if (bucket.lines.length > WRITE_CHARACTERS) write(bucket);
    },
    partitions: function* () {
      // Writes all buckets before yielding the first row, so that a file that does not fit fails before any row is used.
      for (const bucket of buckets.values()) write(bucket);
      for (const [, bucket] of [...buckets].sort(([a], [b]) => (a < b ? -1 : 1))) {
        const sorted = new Map<string, SortedRow[]>();
        for (const line of readFileSync(bucket.path, 'utf8').split('\n')) {
          if (line === '') continue;
          const first = line.indexOf('\t');
          const second = line.indexOf('\t', first + 1);
          const partition = line.slice(0, first);
          const row = { row: Number(line.slice(first + 1, second)), body: line.slice(second + 1) };
          const rows = sorted.get(partition);
          if (rows === undefined) sorted.set(partition, [row]);
          else rows.push(row);
        }
        for (const [partition, rows] of sorted) yield { partition, rows };
        rmSync(bucket.path);
      }
    },
    close: () => {
      for (const { file } of buckets.values()) closeSync(file);
    },
  };
};
