/** Decodes base64 (RFC 4648 section 4) piece by piece: only the standard alphabet with padding. */
import { notBase64 } from './malformed.js';

export interface Base64Decoder {
  /** Returns the bytes that are complete so far. @throws Malformed */
  write(text: Uint8Array): Buffer;
  /** @throws Malformed when the padding is missing */
  end(): void;
}

const ALPHABET = /^[A-Za-z0-9+/]*={0,2}$/;

export const createBase64Decoder = (): Base64Decoder => {
  let rest = '';
  let padded = false;
  return {
    write: (bytes) => {
      const text = rest + Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
      if ((padded && text !== '') || !ALPHABET.test(text)) throw notBase64();
      // Padding split across two pieces waits for its second half.
      const whole = text.length - (text.length % 4);
      rest = text.slice(whole);
      if (rest.startsWith('=')) throw notBase64();
      padded = whole > 0 && text[whole - 1] === '=';
      if (padded && rest !== '') throw notBase64();
      return Buffer.from(text.slice(0, whole), 'base64');
    },
    end: () => {
      if (rest !== '') throw notBase64();
    },
  };
};
