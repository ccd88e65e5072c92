/**
 * Twilio's `media` messages, read and written as bytes: a call has fifty a second in each direction. They have one shape
 * (docs/reference/protocols/twilio.md "What Twilio sends on a stream"). Every byte outside the fields is compared, so the result is the
 * same as from JSON; messages of any other shape are left to the JSON reader.
 */
import { base64Length, readBase64, writeBase64 } from '../base64.js';
import type { MediaMessage } from '../media-dialect.js';

type Media = Extract<MediaMessage, { readonly type: 'media' }>;

const ascii = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));

const HEAD = ascii('{"event":"media","sequenceNumber":"');
/** The stream ID comes before the audio or after it. */
const STREAM_FIRST = ascii('","streamSid":"');
const CHUNK = ascii('","media":{"track":"inbound","chunk":"');
const TIMESTAMP = ascii('","timestamp":"');
const PAYLOAD = ascii('","payload":"');
const STREAM_LAST = ascii('"},"streamSid":"');
const END = ascii('"}');
const END_OF_MEDIA = ascii('"}}');

const QUOTE = 0x22;
const ZERO = 0x30;
const NINE = 0x39;
/** Longer numbers cannot be counters of a call. */
const MAX_DIGITS = 15;
const MAX_STREAM_ID = 64;

/** A reader of one socket's messages; null: not of the usual shape. The result is owned by the receiver. */
export const createMediaReader = (): ((message: Uint8Array) => Media | null) => {
  let bytes: Uint8Array = new Uint8Array(0);
  let at = 0;
  /** The stream of the previous message, which is usually that of the next. */
  let stream = { id: '', bytes: new Uint8Array(0) };

  const isNext = (literal: Uint8Array): boolean => {
    if (at + literal.length > bytes.length) return false;
    for (let index = 0; index < literal.length; index += 1)
      if (bytes[at + index] !== literal[index]) return false;
    at += literal.length;
    return true;
  };

  /** NaN if there is none. */
  const number = (): number => {
    const from = at;
    let value = 0;
    for (; at < bytes.length && at - from <= MAX_DIGITS; at += 1) {
      const digit = bytes[at] ?? 0;
      if (digit < ZERO || digit > NINE) break;
      value = value * 10 + digit - ZERO;
    }
    return at === from || at - from > MAX_DIGITS ? Number.NaN : value;
  };

  const streamId = (): string | null => {
    const from = at;
    if (stream.id !== '' && isNext(stream.bytes) && bytes[at] === QUOTE) return stream.id;
    at = from;
    while (at < bytes.length && isWordByte(bytes[at] ?? 0)) at += 1;
    if (at === from || at - from > MAX_STREAM_ID) return null;
    const id = bytes.slice(from, at);
    stream = { id: Buffer.from(id).toString('latin1'), bytes: id };
    return stream.id;
  };

  const payload = (): Uint8Array | null => {
    const end = bytes.indexOf(QUOTE, at);
    if (end === -1) return null;
    const audio = readBase64(bytes, at, end);
    at = end;
    return audio;
  };

  return (message) => {
    bytes = message;
    at = 0;
    if (!isNext(HEAD)) return null;
    const sequence = number();
    const isFirst = isNext(STREAM_FIRST);
    const first = isFirst ? streamId() : null;
    if (!isNext(CHUNK) || Number.isNaN(number()) || !isNext(TIMESTAMP)) return null;
    const timestampMs = number();
    if (!isNext(PAYLOAD)) return null;
    const audio = payload();
    if (audio === null) return null;
    const id = isFirst ? first : isNext(STREAM_LAST) ? streamId() : null;
    const isWhole = isNext(isFirst ? END_OF_MEDIA : END) && at === bytes.length;
    if (id === null || !isWhole || Number.isNaN(sequence) || Number.isNaN(timestampMs)) return null;
    return { type: 'media', sequence, streamId: id, timestampMs, payload: audio };
  };
};

/** Letters and digits: bytes that mean the same inside and outside a JSON string. */
const isWordByte = (byte: number): boolean =>
  (byte >= ZERO && byte <= NINE) || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);

/** A writer of one stream's audio messages. The returned buffer is valid until the next message is written. */
export const createMediaWriter = (streamId: string): ((payload: Uint8Array) => Uint8Array) => {
  const head = Buffer.from(
    `{"event":"media","streamSid":${JSON.stringify(streamId)},"media":{"payload":"`,
    'utf8',
  );
  let message = new Uint8Array(0);
  /** Length of the audio that `message` has room for. */
  let length = -1;
  return (payload) => {
    if (payload.length !== length) {
      length = payload.length;
      message = new Uint8Array(head.length + base64Length(length) + END_OF_MEDIA.length);
      message.set(head);
      message.set(END_OF_MEDIA, message.length - END_OF_MEDIA.length);
    }
    writeBase64(payload, message, head.length);
    return message;
  };
};
