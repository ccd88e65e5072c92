/**
 * Reads a JSON body that carries a file, piece by piece. `contentBase64` of the outermost object is passed on as it arrives. The
 * rest is so small and flat that parsing, copying and validating it is cheap.
 *
 * It guarantees:
 * J1. Memory does not grow with the body: it holds one piece of the content at a time, and {@link JsonLimits} of the rest.
 * J2. No value that exceeds the limits on depth or number of values is ever built.
 */
import { BACKSLASH, createJsonContent, type JsonContent, QUOTE } from './json-content.js';
import { Malformed } from './malformed.js';

export interface JsonLimits {
  /** Bytes of everything but the content. */
  readonly maxBytes: number;
  /** Nesting of objects and lists. */
  readonly maxDepth: number;
  /** Values, including keys. */
  readonly maxValues: number;
}

/** The body of an upload has at most three levels and some hundred values. */
export const JSON_LIMITS: JsonLimits = { maxBytes: 1024 * 1024, maxDepth: 32, maxValues: 10_000 };

export interface JsonBody {
  /** @throws Malformed */
  write(bytes: Uint8Array): void;
  /** Returns the body without its content, and whether it had one. @throws Malformed `json_malformed` */
  end(): { readonly value: unknown; readonly hasContent: boolean };
}

const CONTENT_KEY = 'contentBase64';
/** A longer key, as written, cannot be the content's, even with every letter escaped. */
const MAX_KEY_BYTES = 6 * CONTENT_KEY.length + 2;

const COMMA = 0x2c;
const COLON = 0x3a;

/** Reads one body. `onContent` receives its content; null: no key is treated as content. */
export const createJsonBody = (
  onContent: ((base64: Uint8Array) => void) | null,
  limits: JsonLimits = JSON_LIMITS,
): JsonBody => new Reader(onContent === null ? null : createJsonContent(onContent), limits);

class Reader implements JsonBody {
  readonly #content: JsonContent | null;
  readonly #limits: JsonLimits;
  /** Everything but the content. */
  readonly #rest: Buffer;
  #restBytes = 0;
  #depth = 0;
  #values = 1;
  #inString = false;
  #escaped = false;
  /** The outermost value is an object. */
  #named = false;
  /** Where a string at depth 1 that may be a key begins in the rest; -1: none. */
  #keyFrom = -1;
  #expectsKey = false;
  /** The next value belongs to the content's key. */
  #contentNext = false;
  #inContent = false;
  #hasContent = false;

  constructor(content: JsonContent | null, limits: JsonLimits) {
    this.#content = content;
    this.#limits = limits;
    this.#rest = Buffer.alloc(limits.maxBytes);
  }

  write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      if (this.#inContent) at = this.#passOn(bytes, at);
      else {
        const byte = bytes[at] ?? 0;
        if (this.#inString) this.#inside(byte);
        else this.#outside(byte);
        at += 1;
      }
    }
  }

  end(): { readonly value: unknown; readonly hasContent: boolean } {
    return { value: parsed(this.#rest.subarray(0, this.#restBytes)), hasContent: this.#hasContent };
  }

  /** J1: passes on content from `from`; returns where it ends, or the end of the piece. */
  #passOn(bytes: Uint8Array, from: number): number {
    const end = this.#content?.read(bytes, from) ?? null;
    if (end === null) return bytes.length;
    this.#inContent = false;
    this.#inString = false;
    this.#keep(QUOTE);
    return end;
  }

  #outside(byte: number): void {
    this.#keep(byte);
    switch (byte) {
      case QUOTE:
        return this.#beginString();
      case 0x7b: // {
      case 0x5b: // [
        return this.#open(byte === 0x7b);
      case 0x7d: // }
      case 0x5d: // ]
        this.#depth -= 1;
        return;
      case COMMA:
        this.#expectsKey = this.#depth === 1 && this.#named;
        this.#contentNext = false;
        return this.#count();
      case COLON:
        return this.#count();
      default:
    }
  }

  #inside(byte: number): void {
    this.#keep(byte);
    if (this.#escaped) this.#escaped = false;
    else if (byte === BACKSLASH) this.#escaped = true;
    else if (byte === QUOTE) {
      this.#inString = false;
      if (this.#keyFrom >= 0) this.#endKey();
    }
  }

  #beginString(): void {
    this.#inString = true;
    if (this.#depth !== 1 || !this.#named) return;
    if (this.#expectsKey) {
      this.#keyFrom = this.#restBytes - 1;
      this.#expectsKey = false;
    } else if (this.#contentNext && this.#content !== null) {
      if (this.#hasContent) throw new Malformed('appears twice; send one file', `/${CONTENT_KEY}`);
      this.#inContent = true;
      this.#hasContent = true;
    }
  }

  #endKey(): void {
    const written = this.#rest.subarray(this.#keyFrom, this.#restBytes);
    this.#keyFrom = -1;
    this.#contentNext = written.length <= MAX_KEY_BYTES && keyOf(written) === CONTENT_KEY;
  }

  #open(isObject: boolean): void {
    this.#depth += 1;
    if (this.#depth > this.#limits.maxDepth)
      throw new Malformed(`the body is nested more than ${this.#limits.maxDepth} levels deep; flatten it`); // J2
    if (this.#depth === 1) this.#named = isObject;
    this.#expectsKey = this.#depth === 1 && this.#named;
    this.#contentNext = false;
    this.#count();
  }

  /** J2 */
  #count(): void {
    this.#values += 1;
    if (this.#values > this.#limits.maxValues)
      throw new Malformed(`the body has more than ${this.#limits.maxValues} values; send fewer`);
  }

  /** J1 */
  #keep(byte: number): void {
    if (this.#restBytes === this.#limits.maxBytes)
      throw new Malformed(`the body without the file exceeds ${this.#limits.maxBytes} bytes; send less`);
    this.#rest[this.#restBytes] = byte;
    this.#restBytes += 1;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** RFC 8259 section 8.1: JSON is UTF-8. */
const parsed = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw new Malformed('json_malformed');
  }
};

/** Null for an invalid key; parsing the whole body then fails. */
const keyOf = (written: Uint8Array): unknown => {
  try {
    return JSON.parse(utf8.decode(written));
  } catch {
    return null;
  }
};
