/**
 * Base64 (RFC 4648 section 4) on bytes in place: audio is read from a message and written into one without an
 * intermediate string.
 */

const ALPHABET = Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/', 'latin1');
const PADDING = 0x3d;
/** The value of a byte outside the alphabet. */
const NONE = -1;

const DIGITS = new Uint8Array(ALPHABET);
const VALUES = new Int8Array(256).fill(NONE);
for (const [value, digit] of DIGITS.entries()) VALUES[digit] = value;

/** Length of `bytes` bytes in base64, with padding. */
export const base64Length = (bytes: number): number => Math.ceil(bytes / 3) * 4;

/** Writes `bytes` into `target` from `at` on; returns the end of the text. */
export const writeBase64 = (bytes: Uint8Array, target: Uint8Array, at: number): number => {
  const whole = bytes.length - (bytes.length % 3);
  let to = at;
  for (let from = 0; from < whole; from += 3) {
    const three = ((bytes[from] ?? 0) << 16) | ((bytes[from + 1] ?? 0) << 8) | (bytes[from + 2] ?? 0);
    target[to] = DIGITS[three >> 18] ?? 0;
    target[to + 1] = DIGITS[(three >> 12) & 63] ?? 0;
    target[to + 2] = DIGITS[(three >> 6) & 63] ?? 0;
    target[to + 3] = DIGITS[three & 63] ?? 0;
    to += 4;
  }
  if (whole === bytes.length) return to;
  const isTwo = bytes.length - whole === 2;
  const rest = ((bytes[whole] ?? 0) << 16) | (isTwo ? (bytes[whole + 1] ?? 0) << 8 : 0);
  target[to] = DIGITS[rest >> 18] ?? 0;
  target[to + 1] = DIGITS[(rest >> 12) & 63] ?? 0;
  target[to + 2] = isTwo ? (DIGITS[(rest >> 6) & 63] ?? 0) : PADDING;
  target[to + 3] = PADDING;
  return to + 4;
};

/**
 * Decodes the padded base64 text at `from` to `to` of `message`; null for anything else, including text that a lenient
 * decoder would accept.
 */
export const readBase64 = (message: Uint8Array, from: number, to: number): Uint8Array | null => {
  const length = to - from;
  if (length % 4 !== 0) return null;
  if (length === 0) return new Uint8Array(0);
  const padding = message[to - 2] === PADDING ? 2 : message[to - 1] === PADDING ? 1 : 0;
  if (padding === 2 && message[to - 1] !== PADDING) return null;
  // From Node's pool: allocating a separate typed array costs more than the whole decoding.
  const bytes = Buffer.allocUnsafe((length / 4) * 3 - padding);
  const whole = padding === 0 ? to : to - 4;
  /** Negative as soon as one digit is invalid. */
  let sign = 0;
  let at = 0;
  for (let index = from; index < whole; index += 4) {
    const four =
      (valueAt(message, index) << 18) |
      (valueAt(message, index + 1) << 12) |
      (valueAt(message, index + 2) << 6) |
      valueAt(message, index + 3);
    sign |= four;
    bytes[at] = four >> 16;
    bytes[at + 1] = four >> 8;
    bytes[at + 2] = four;
    at += 3;
  }
  if (padding > 0) {
    const third = padding === 2 ? 0 : valueAt(message, whole + 2);
    const last = (valueAt(message, whole) << 18) | (valueAt(message, whole + 1) << 12) | (third << 6);
    sign |= last;
    bytes[at] = last >> 16;
    if (padding === 1) bytes[at + 1] = last >> 8;
  }
  return sign < 0 ? null : bytes;
};

const valueAt = (message: Uint8Array, index: number): number => VALUES[message[index] ?? 0] ?? NONE;
