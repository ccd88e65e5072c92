/**
 * The messages between a browser's leg and a session within a process (docs/how-to/browser-calls.md "Test calls"): a letter, then the
 * content. Both directions are here; the session's half is a {@link MediaDialect} like any carrier's.
 */
import type { MediaDialect, MediaMessage } from '../media-dialect.js';

const LETTER = { start: 83, media: 77, key: 75, mark: 82, stop: 69, clear: 67 } as const;
const TIME_BYTES = 8;
const STREAM = 'leg';

const withText = (letter: number, text: string): Uint8Array =>
  Buffer.concat([Uint8Array.of(letter), Buffer.from(text)]);
const textOf = (message: Uint8Array): string => Buffer.from(message.subarray(1)).toString();

/** Messages from the leg. */
export const fromLeg = {
  start: (carrierCallId: string): Uint8Array => withText(LETTER.start, carrierCallId),
  /** `timestampMs`: since the start of the stream; `payload`: µ-law at 8 kHz. */
  media: (timestampMs: number, payload: Uint8Array): Uint8Array => {
    const message = new Uint8Array(1 + TIME_BYTES + payload.length);
    message[0] = LETTER.media;
    new DataView(message.buffer).setFloat64(1, timestampMs);
    message.set(payload, 1 + TIME_BYTES);
    return message;
  },
  key: (digit: string): Uint8Array => withText(LETTER.key, digit),
  /** All audio before this mark was heard. */
  mark: (name: string): Uint8Array => withText(LETTER.mark, name),
  stop: (): Uint8Array => Uint8Array.of(LETTER.stop),
};

/** Messages to the leg. */
export type ForLeg =
  /** µ-law, a copy. */
  | { readonly type: 'media'; readonly payload: Uint8Array }
  | { readonly type: 'mark'; readonly name: string }
  | { readonly type: 'clear' };

/** @throws Error for a message that no session sends */
export const forLeg = (message: string | Uint8Array): ForLeg => {
  const bytes = typeof message === 'string' ? Buffer.from(message) : message;
  switch (bytes[0]) {
    case LETTER.media:
      return { type: 'media', payload: bytes.slice(1) };
    case LETTER.mark:
      return { type: 'mark', name: textOf(bytes) };
    case LETTER.clear:
      return { type: 'clear' };
    default:
      throw new Error('not a message of a media session');
  }
};

const read = (message: Uint8Array, sequence: number): MediaMessage => {
  const to = { sequence, streamId: STREAM } as const;
  switch (message[0]) {
    case LETTER.start:
      return { type: 'start', ...to, carrierCallId: textOf(message), encoding: 'mulaw', sampleRate: 8_000 };
    case LETTER.media: {
      if (message.length <= 1 + TIME_BYTES) return { type: 'invalid', reason: 'empty audio message' };
      const timestampMs = new DataView(message.buffer, message.byteOffset).getFloat64(1);
      return { type: 'media', ...to, timestampMs, payload: message.slice(1 + TIME_BYTES) };
    }
    case LETTER.key:
      return { type: 'dtmf', ...to, digit: textOf(message) };
    case LETTER.mark:
      return { type: 'mark', ...to, name: textOf(message) };
    case LETTER.stop:
      return { type: 'stop', ...to };
    default:
      return { type: 'invalid', reason: 'unknown message type' };
  }
};

export const browserDialect: MediaDialect = {
  reckonsPlayback: true,
  reader: () => {
    let sequence = 0;
    return (message) => {
      sequence += 1;
      return read(message, sequence);
    };
  },
  writer: () => ({
    media: (payload) => {
      const message = new Uint8Array(1 + payload.length);
      message[0] = LETTER.media;
      message.set(payload, 1);
      return message;
    },
    mark: (name) => Buffer.from(withText(LETTER.mark, name)).toString(),
    clear: () => String.fromCharCode(LETTER.clear),
  }),
};
