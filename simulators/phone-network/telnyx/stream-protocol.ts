/** Telnyx media streaming, as the carrier writes it (docs/reference/protocols/telnyx.md "What Telnyx sends on a stream"). */
import { isRecord } from '../../support/json.js';
import type { StreamIds, StreamProtocol } from '../audio/stream-protocol.js';

export const telnyxProtocol = ({ accountSid, callSid, streamSid }: StreamIds): StreamProtocol => {
  const numbered = (event: string, sequence: number, body: object): object => ({
    event,
    sequence_number: String(sequence),
    stream_id: streamSid,
    ...body,
  });
  return {
    opening: [
      { event: 'connected', version: '1.0.0' },
      numbered('start', 1, {
        start: {
          user_id: accountSid,
          call_control_id: callSid,
          call_session_id: callSid,
          media_format: { encoding: 'PCMU', sample_rate: 8_000, channels: 1 },
        },
      }),
    ],
    media: (sequence, chunk, timestamp, payload, streamId = streamSid) =>
      `{"event":"media","sequence_number":"${sequence}","stream_id":"${streamId}","media":{"track":"inbound","chunk":"${chunk}","timestamp":"${timestamp}","payload":"${payload}"}}`,
    dtmf: (sequence, digit) =>
      numbered('dtmf', sequence, { occurred_at: new Date().toISOString(), dtmf: { digit } }),
    played: (sequence, name) => numbered('mark', sequence, { mark: { name } }),
    cleared: () => null,
    stop: (sequence) =>
      numbered('stop', sequence, { stop: { user_id: accountSid, call_control_id: callSid } }),
    read: (message) => {
      if (!isRecord(message)) return null;
      const { event, media, mark } = message;
      if (event === 'media' && isRecord(media) && typeof media.payload === 'string')
        return { type: 'media', payload: media.payload };
      if (event === 'mark' && isRecord(mark) && typeof mark.name === 'string')
        return { type: 'mark', name: mark.name };
      return event === 'clear' ? { type: 'clear' } : null;
    },
    echoesCleared: true,
  };
};
