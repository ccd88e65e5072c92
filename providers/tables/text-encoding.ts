/** Detects the encoding of a text file: by its BOM, otherwise by its bytes. */
import { closeSync, openSync, readSync } from 'node:fs';

/** Names as TextDecoder knows them. */
export type TableEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

const CHUNK_BYTES = 1024 * 1024;
/** Share of zero bytes at even or odd positions that only UTF-16 of Latin text has. */
const ZERO_SHARE = 0.3;
/** Control characters that occur in text: tab, line feed, vertical tab, form feed, carriage return, substitute (the old end of file). */
const TEXT_CONTROLS: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1a]);

/** Null: not text. `head`: the first bytes; the whole file is read only to verify UTF-8. */
export const detectEncoding = (head: Uint8Array, path: string): TableEncoding | null => {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return isUtf8(path) ? 'utf-8' : null;
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const half = head.length / 2;
  const [even = 0, odd = 0] = zeros;
  if (odd > half * ZERO_SHARE && even === 0) return 'utf-16le';
  if (even > half * ZERO_SHARE && odd === 0) return 'utf-16be';
  if (head.some((byte) => byte < 0x20 && !TEXT_CONTROLS.has(byte))) return null;
  return isUtf8(path) ? 'utf-8' : 'windows-1252';
};

const isUtf8 = (path: string): boolean => {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const file = openSync(path, 'r');
  const chunk = Buffer.alloc(CHUNK_BYTES);
  try {
    for (;;) {
      const read = readSync(file, chunk, 0, chunk.length, null);
      decoder.decode(chunk.subarray(0, read), { stream: read > 0 });
      if (read === 0) return true;
    }
  } catch {
    return false;
  } finally {
    closeSync(file);
  }
};
