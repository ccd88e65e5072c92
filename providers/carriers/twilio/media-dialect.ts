/**
 * Twilio Media Streams, both ways (docs/protocols/twilio.md "What Twilio sends on a stream", "What we send on a
 * stream").
 */
import { isRecord } from '../../../schemas/json.js';
import type { MediaDialect, MediaMessage } from '../media-dialect.js';
import { createMediaReader, createMediaWriter } from './media-bytes.js';

const NUMERIC = /^\d{1,15}(\.\d{1,6})?$/;

/** Numbers come as strings; a number is accepted too. NaN when it is neither, or negative. */
const number = (value: unknown): number => {
  if (typeof value === 'string') return NUMERIC.test(value) ? Number(value) : Number.NaN;
  return typeof value === 'number' && value >= 0 && Number.isFinite(value) ? value : Number.NaN;
};

/** Null when it is not base64: a decoder that skips what it does not know would turn it into noise. */
const audio = (payload: string): Buffer | null => {
  const bytes = Buffer.from(payload, 'base64');
  const padding = payload.endsWith('==') ? 2 : payload.endsWith('=') ? 1 : 0;
  return bytes.length === Math.floor(((payload.length - padding) * 3) / 4) ? bytes : null;
};

const DIGIT = /^[0-9A-D*#]$/;

const invalid = (reason: string): MediaMessage => ({ type: 'invalid', reason });

const parse = (text: string): MediaMessage => {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return invalid('not JSON');
  }
  if (!isRecord(message) || typeof message.event !== 'string') return invalid('no event');
  if (message.event === 'connected') return { type: 'connected' };

  const sequence = number(message.sequenceNumber);
  const streamId = message.streamSid;
  if (!Number.isInteger(sequence) || typeof streamId !== 'string')
    return invalid('no sequenceNumber or streamSid');

  switch (message.event) {
    case 'start': {
      const format = isRecord(message.start) ? message.start.mediaFormat : null;
      const callSid = isRecord(message.start) ? message.start.callSid : null;
      if (!isRecord(format) || typeof callSid !== 'string' || callSid === '')
        return invalid('an incomplete start');
      if (format.encoding !== 'audio/x-mulaw' || number(format.sampleRate) !== 8_000)
        return invalid('another audio format');
      return {
        type: 'start',
        sequence,
        streamId,
        carrierCallId: callSid,
        encoding: 'mulaw',
        sampleRate: 8_000,
      };
    }
    case 'media': {
      const media = message.media;
      if (!isRecord(media) || typeof media.payload !== 'string') return invalid('a media without payload');
      if (media.track === 'outbound') return { type: 'ignored' };
      const timestampMs = number(media.timestamp);
      const payload = audio(media.payload);
      if (Number.isNaN(timestampMs)) return invalid('a media without timestamp');
      if (payload === null) return invalid('a payload that is not base64');
      return { type: 'media', sequence, streamId, timestampMs, payload };
    }
    case 'mark':
      return isRecord(message.mark) && typeof message.mark.name === 'string'
        ? { type: 'mark', sequence, streamId, name: message.mark.name }
        : invalid('a mark without name');
    case 'dtmf':
      return isRecord(message.dtmf) &&
        typeof message.dtmf.digit === 'string' &&
        DIGIT.test(message.dtmf.digit)
        ? { type: 'dtmf', sequence, streamId, digit: message.dtmf.digit }
        : invalid('a dtmf without digit');
    case 'stop':
      return { type: 'stop', sequence, streamId };
    default:
      return { type: 'ignored' };
  }
};

export const twilioDialect: MediaDialect = {
  reader: () => {
    const media = createMediaReader();
    return (message) =>
      media(message) ??
      parse(Buffer.from(message.buffer, message.byteOffset, message.byteLength).toString('utf8'));
  },
  writer: (streamId) => ({
    media: createMediaWriter(streamId),
    mark: (name) => JSON.stringify({ event: 'mark', streamSid: streamId, mark: { name } }),
    clear: () => JSON.stringify({ event: 'clear', streamSid: streamId }),
  }),
  marksEchoedOnClear: true,
  closeEndsCall: true,
};
