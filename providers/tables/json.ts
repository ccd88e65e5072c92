/** JSON tables: an array of flat objects, or such an array under `rows`. */
import { createReadStream } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { parser } from 'stream-json';
import { pick } from 'stream-json/filters/pick.js';
import { streamArray } from 'stream-json/streamers/stream-array.js';
import { batchesOf, type RawRow } from './batches.js';
import { checkColumns, headerOf } from './header.js';
import type { TableLimits } from './limits.js';
import { refused, TableRefused, tooComplex } from './refused.js';
import type { TableEncoding } from './text-encoding.js';
import type { Table, TableFile, TableIssue } from './types.js';

/** Number of objects whose keys form the header. */
const HEADER_ROWS = 1_000;
const CHUNK_ROWS = 500;

type Flat = ReadonlyMap<string, string>;

export const jsonTable = async (
  file: TableFile,
  encoding: TableEncoding,
  limits: TableLimits,
): Promise<Table> => {
  const objects = objectsOf(file.path, encoding, limits);
  const head: (Flat | TableIssue)[] = [];
  const names = new Set<string>();
  try {
    while (head.length < HEADER_ROWS) {
      const next = await objects.next();
      if (next.done === true) break;
      head.push(next.value);
      if (!('code' in next.value)) for (const key of next.value.keys()) names.add(key);
      checkColumns(names.size, limits);
    }
    if (names.size === 0) throw refused('file_empty', 'the file has no rows with values');
  } catch (error) {
    await objects.return(undefined);
    throw error;
  }
  const keys = [...names];
  const places = keys.map((_key, index) => index);
  const { header, issues } = headerOf(keys, places, limits);
  const columns = new Set(keys);

  const rawOf = (row: Flat | TableIssue): RawRow => {
    if ('code' in row) return row;
    for (const key of row.keys()) {
      if (columns.has(key)) continue;
      const message = `the key ${key.slice(0, 100)} does not occur in the first ${HEADER_ROWS} rows`;
      return { row: null, column: key.slice(0, 100), code: 'key_unknown', message };
    }
    return keys.map((key) => row.get(key) ?? '');
  };
  const remaining = async function* (): AsyncGenerator<readonly RawRow[]> {
    yield head.map(rawOf);
    let chunk: RawRow[] = [];
    for await (const row of objects) {
      chunk.push(rawOf(row));
      if (chunk.length < CHUNK_ROWS) continue;
      yield chunk;
      chunk = [];
    }
    if (chunk.length > 0) yield chunk;
  };
  return {
    format: 'json',
    encoding,
    delimiter: null,
    sheet: null,
    headerRow: 1,
    header,
    batches: () => batchesOf({ header, columns: places, issues }, remaining(), limits),
    close: async () => {
      await objects.return(undefined);
    },
  };
};

/** @throws TableRefused */
async function* objectsOf(
  path: string,
  encoding: TableEncoding,
  limits: TableLimits,
): AsyncGenerator<Flat | TableIssue> {
  const text = await firstCharacter(path, encoding);
  const source = Readable.from(decoded(path, encoding));
  const tokens = source.pipe(parser.asStream());
  const picked = text === '{' ? tokens.pipe(pick.asStream({ filter: 'rows' })) : tokens;
  const checked = picked.pipe(bounded(limits));
  const values = checked.pipe(streamArray.asStream());
  for (const stream of [source, tokens, picked, checked])
    stream.on('error', (error) => values.destroy(error));
  try {
    for await (const item of values) {
      const { value }: { readonly value: unknown } = item;
      yield flat(value);
    }
  } catch (error) {
    if (error instanceof TableRefused) throw error;
    const isNotArray = error instanceof Error && /array/i.test(error.message);
    if (isNotArray)
      throw refused('json_not_a_table', 'the file must be an array of objects, or have one as "rows"');
    throw refused('json_malformed', 'the file is not valid JSON');
  } finally {
    source.destroy();
    values.destroy();
  }
}

interface Token {
  readonly name: string;
  readonly value?: unknown;
}

/** Passes on the tokens of rows, and fails on a row that is too deep or too large to be built. */
const bounded = (limits: TableLimits): Transform => {
  let depth = 0;
  let tokens = 0;
  let characters = 0;
  return new Transform({
    objectMode: true,
    transform: (token: Token, _encoding, callback) => {
      const { name, value } = token;
      if (name === 'startObject' || name === 'startArray') depth += 1;
      else if (name === 'endObject' || name === 'endArray') depth -= 1;
      const isChunk = name === 'stringChunk' || name === 'numberChunk';
      // Depth 1 is the array itself: a row has ended, or is one scalar.
      if (depth <= 1 && !isChunk) {
        tokens = 0;
        characters = 0;
      }
      tokens += 1;
      if (isChunk && typeof value === 'string') characters += value.length;
      if (depth > limits.maxJsonDepth)
        callback(
          refused('json_malformed', `the file is nested more than ${limits.maxJsonDepth} levels deep`),
        );
      else if (tokens > limits.maxRowTokens || characters > limits.maxRowCharacters) callback(tooComplex());
      else callback(null, token);
    },
  });
};

const flat = (value: unknown): Flat | TableIssue => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { row: null, column: null, code: 'json_not_a_table', message: 'the row is not an object' };
  const cells = new Map<string, string>();
  for (const [key, cell] of Object.entries(value)) {
    if (typeof cell === 'object' && cell !== null) {
      const message = 'values must be text, numbers or booleans; nested values are not supported';
      return { row: null, column: key.slice(0, 100), code: 'value_nested', message };
    }
    cells.set(key, cell === null ? '' : String(cell));
  }
  return cells;
};

async function* decoded(path: string, encoding: TableEncoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of createReadStream(path)) {
    const bytes: Buffer = chunk;
    const text = decoder.decode(bytes, { stream: true });
    if (text !== '') yield text;
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}

const firstCharacter = async (path: string, encoding: TableEncoding): Promise<string> => {
  for await (const text of decoded(path, encoding)) {
    const trimmed = text.trimStart();
    if (trimmed !== '') return trimmed.charAt(0);
  }
  return '';
};
