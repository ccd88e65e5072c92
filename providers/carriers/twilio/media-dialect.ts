/** Twilio Media Streams, both ways (protocols/twilio-media-streams.md sections 2 and 3). */
import type { MediaDialect, MediaMessage } from '../media-dialect.js';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Numbers come as strings; a number is accepted too. NaN when it is neither. */
const number = (value: unknown): number =>
  typeof value === 'string' && value !== '' ? Number(value) : typeof value === 'number' ? value : Number.NaN;

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
  const body = message[message.event];
  if (!isRecord(body)) return invalid(`no ${message.event}`);

  switch (message.event) {
    case 'start': {
      const format = body.mediaFormat;
      const callSid = body.callSid;
      if (!isRecord(format) || typeof callSid !== 'string') return invalid('an incomplete start');
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
      const timestampMs = number(body.timestamp);
      const payload = body.payload;
      if (!Number.isFinite(timestampMs) || timestampMs < 0 || typeof payload !== 'string')
        return invalid('an incomplete media');
      if (body.track === 'outbound') return { type: 'ignored' };
      return { type: 'media', sequence, streamId, timestampMs, payload: Buffer.from(payload, 'base64') };
    }
    case 'mark':
      return typeof body.name === 'string'
        ? { type: 'mark', sequence, streamId, name: body.name }
        : invalid('a mark without name');
    case 'dtmf':
      return typeof body.digit === 'string'
        ? { type: 'dtmf', sequence, streamId, digit: body.digit }
        : invalid('a dtmf without digit');
    case 'stop':
      return { type: 'stop', sequence, streamId };
    default:
      return { type: 'ignored' };
  }
};

export const twilioDialect: MediaDialect = {
  parse,
  // Stream ids and base64 need no escaping; marks are named by us.
  media: (streamId, payload) =>
    `{"event":"media","streamSid":"${streamId}","media":{"payload":"${Buffer.from(payload.buffer, payload.byteOffset, payload.length).toString('base64')}"}}`,
  mark: (streamId, name) => JSON.stringify({ event: 'mark', streamSid: streamId, mark: { name } }),
  clear: (streamId) => JSON.stringify({ event: 'clear', streamSid: streamId }),
  marksEchoedOnClear: true,
  closeEndsCall: true,
};
