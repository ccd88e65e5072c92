/**
 * Telnyx media streaming, both directions (docs/reference/protocols/telnyx.md "What Telnyx sends on a stream",
 * "What we send on a stream").
 */
import { isRecord } from '../../../schemas/json.js';
import type { MediaDialect, MediaMessage } from '../media-dialect.js';
import { audioMessage, dtmfOf, g711Of, invalid, messageOf, numberOf } from '../media-fields.js';

const read = (bytes: Uint8Array): MediaMessage => {
  const message = messageOf(bytes);
  if (message === null) return invalid('not a JSON message with an event');
  const { event, stream_id: streamId } = message;
  if (event === 'connected') return { type: 'connected' };
  // Refers to a message that we sent; there is nothing to do about it.
  if (event === 'error') return { type: 'ignored' };
  const sequence = numberOf(message.sequence_number);
  if (!Number.isInteger(sequence) || typeof streamId !== 'string')
    return invalid('no sequence_number or stream_id');
  switch (event) {
    case 'start':
      return startOf(sequence, streamId, message.start);
    case 'media':
      return audioMessage(sequence, streamId, message.media);
    case 'mark':
      return isRecord(message.mark) && typeof message.mark.name === 'string'
        ? { type: 'mark', sequence, streamId, name: message.mark.name }
        : invalid('a mark message without a name');
    case 'dtmf':
      return dtmfOf(sequence, streamId, message.dtmf);
    case 'stop':
      return { type: 'stop', sequence, streamId };
    default:
      return { type: 'ignored' };
  }
};

const startOf = (sequence: number, streamId: string, start: unknown): MediaMessage => {
  if (!isRecord(start) || !isRecord(start.media_format)) return invalid('an incomplete start message');
  const { call_control_id: carrierCallId, media_format: format } = start;
  if (typeof carrierCallId !== 'string' || carrierCallId === '')
    return invalid('an incomplete start message');
  const encoding = g711Of(format.encoding, format.sample_rate);
  if (encoding === null) return invalid('unsupported audio format');
  return { type: 'start', sequence, streamId, carrierCallId, encoding, sampleRate: 8_000 };
};

/** A socket has one stream, so our messages do not name it. */
export const telnyxDialect: MediaDialect = {
  reader: () => read,
  writer: () => ({
    media: (payload) =>
      Buffer.from(`{"event":"media","media":{"payload":"${Buffer.from(payload).toString('base64')}"}}`),
    mark: (name) => JSON.stringify({ event: 'mark', mark: { name } }),
    clear: () => '{"event":"clear"}',
  }),
};
