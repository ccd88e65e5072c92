/** CSV and TSV (RFC 4180, and its variants in practice). */
import { createReadStream } from 'node:fs';
import { Transform } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { batchesOf } from './batches.js';
import { checkColumns, headerOf } from './header.js';
import type { TableLimits } from './limits.js';
import { refused } from './refused.js';
import type { TableEncoding } from './text-encoding.js';
import type { Table, TableFile } from './types.js';

interface CsvFacts {
  readonly encoding: TableEncoding;
  /** The beginning of the text. */
  readonly sample: string;
  readonly tabs: boolean;
}

/** Rows to pass on at a time. */
const CHUNK_ROWS = 500;
const SAMPLE_LINES = 10;

export const csvTable = async (file: TableFile, facts: CsvFacts, limits: TableLimits): Promise<Table> => {
  const delimiter = facts.tabs ? '\t' : delimiterOf(facts.sample);
  const records = recordsOf(file.path, facts.encoding, delimiter, limits)[Symbol.asyncIterator]();
  const first = await records.next();
  const [names, ...rest] = first.done === true ? [] : first.value;
  if (names === undefined) throw refused('file_empty', 'the file has no header');
  checkColumns(names.length, limits);
  const { header, issues } = headerOf(names, limits);
  const remaining = async function* (): AsyncGenerator<readonly (readonly string[])[]> {
    if (rest.length > 0) yield rest;
    for (let next = await records.next(); next.done !== true; next = await records.next()) yield next.value;
  };
  return {
    format: delimiter === '\t' ? 'tsv' : 'csv',
    encoding: facts.encoding,
    header,
    batches: () => batchesOf(header, issues, remaining(), limits),
  };
};

/** @throws TableRefused */
async function* recordsOf(
  path: string,
  encoding: TableEncoding,
  delimiter: string,
  limits: TableLimits,
): AsyncGenerator<readonly (readonly string[])[]> {
  const parser = parse({
    delimiter,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: limits.maxRowCharacters,
    // Cuts records of millions of columns: they fit no header either way, and a dozen of them would fill the memory.
    on_record: (record: string[]) =>
      record.length > limits.maxColumns ? record.slice(0, limits.maxColumns + 1) : record,
  });
  const bytes = createReadStream(path, { highWaterMark: 256 * 1024 });
  const text = encoding === 'utf-8' ? bytes : bytes.pipe(decoding(encoding));
  bytes.on('error', (error) => parser.destroy(error));
  text.pipe(parser);
  let chunk: (readonly string[])[] = [];
  let characters = 0;
  try {
    for await (const record of parser) {
      const cells: readonly string[] = record;
      chunk.push(cells);
      for (const cell of cells) characters += cell.length;
      if (chunk.length >= CHUNK_ROWS || characters >= limits.batchCharacters) {
        yield chunk;
        chunk = [];
        characters = 0;
      }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const message =
      error.code === 'CSV_MAX_RECORD_SIZE' || error.code === 'CSV_QUOTE_NOT_CLOSED'
        ? 'a quote is never closed; close it, or double quotes that belong to the text'
        : 'the quotes of the file do not match; double quotes that belong to the text';
    const row = 'records' in error && typeof error.records === 'number' ? error.records : null;
    throw refused('quote_unclosed', row === null ? message : `${message} (in or after row ${row})`, row);
  } finally {
    bytes.destroy();
    parser.destroy();
  }
  if (chunk.length > 0) yield chunk;
}

const decoding = (encoding: TableEncoding): Transform => {
  const decoder = new TextDecoder(encoding);
  return new Transform({
    transform: (chunk: Buffer, _encoding, callback) =>
      callback(null, decoder.decode(chunk, { stream: true })),
    flush: (callback) => callback(null, decoder.decode()),
  });
};

/** The most frequent separator of the header, outside quotes; a comma if there is none. */
const delimiterOf = (sample: string): string => {
  const lines = sample
    .replaceAll(/"[^"]*"/g, '')
    .split(/\r\n|\n|\r/)
    .slice(0, SAMPLE_LINES);
  const [header = ''] = lines;
  const counts = [',', ';', '\t', '|'].map((delimiter) => ({
    delimiter,
    count: header.split(delimiter).length - 1,
  }));
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).delimiter;
};
