/** CSV and TSV (RFC 4180, and its variants in practice). */
import { createReadStream } from 'node:fs';
import { Transform } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { parse as parseText } from 'csv-parse/sync';
import { batchesOf } from './batches.js';
import { type CsvForm, csvForm, LINE_ENDS } from './csv-form.js';
import { unescapedCells } from './formula-cell.js';
import { headerOf } from './header.js';
import { isBlank } from './layout.js';
import type { TableLimits } from './limits.js';
import { refused } from './refused.js';
import type { TableEncoding } from './text-encoding.js';
import type { Table, TableFile } from './types.js';

interface CsvFacts {
  readonly encoding: TableEncoding;
  /** The beginning of the text. */
  readonly sample: string;
  /** Whether the text goes on behind the sample. */
  readonly isCut: boolean;
  /** Whether the file's name says that tabs separate. */
  readonly tabs: boolean;
}

/** Rows to pass on at a time. */
const CHUNK_ROWS = 500;

export const csvTable = async (file: TableFile, facts: CsvFacts, limits: TableLimits): Promise<Table> => {
  const form = csvForm(facts.sample, facts);
  const records = recordsOf(file.path, facts.encoding, form, limits);
  const rows: (readonly string[])[] = [];
  const readHeader = async (): Promise<ReturnType<typeof headerOf>> => {
    let isDone = false;
    while (rows.length <= form.layout.headerAt && !isDone) {
      const next = await records.next();
      isDone = next.done === true;
      if (next.done !== true) rows.push(...next.value);
    }
    const names = rows[form.layout.headerAt];
    if (names === undefined) throw refused('file_empty', 'the file has no header');
    return headerOf(names, form.layout.columns, limits);
  };
  const { header, issues } = await readHeader().catch(async (error: unknown) => {
    await records.return(undefined);
    throw error;
  });
  const remaining = async function* (): AsyncGenerator<readonly (readonly string[])[]> {
    const first = rows.slice(form.layout.headerAt + 1);
    if (first.length > 0) yield first;
    for (let next = await records.next(); next.done !== true; next = await records.next()) yield next.value;
  };
  return {
    format: form.delimiter === '\t' ? 'tsv' : 'csv',
    encoding: facts.encoding,
    delimiter: form.delimiter,
    sheet: null,
    headerRow: form.headerRow,
    header,
    batches: () => batchesOf({ header, columns: form.layout.columns, issues }, remaining(), limits),
    close: async () => {
      await records.return(undefined);
    },
  };
};

/** @throws TableRefused */
async function* recordsOf(
  path: string,
  encoding: TableEncoding,
  { delimiter, hasHint, wrapped }: CsvForm,
  limits: TableLimits,
): AsyncGenerator<readonly (readonly string[])[]> {
  const options = {
    delimiter,
    record_delimiter: LINE_ENDS,
    from_line: hasHint ? 2 : 1,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    // Blanks before a quote, as in `Name, "Mobile"`. A tab is a separator there.
    ltrim: delimiter !== '\t',
    skip_empty_lines: true,
    max_record_size: limits.maxRowCharacters,
    // For the parser's stream, which reads no further while a record waits: sixteen of millions of columns fill the memory.
    readableHighWaterMark: 1,
  };
  const parser = parse(options);
  const bytes = createReadStream(path, { highWaterMark: 256 * 1024 });
  const text = encoding === 'utf-8' ? bytes : bytes.pipe(decoding(encoding));
  bytes.on('error', (error) => parser.destroy(error));
  text.pipe(parser);
  let chunk: (readonly string[])[] = [];
  let characters = 0;
  try {
    for await (const parsed of parser) {
      // Records with more columns than this fit no header either way.
      const record = parsed.length > limits.maxColumns ? parsed.slice(0, limits.maxColumns + 1) : parsed;
      const cells = unescapedCells(wrapped ? unwrapped(record, delimiter) : record);
      if (cells.every(isBlank)) continue;
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
    // Half a character of UTF-16 at the end is what is left of a line feed.
    flush: (callback) => callback(null, encoding.startsWith('utf-16') ? '' : decoder.decode()),
  });
};

/** The cells of a row that is one quoted value. */
const unwrapped = (cells: readonly string[], delimiter: string): readonly string[] => {
  const [inner = []]: string[][] = parseText(cells[0] ?? '', { delimiter, relax_quotes: true });
  return inner;
};
