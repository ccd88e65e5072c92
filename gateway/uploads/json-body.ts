/**
 * A JSON body that carries a file, piece by piece: `contentBase64` of the outermost object goes to its receiver as it
 * comes, and what is left is so small and so flat that it can be parsed, copied and checked without a thought.
 *
 * It guarantees:
 * J1. Memory does not grow with the body: of the content a piece is held at a time, of the rest {@link JsonLimits}.
 * J2. Nothing that is deeper or has more values than the limits say is ever built.
 */
import { Malformed, notBase64 } from './malformed.js';

export interface JsonLimits {
  /** Bytes of everything but the content. */
  readonly maxBytes: number;
  /** Objects and lists within each other. */
  readonly maxDepth: number;
  /** Values, keys among them. */
  readonly maxValues: number;
}

/** No body of an upload is deeper than three, nor has more than some hundred values. */
export const JSON_LIMITS: JsonLimits = { maxBytes: 1024 * 1024, maxDepth: 32, maxValues: 10_000 };

export interface JsonBody {
  /** @throws Malformed */
  write(bytes: Uint8Array): void;
  /** The body without its content, and whether it had one. @throws Malformed `json_malformed` */
  end(): { readonly value: unknown; readonly hasContent: boolean };
}

const CONTENT_KEY = 'contentBase64';
/** Longer keys, as they are written, are not the content's, not even with every letter escaped. */
const MAX_KEY_BYTES = 6 * CONTENT_KEY.length + 2;

/** Of the content, collected before it is handed on. */
const OUT_BYTES = 64 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const SLASH = 0x2f;
const U = 0x75;

/** In the content, where some programs escape the slash or the plus: the bytes of an escape so far; null outside one. */
type Escape = readonly number[] | null;

export const createJsonBody = (
  onContent: ((base64: Uint8Array) => void) | null,
  limits: JsonLimits = JSON_LIMITS,
): JsonBody => {
  const rest = Buffer.alloc(limits.maxBytes);
  let restBytes = 0;
  let depth = 0;
  let values = 1;
  let inString = false;
  let escaped = false;
  /** The outermost value is an object. */
  let named = false;
  /** Of a string at depth 1 that may be a key: where it begins in `rest`. */
  let keyFrom = -1;
  let expectsKey = false;
  /** The key that the next value belongs to is the content's. */
  let contentNext = false;
  let inContent = false;
  let hasContent = false;
  let escapeSoFar: Escape = null;

  const keep = (byte: number): void => {
    if (restBytes === limits.maxBytes)
      throw new Malformed(`everything but the file has at most ${limits.maxBytes} bytes; send less`);
    rest[restBytes] = byte;
    restBytes += 1;
  };

  const count = (): void => {
    values += 1;
    if (values > limits.maxValues)
      throw new Malformed(`the body has more than ${limits.maxValues} values; send fewer`);
  };

  const endOfKey = (): void => {
    const written = rest.subarray(keyFrom, restBytes);
    keyFrom = -1;
    contentNext = written.length <= MAX_KEY_BYTES && keyOf(written) === CONTENT_KEY;
  };

  const open = (object: boolean): void => {
    depth += 1;
    if (depth > limits.maxDepth)
      throw new Malformed(`the body nests more than ${limits.maxDepth} deep; send it flatter`);
    if (depth === 1) named = object;
    expectsKey = depth === 1 && named;
    contentNext = false;
    count();
  };

  const beginString = (): void => {
    inString = true;
    if (depth !== 1 || !named) return;
    if (expectsKey) {
      keyFrom = restBytes - 1;
      expectsKey = false;
    } else if (contentNext && onContent !== null) {
      if (hasContent) throw new Malformed('is given twice; send one file', `/${CONTENT_KEY}`);
      inContent = true;
      hasContent = true;
    }
  };

  const outside = (byte: number): void => {
    keep(byte);
    switch (byte) {
      case QUOTE:
        return beginString();
      case 0x7b: // {
      case 0x5b: // [
        return open(byte === 0x7b);
      case 0x7d: // }
      case 0x5d: // ]
        depth -= 1;
        return;
      case COMMA:
        expectsKey = depth === 1 && named;
        contentNext = false;
        return count();
      case COLON:
        return count();
      default:
    }
  };

  const inside = (byte: number): void => {
    keep(byte);
    if (escaped) escaped = false;
    else if (byte === BACKSLASH) escaped = true;
    else if (byte === QUOTE) {
      inString = false;
      if (keyFrom >= 0) endOfKey();
    }
  };

  /** Runs and single bytes of the content are handed on together. */
  const out = Buffer.alloc(onContent === null ? 0 : OUT_BYTES);
  let outBytes = 0;

  const flush = (): void => {
    if (outBytes > 0) onContent?.(out.subarray(0, outBytes));
    outBytes = 0;
  };

  const give = (bytes: Uint8Array): void => {
    if (bytes.length > OUT_BYTES - outBytes) flush();
    if (bytes.length > OUT_BYTES) onContent?.(bytes);
    else {
      out.set(bytes, outBytes);
      outBytes += bytes.length;
    }
  };

  /** One more byte of an escape. */
  const escaping = (so: readonly number[]): void => {
    const [kind = 0, ...hex] = so;
    if (kind !== SLASH && kind !== U) throw notBase64();
    escapeSoFar = so;
    if (kind === U && hex.length < 4) return;
    const byte = kind === SLASH ? SLASH : Number.parseInt(String.fromCharCode(...hex), 16);
    if (!(byte < 0x80)) throw notBase64();
    give(Uint8Array.of(byte));
    escapeSoFar = null;
  };

  /** Reads content from `from` on; gives where it ends, or the end of the piece. */
  const content = (bytes: Uint8Array, from: number): number => {
    let at = from;
    // Each is looked for again only once it was passed: a piece of nothing but escapes takes no longer than another.
    let quote = indexOrEnd(bytes, QUOTE, at);
    let backslash = indexOrEnd(bytes, BACKSLASH, at);
    while (at < bytes.length) {
      if (escapeSoFar !== null) {
        escaping([...escapeSoFar, bytes[at] ?? 0]);
        at += 1;
        continue;
      }
      if (quote < at) quote = indexOrEnd(bytes, QUOTE, at);
      if (backslash < at) backslash = indexOrEnd(bytes, BACKSLASH, at);
      const end = Math.min(quote, backslash);
      give(bytes.subarray(at, end));
      at = end + 1;
      if (backslash < quote) escapeSoFar = [];
      else if (quote < bytes.length) {
        flush();
        inContent = false;
        inString = false;
        keep(QUOTE);
        return at;
      }
    }
    return bytes.length;
  };

  return {
    write: (bytes) => {
      for (let at = 0; at < bytes.length; ) {
        if (inContent) at = content(bytes, at);
        else {
          const byte = bytes[at] ?? 0;
          if (inString) inside(byte);
          else outside(byte);
          at += 1;
        }
      }
    },
    end: () => ({ value: parsed(rest.subarray(0, restBytes)), hasContent }),
  };
};

const indexOrEnd = (bytes: Uint8Array, byte: number, from: number): number => {
  const index = bytes.indexOf(byte, from);
  return index < 0 ? bytes.length : index;
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** RFC 8259 section 8.1: JSON is UTF-8. */
const parsed = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw new Malformed('json_malformed');
  }
};

/** Null for a key that is none; the whole will turn out to be malformed then. */
const keyOf = (written: Uint8Array): unknown => {
  try {
    return JSON.parse(utf8.decode(written));
  } catch {
    return null;
  }
};
