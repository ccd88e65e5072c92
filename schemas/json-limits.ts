/**
 * Reads JSON from outside, whatever its shape: its depth and its number of values are counted on its bytes, before
 * anything is built from it. Code that walks or copies a value afterwards (a schema, a hash, a message to a thread) may
 * then recurse, and its work is bounded.
 */
import { DomainError } from './errors.js';

export interface JsonLimits {
  /** Maximum nesting of arrays and objects; 0 allows neither. */
  readonly depth: number;
  /** Maximum number of values in all, at any depth, including the text's own value; keys do not count. */
  readonly values: number;
}

/**
 * No body of the API is more than six levels deep. The number of values is four times that of the largest table that a
 * request of 1 MiB may contain.
 */
const BODY_JSON_LIMITS: JsonLimits = { depth: 32, values: 200_000 };

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
/** The bit by which a square bracket differs from its brace. */
const BRACE = 0x20;

/**
 * Which limit a JSON text exceeds, in words for its sender; null if it is within the limits. One pass, nothing is stored.
 * The result for a text that is not JSON is arbitrary.
 */
export const excessOf = (bytes: Uint8Array, limits: JsonLimits): string | null => {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) {
      at += 1;
      while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
    } else if (byte === COMMA) {
      values += 1;
    } else if ((byte | BRACE) === OPENING_BRACE) {
      depth += 1;
      values += 1;
      if (depth > limits.depth) return `is nested more than ${limits.depth} levels deep; flatten it`;
    } else if ((byte | BRACE) === CLOSING_BRACE) {
      depth -= 1;
    }
    if (values > limits.values) return `holds more than ${limits.values} values; send it in parts`;
  }
  return null;
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The value of a JSON text in UTF-8 (RFC 8259 section 8.1).
 * @throws DomainError json_too_complex, json_malformed
 */
export const parseJson = (bytes: Uint8Array, limits: JsonLimits = BODY_JSON_LIMITS): unknown => {
  const excess = excessOf(bytes, limits);
  if (excess !== null) throw new DomainError('json_too_complex', undefined, [{ path: '', message: excess }]);
  try {
    const value: unknown = JSON.parse(utf8.decode(bytes));
    return value;
  } catch {
    throw new DomainError('json_malformed');
  }
};
