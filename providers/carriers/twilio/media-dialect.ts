/**
 * Twilio Media Streams, both directions (docs/reference/protocols/twilio.md "What Twilio sends on a stream", "What we send on a
 * stream").
 */
import { isRecord } from '../../../schemas/json.js';
import type { MediaDialect, MediaMessage } from '../media-dialect.js';
import { audioMessage, dtmfOf, g711Of, invalid, messageOf, numberOf } from '../media-fields.js';
import { createMediaReader, createMediaWriter } from './media-bytes.js';

const parse = (bytes: Uint8Array): MediaMessage => {
  const message = messageOf(bytes);
  if (message === null) return invalid('not a JSON message with an event');
  if (message.event === 'connected') return { type: 'connected' };

  const sequence = numberOf(message.sequenceNumber);
  const streamId = message.streamSid;
  if (!Number.isInteger(sequence) || typeof streamId !== 'string')
    return invalid('no sequenceNumber or streamSid');

  switch (message.event) {
    case 'start': {
      const format = isRecord(message.start) ? message.start.mediaFormat : null;
      const callSid = isRecord(message.start) ? message.start.callSid : null;
      if (!isRecord(format) || typeof callSid !== 'string' || callSid === '')
        return invalid('an incomplete start message');
      const encoding = g711Of(format.encoding, format.sampleRate);
      if (encoding === null) return invalid('unsupported audio format');
      return {
        type: 'start',
        sequence,
        streamId,
        carrierCallId: callSid,
        encoding,
        sampleRate: 8_000,
      };
    }
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

export const twilioDialect: MediaDialect = {
  reader: () => {
    const media = createMediaReader();
    return (message) => media(message) ?? parse(message);
  },
  writer: (streamId) => ({
    media: createMediaWriter(streamId),
    mark: (name) => JSON.stringify({ event: 'mark', streamSid: streamId, mark: { name } }),
    clear: () => JSON.stringify({ event: 'clear', streamSid: streamId }),
  }),
};
