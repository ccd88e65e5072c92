/** Plivo audio streaming, both ways (docs/reference/protocols/plivo.md "What Plivo sends on a stream", "What we send on a stream"). */
import { isRecord } from '../../../schemas/json.js';
import type { MediaDialect, MediaMessage } from '../media-dialect.js';
import { audioMessage, dtmfOf, g711Of, invalid, messageOf, numberOf } from '../media-fields.js';

const read = (bytes: Uint8Array): MediaMessage => {
  const message = messageOf(bytes);
  if (message === null) return invalid('not a JSON message with an event');
  const sequence = numberOf(message.sequenceNumber);
  if (!Number.isInteger(sequence)) return invalid('no sequenceNumber');
  if (message.event === 'start') return startOf(sequence, message.start);
  const { streamId } = message;
  if (typeof streamId !== 'string') return invalid('no streamId');
  switch (message.event) {
    case 'media':
      return audioMessage(sequence, streamId, message.media);
    case 'playedStream':
      return typeof message.name === 'string'
        ? { type: 'mark', sequence, streamId, name: message.name }
        : invalid('a playedStream message without a name');
    case 'dtmf':
      return dtmfOf(sequence, streamId, message.dtmf);
    // Undocumented, but some clients have seen it.
    case 'stop':
      return { type: 'stop', sequence, streamId };
    default:
      return { type: 'ignored' };
  }
};

const startOf = (sequence: number, start: unknown): MediaMessage => {
  if (!isRecord(start) || !isRecord(start.mediaFormat)) return invalid('an incomplete start message');
  const { callId: carrierCallId, streamId, mediaFormat: format } = start;
  if (typeof carrierCallId !== 'string' || carrierCallId === '' || typeof streamId !== 'string')
    return invalid('an incomplete start message');
  const encoding = g711Of(format.encoding, format.sampleRate);
  if (encoding === null) return invalid('unsupported audio format');
  return { type: 'start', sequence, streamId, carrierCallId, encoding, sampleRate: 8_000 };
};

export const plivoDialect: MediaDialect = {
  reader: () => read,
  writer: (streamId) => ({
    media: (payload) =>
      Buffer.from(
        `{"event":"playAudio","media":{"contentType":"audio/x-mulaw","sampleRate":8000,"payload":"${Buffer.from(payload).toString('base64')}"}}`,
      ),
    mark: (name) => JSON.stringify({ event: 'checkpoint', streamId, name }),
    clear: () => JSON.stringify({ event: 'clearAudio', streamId }),
  }),
};
