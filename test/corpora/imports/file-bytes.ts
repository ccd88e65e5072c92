/** Builds the bytes of a small file from its description. */
import type { Encoding, FileCase } from './shapes.js';
import { workbookBytes } from './workbook-bytes.js';

const BOMS: Partial<Record<Encoding, readonly number[]>> = {
  'utf-8': [0xef, 0xbb, 0xbf],
  'utf-16le': [0xff, 0xfe],
  'utf-16be': [0xfe, 0xff],
};

/** The name under which the file is uploaded. */
export const fileNameOf = ({ file, workbook }: FileCase): string =>
  file ?? (workbook === undefined ? 'contacts.csv' : 'contacts.xlsx');

/** The bytes of the file. @throws Error if its encoding lacks a character of the text */
export const fileBytes = async (described: FileCase): Promise<Buffer> => {
  if (described.workbook !== undefined) return workbookBytes(described.workbook);
  const { text = '', encoding = 'utf-8', bom = false, ends, raw = {} } = described;
  const written = ends === 'crlf' ? text.replaceAll('\n', '\r\n') : text;
  const parts: Uint8Array[] = bom ? [Uint8Array.from(BOMS[encoding] ?? [])] : [];
  let plain = '';
  for (const character of written) {
    const bytes = raw[character];
    if (bytes === undefined) {
      plain += character;
      continue;
    }
    parts.push(encode(plain, encoding), Buffer.from(bytes, 'hex'));
    plain = '';
  }
  return Buffer.concat([...parts, encode(plain, encoding)]);
};

const encode = (text: string, encoding: Encoding): Uint8Array => {
  switch (encoding) {
    case 'utf-8':
      return Buffer.from(text);
    case 'utf-16le':
      return Buffer.from(text, 'utf16le');
    case 'utf-16be':
      return Buffer.from(text, 'utf16le').swap16();
    default:
      return encodeByTable(text, encoding);
  }
};

const tables = new Map<Encoding, ReadonlyMap<string, readonly number[]>>();

const encodeByTable = (text: string, encoding: Encoding): Uint8Array => {
  const table = tables.get(encoding) ?? tableOf(encoding);
  tables.set(encoding, table);
  return Uint8Array.from(
    [...text].flatMap((character) => {
      const bytes = character < '\u0080' ? [character.charCodeAt(0)] : table.get(character);
      if (bytes === undefined) throw new Error(`${encoding} has no character ${character}`);
      return bytes;
    }),
  );
};

/** Every byte outside ASCII, and every pair that begins with one. */
const SEQUENCES: readonly (readonly number[])[] = Array.from({ length: 128 }, (_, at) => at + 0x80).flatMap(
  (lead) => [[lead], ...Array.from({ length: 192 }, (_, at) => [lead, at + 0x40])],
);
const LINE_FEED = 0x0a;

/** Bytes of each character outside ASCII that the platform decodes from one or two bytes. */
const tableOf = (encoding: Encoding): ReadonlyMap<string, readonly number[]> => {
  const lines = Uint8Array.from(SEQUENCES.flatMap((bytes) => [...bytes, LINE_FEED]));
  // As a stream, because Node 20 decodes whole buffers of Windows-1252 as ISO-8859-1 (nodejs/node#60888).
  const decoded = new TextDecoder(encoding).decode(lines, { stream: true }).split('\n');
  const table = new Map<string, readonly number[]>();
  for (const [at, bytes] of SEQUENCES.entries()) {
    const character = decoded[at] ?? '';
    const isOne = [...character].length === 1 && character !== '\ufffd';
    if (isOne && !table.has(character)) table.set(character, bytes);
  }
  return table;
};
