/** Reads the content of a file from its JSON string, removes the escapes, and passes it on. */
import { notBase64 } from './malformed.js';

export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
const SLASH = 0x2f;
const U = 0x75;

/** Bytes of content that are collected before they are passed on. */
const OUT_BYTES = 64 * 1024;

/** The bytes of an unfinished escape; null outside one. Some programs escape the slash or the plus. */
type Escape = readonly number[] | null;

export interface JsonContent {
  /** Reads content from `from`; returns the position after its closing quote, or null when it continues. @throws Malformed */
  read(bytes: Uint8Array, from: number): number | null;
}

/** `onContent` receives the text of the string, in order. */
export const createJsonContent = (onContent: (base64: Uint8Array) => void): JsonContent => {
  let pendingEscape: Escape = null;
  /** Collects runs and single bytes of the content, to pass them on together. */
  const out = Buffer.alloc(OUT_BYTES);
  let outBytes = 0;

  const flush = (): void => {
    if (outBytes > 0) onContent(out.subarray(0, outBytes));
    outBytes = 0;
  };

  const emit = (bytes: Uint8Array): void => {
    if (bytes.length > OUT_BYTES - outBytes) flush();
    if (bytes.length > OUT_BYTES) onContent(bytes);
    else {
      out.set(bytes, outBytes);
      outBytes += bytes.length;
    }
  };

  /** Processes one more byte of an escape. */
  const readEscape = (sequence: readonly number[]): void => {
    const [kind = 0, ...hex] = sequence;
    if (kind !== SLASH && kind !== U) throw notBase64();
    pendingEscape = sequence;
    if (kind === U && hex.length < 4) return;
    const byte = kind === SLASH ? SLASH : Number.parseInt(String.fromCharCode(...hex), 16);
    if (!(byte < 0x80)) throw notBase64();
    emit(Uint8Array.of(byte));
    pendingEscape = null;
  };

  return {
    read: (bytes, from) => {
      let at = from;
      // Each is searched again only after it was passed, so a piece of nothing but escapes takes no longer than others.
      let quote = indexOrEnd(bytes, QUOTE, at);
      let backslash = indexOrEnd(bytes, BACKSLASH, at);
      while (at < bytes.length) {
        if (pendingEscape !== null) {
          readEscape([...pendingEscape, bytes[at] ?? 0]);
          at += 1;
          continue;
        }
        if (quote < at) quote = indexOrEnd(bytes, QUOTE, at);
        if (backslash < at) backslash = indexOrEnd(bytes, BACKSLASH, at);
        const end = Math.min(quote, backslash);
        emit(bytes.subarray(at, end));
        at = end + 1;
        if (backslash < quote) pendingEscape = [];
        else if (quote < bytes.length) {
          flush();
          return at;
        }
      }
      return null;
    },
  };
};

const indexOrEnd = (bytes: Uint8Array, byte: number, from: number): number => {
  const index = bytes.indexOf(byte, from);
  return index < 0 ? bytes.length : index;
};
