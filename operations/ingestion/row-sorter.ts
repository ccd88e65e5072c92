/**
 * Sorts rows by partition in bounded memory: they are spread over a few files as they come, and each file is small
 * enough to be sorted by itself.
 */
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** By the first two digits of a partition; ten million rows are then some 4 MiB a file. */
const BUCKET_DIGITS = 2;
/** Characters of a bucket that wait in memory before they are written. */
const WRITE_CHARACTERS = 64 * 1024;

export interface SortedRow {
  readonly row: number;
  readonly body: string;
}

export interface RowSorter {
  /** `body` must not hold a line feed: JSON never does. */
  add(partition: string, row: number, body: string): void;
  /** Each partition once with its rows, in the order of the file. Ends the adding. */
  partitions(): Iterable<{ readonly partition: string; readonly rows: readonly SortedRow[] }>;
  close(): void;
}

interface Bucket {
  readonly file: number;
  readonly path: string;
  lines: string;
}

/** Keeps its files in `directory`, which it makes. */
export const createRowSorter = (directory: string): RowSorter => {
  mkdirSync(directory, { recursive: true });
  const buckets = new Map<string, Bucket>();

  const bucketOf = (partition: string): Bucket => {
    const name = partition.slice(0, BUCKET_DIGITS);
    const known = buckets.get(name);
    if (known !== undefined) return known;
    const path = join(directory, name);
    const made: Bucket = { file: openSync(path, 'w'), path, lines: '' };
    buckets.set(name, made);
    return made;
  };

  const write = (bucket: Bucket): void => {
    if (bucket.lines !== '') writeSync(bucket.file, bucket.lines);
    bucket.lines = '';
  };

  return {
    add: (partition, row, body) => {
      const bucket = bucketOf(partition);
      bucket.lines += `${partition}\t${row}\t${body}\n`;
      if (bucket.lines.length > WRITE_CHARACTERS) write(bucket);
    },
    partitions: function* () {
      for (const [, bucket] of [...buckets].sort(([a], [b]) => (a < b ? -1 : 1))) {
        write(bucket);
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
