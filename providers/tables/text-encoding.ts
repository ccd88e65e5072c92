/**
 * Detects the encoding of a text file: by its BOM, as UTF-8 by its bytes, else by the frequencies of languages (chardet). UTF-8 with a few
 * damaged bytes stays UTF-8: only these letters are lost then, and not those of the whole file.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { analyse } from 'chardet';
import type { TextEncoding } from '../../schemas/contacts/job.js';

/** Names as TextDecoder knows them. */
export type TableEncoding = TextEncoding;

/** What chardet names, and the encoding that contains it. */
const DETECTED: Readonly<Record<string, TableEncoding>> = {
  Shift_JIS: 'shift_jis',
  'EUC-JP': 'euc-jp',
  'EUC-KR': 'euc-kr',
  GB18030: 'gb18030',
  Big5: 'big5',
  'KOI8-R': 'koi8-r',
  'ISO-8859-1': 'windows-1252',
  'ISO-8859-2': 'windows-1250',
  'ISO-8859-5': 'windows-1251',
  'ISO-8859-6': 'windows-1256',
  'ISO-8859-7': 'windows-1253',
  'ISO-8859-8': 'windows-1255',
  'ISO-8859-9': 'windows-1254',
  'windows-1250': 'windows-1250',
  'windows-1251': 'windows-1251',
  'windows-1252': 'windows-1252',
  'windows-1253': 'windows-1253',
  'windows-1254': 'windows-1254',
  'windows-1255': 'windows-1255',
  'windows-1256': 'windows-1256',
  'windows-1257': 'windows-1257',
};

const CHUNK_BYTES = 1024 * 1024;
/** Bytes that are judged, from the first that is not ASCII. */
const SAMPLE_BYTES = 64 * 1024;
/** Share of zero bytes at even or odd positions that only UTF-16 of Latin text has. */
const ZERO_SHARE = 0.3;
/** Control characters that occur in text: tab, line feed, vertical tab, form feed, carriage return, substitute (the old end of file). */
const TEXT_CONTROLS: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1a]);

/**
 * Null: not text. `head`: the first bytes; the whole file is read only to verify UTF-8. `encoding`: the one that the client named; a BOM
 * counts more.
 */
export const detectEncoding = (
  head: Uint8Array,
  { path, encoding }: { readonly path: string; readonly encoding?: TableEncoding },
): TableEncoding | null => {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8';
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  if (encoding !== undefined) return encoding;
  const zeros = [0, 0];
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const half = head.length / 2;
  const [even = 0, odd = 0] = zeros;
  if (odd > half * ZERO_SHARE && even === 0) return 'utf-16le';
  if (even > half * ZERO_SHARE && odd === 0) return 'utf-16be';
  if (head.some((byte) => byte < 0x20 && !TEXT_CONTROLS.has(byte))) return null;
  const { isValid, sample } = utf8(path);
  return isValid || isDamagedUtf8(sample) ? 'utf-8' : byLanguage(sample);
};

/** Whether the file is UTF-8, and a part of it to judge if it is not. */
const utf8 = (path: string): { readonly isValid: boolean; readonly sample: Uint8Array } => {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const file = openSync(path, 'r');
  const chunk = Buffer.alloc(CHUNK_BYTES);
  let sample: Uint8Array = new Uint8Array();
  try {
    for (;;) {
      const read = readSync(file, chunk, 0, chunk.length, null);
      const bytes = chunk.subarray(0, read);
      if (sample.length === 0) {
        const from = bytes.findIndex((byte) => byte >= 0x80);
        // With the words before it, which show the language.
        if (from >= 0)
          sample = Uint8Array.from(bytes.subarray(Math.max(0, from - 1_000), from + SAMPLE_BYTES));
      }
      decoder.decode(bytes, { stream: read > 0 });
      if (read === 0) return { isValid: true, sample };
    }
  } catch {
    return { isValid: false, sample };
  } finally {
    closeSync(file);
  }
};

/** A letter that some databases write in two halves, each invalid (CESU-8), in bytes as ISO 8859-1. */
const HALVES = /\u00ed[\u00a0-\u00af][\u0080-\u00bf]\u00ed[\u00b0-\u00bf][\u0080-\u00bf]/g;
const BYTES_OF_HALVES = 6;

/** Text in other encodings hardly ever has letters of several bytes that are valid UTF-8. */
const isDamagedUtf8 = (sample: Uint8Array): boolean => {
  const halved = [...Buffer.from(sample).toString('latin1').matchAll(HALVES)].length;
  let valid = halved;
  let damaged = -BYTES_OF_HALVES * halved;
  for (const letter of new TextDecoder('utf-8').decode(sample))
    if (letter === '\uFFFD') damaged += 1;
    else if (letter > '\u007F') valid += 1;
  return valid > 0 && valid >= damaged;
};

const byLanguage = (sample: Uint8Array): TableEncoding => {
  for (const { name } of analyse(sample)) {
    const encoding = DETECTED[name];
    if (encoding !== undefined) return encoding;
  }
  return 'windows-1252';
};
