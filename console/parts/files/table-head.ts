/**
 * The beginning of a table that is about to be uploaded, as the service will read it: its columns, and some rows.
 * Formats that only the service can read (a workbook, a large JSON file) give null.
 */

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
  const text = textOf(await file.slice(0, HEAD_BYTES).arrayBuffer());
  return text === null ? null : textHead(text, name.endsWith('.tsv'), file.size > HEAD_BYTES);
};

/** Null for bytes that are not UTF-8; the service recognises more encodings. */
const textOf = (bytes: ArrayBuffer): string | null => {
  const text = new TextDecoder('utf-8').decode(bytes);
  // The cut may split the last character.
  return text.slice(0, -1).includes('\uFFFD') || text.includes('\0') ? null : text;
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
  const line = text.split(/\r?\n/).find((row) => row.trim() !== '') ?? '';
  const plain = line.replaceAll(/"[^"]*"/g, '');
  return [',', ';', '\t', '|'].reduce(
    (best, next) => (plain.split(next).length > plain.split(best).length ? next : best),
    ',',
  );
};

/** `isCut`: the file continues, and the last record may be incomplete. */
const textHead = (text: string, tabs: boolean, isCut: boolean): TableHead | null => {
  const delimiter = tabs ? '\t' : delimiterOf(text);
  const records = recordsOf(text, delimiter, SHOWN_ROWS + 2);
  const whole = isCut && records.length < SHOWN_ROWS + 2 ? records.slice(0, -1) : records;
  const [header, ...rows] = whole;
  if (header === undefined) return null;
  const columns = uniqueNames(header);
  return {
    columns,
    rows: rows.slice(0, SHOWN_ROWS).map((row) => columns.map((_, index) => row[index] ?? '')),
  };
};

/** RFC 4180; blank lines are skipped. */
const recordsOf = (text: string, delimiter: string, most: number): readonly (readonly string[])[] => {
  const records: string[][] = [];
  let record: string[] = [];
  let value = '';
  let quoted = false;
  const endRecord = (): void => {
    record.push(value);
    if (record.some((cell) => cell !== '') || record.length > 1) records.push(record);
    record = [];
    value = '';
  };
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  for (let at = 0; at < source.length && records.length < most; at += 1) {
    const letter = source[at] ?? '';
    if (quoted) {
      if (letter !== '"') value += letter;
      else if (source[at + 1] === '"') {
        value += '"';
        at += 1;
      } else quoted = false;
    } else if (letter === '"' && value === '') quoted = true;
    else if (letter === delimiter) {
      record.push(value);
      value = '';
    } else if (letter === '\n') endRecord();
    else if (letter !== '\r') value += letter;
  }
  if (records.length < most && (value !== '' || record.length > 0)) endRecord();
  return records;
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
