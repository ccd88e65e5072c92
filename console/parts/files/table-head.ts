/**
 * The beginning of a table that is about to be uploaded, as the service will read it: its columns, and some rows.
 * Formats that only the service can read (a workbook, a large JSON file) give null.
 */
import { parse } from 'csv-parse/browser/esm/sync';

export interface TableHead {
  /** No name is blank or occurs twice. */
  readonly columns: readonly string[];
  /** A few rows, each with a value for every column. */
  readonly rows: readonly (readonly string[])[];
}

/** Bytes of a text table that are examined. */
const HEAD_BYTES = 64 * 1024;
/** A JSON file must be read whole. */
const MOST_JSON_BYTES = 8 * 1024 * 1024;
const SHOWN_ROWS = 5;
/** Number of objects whose keys make up the columns, as in the service. */
const KEY_ROWS = 1_000;

/** Null if only the service can read the file. */
export const headOf = async (file: File): Promise<TableHead | null> => {
  const name = file.name.toLowerCase();
  if (name.endsWith('.json')) return file.size > MOST_JSON_BYTES ? null : jsonHead(await file.text());
  if (!/\.(csv|tsv|txt)$/.test(name)) return null;
  const isCut = file.size > HEAD_BYTES;
  const text = textOf(await file.slice(0, HEAD_BYTES).arrayBuffer(), isCut);
  return text === null ? null : textHead(text, name.endsWith('.tsv'), isCut);
};

/** Null for bytes that are not UTF-8; the service recognises more encodings. */
const textOf = (bytes: ArrayBuffer, isCut: boolean): string | null => {
  const text = new TextDecoder('utf-8').decode(bytes);
  // The cut may split the last character.
  return (isCut ? text.slice(0, -1) : text).includes('\uFFFD') || text.includes('\0') ? null : text;
};

/** Names columns as the service does: blank names by position, later duplicates with a number. */
const uniqueNames = (names: readonly string[]): readonly string[] => {
  const taken = new Set<string>();
  return names.map((raw, index) => {
    const wanted = raw.trim() === '' ? `column_${index + 1}` : raw.trim().slice(0, 200);
    let name = wanted;
    for (let copy = 2; taken.has(name); copy += 1) name = `${wanted} (${copy})`;
    taken.add(name);
    return name;
  });
};

/** The most frequent separator in the first line; a comma if there is none. */
const delimiterOf = (text: string): string => {
  const unquoted = text.replaceAll(/"(?:[^"]|"")*"/g, 'quoted');
  const plain = unquoted.split(/\r\n|\n|\r/).find((row) => row.trim() !== '') ?? '';
  return [',', ';', '\t', '|'].reduce(
    (best, next) => (plain.split(next).length > plain.split(best).length ? next : best),
    ',',
  );
};

/** `isCut`: the file continues, and the last record may be incomplete. */
const textHead = (text: string, tabs: boolean, isCut: boolean): TableHead | null => {
  const delimiter = tabs ? '\t' : delimiterOf(text);
  const { records, isCutInQuotes } = recordsOf(text, delimiter, SHOWN_ROWS + 2);
  const isLastCut = isCut && !isCutInQuotes && records.length < SHOWN_ROWS + 2;
  const whole = isLastCut ? records.slice(0, -1) : records;
  const [header, ...rows] = whole;
  if (header === undefined) return null;
  const columns = uniqueNames(header);
  return {
    columns,
    rows: rows.slice(0, SHOWN_ROWS).map((row) => columns.map((_, index) => row[index] ?? '')),
  };
};

interface Records {
  readonly records: readonly (readonly string[])[];
  /** Whether a last record is missing because the text ends within its quotes. */
  readonly isCutInQuotes: boolean;
}

/** As the service reads them, up to `most`; blank lines are skipped. */
const recordsOf = (text: string, delimiter: string, most: number): Records => {
  let isCutInQuotes = false;
  const records = parse(text, {
    delimiter,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: () => {
      isCutInQuotes = true;
      return undefined;
    },
    to: most,
  });
  return { records, isCutInQuotes };
};

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An array of flat objects, or such an array under `rows`; null for anything else. */
const jsonHead = (text: string): TableHead | null => {
  const list = rowsIn(parseJson(text));
  if (list === null) return null;
  const rows = list.filter(isObject).map((row) => new Map<string, unknown>(Object.entries(row)));
  const keys = [...new Set(rows.slice(0, KEY_ROWS).flatMap((row) => [...row.keys()]))];
  if (keys.length === 0) return null;
  return {
    columns: uniqueNames(keys),
    rows: rows.slice(0, SHOWN_ROWS).map((row) => keys.map((key) => cellText(row.get(key)))),
  };
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const rowsIn = (value: unknown): readonly unknown[] | null => {
  if (Array.isArray(value)) return value;
  return isObject(value) && 'rows' in value && Array.isArray(value.rows) ? value.rows : null;
};

const cellText = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};
