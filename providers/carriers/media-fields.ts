/** Fields of media messages that carriers share. */
import { isRecord } from '../../schemas/json.js';
import type { MediaMessage } from './media-dialect.js';

const NUMERIC = /^\d{1,15}(\.\d{1,6})?$/;

/** Reads a number or a numeric string. NaN if it is neither, or negative. */
export const numberOf = (value: unknown): number => {
  if (typeof value === 'string') return NUMERIC.test(value) ? Number(value) : Number.NaN;
  return typeof value === 'number' && value >= 0 && Number.isFinite(value) ? value : Number.NaN;
};

/** Null if the payload is not base64: a decoder that skips invalid characters would turn it into noise. */
const audioOf = (payload: string): Buffer | null => {
  const bytes = Buffer.from(payload, 'base64');
  const padding = payload.endsWith('==') ? 2 : payload.endsWith('=') ? 1 : 0;
  return bytes.length === Math.floor(((payload.length - padding) * 3) / 4) ? bytes : null;
};

export const invalid = (reason: string): MediaMessage => ({ type: 'invalid', reason });

const DIGIT = /^[0-9A-D*#]$/;

/** A pressed key; `dtmf`: an object with its `digit`. */
export const dtmfOf = (sequence: number, streamId: string, dtmf: unknown): MediaMessage =>
  isRecord(dtmf) && typeof dtmf.digit === 'string' && DIGIT.test(dtmf.digit)
    ? { type: 'dtmf', sequence, streamId, digit: dtmf.digit }
    : invalid('a dtmf message without a digit');

/** Audio of the customer; `media`: an object with `timestamp`, ms, and `payload`, base64. */
export const audioMessage = (sequence: number, streamId: string, media: unknown): MediaMessage => {
  if (!isRecord(media) || typeof media.payload !== 'string')
    return invalid('a media message without a payload');
  if (media.track === 'outbound') return { type: 'ignored' };
  const timestampMs = numberOf(media.timestamp);
  const payload = audioOf(media.payload);
  if (Number.isNaN(timestampMs)) return invalid('a media message without a timestamp');
  if (payload === null) return invalid('payload is not base64');
  return { type: 'media', sequence, streamId, timestampMs, payload };
};

/** A JSON message with an `event`; null for anything else. */
export const messageOf = (message: Uint8Array): Readonly<Record<string, unknown>> | null => {
  try {
    const value: unknown = JSON.parse(
      Buffer.from(message.buffer, message.byteOffset, message.byteLength).toString('utf8'),
    );
    return isRecord(value) && typeof value.event === 'string' ? value : null;
  } catch {
    return null;
  }
};

const ENCODINGS: ReadonlyMap<unknown, 'mulaw' | 'alaw'> = new Map([
  ['audio/x-mulaw', 'mulaw'],
  ['PCMU', 'mulaw'],
  ['audio/x-alaw', 'alaw'],
  ['PCMA', 'alaw'],
]);

/**
 * The form of G.711 of a stream at 8 kHz; null: another format. Carriers are asked for µ-law, but some send A-law to and
 * from Europe all the same.
 */
export const g711Of = (encoding: unknown, sampleRate: unknown): 'mulaw' | 'alaw' | null =>
  numberOf(sampleRate) === 8_000 ? (ENCODINGS.get(encoding) ?? null) : null;
