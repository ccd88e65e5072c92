/** Twilio Media Streams, as the carrier writes them (docs/reference/protocols/twilio.md "What Twilio sends on a stream"). */
import { isRecord } from '../../support/json.js';
import type { StreamIds, StreamProtocol } from '../audio/stream-protocol.js';

export const twilioProtocol = ({ accountSid, callSid, streamSid, parameters }: StreamIds): StreamProtocol => {
  const numbered = (event: string, sequence: number, body: object): object => ({
    event,
    sequenceNumber: String(sequence),
    streamSid,
    ...body,
  });
  return {
    opening: [
      { event: 'connected', protocol: 'Call', version: '1.0.0' },
      numbered('start', 1, {
        start: {
          streamSid,
          accountSid,
          callSid,
          tracks: ['inbound'],
          customParameters: parameters,
          mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8_000, channels: 1 },
        },
      }),
    ],
    // The hot path: none of these values needs escaping.
    media: (sequence, chunk, timestamp, payload, streamId = streamSid) =>
      `{"event":"media","sequenceNumber":"${sequence}","streamSid":"${streamId}","media":{"track":"inbound","chunk":"${chunk}","timestamp":"${timestamp}","payload":"${payload}"}}`,
    dtmf: (sequence, digit) => numbered('dtmf', sequence, { dtmf: { track: 'inbound_track', digit } }),
    played: (sequence, name) => numbered('mark', sequence, { mark: { name } }),
    cleared: () => null,
    stop: (sequence) => numbered('stop', sequence, { stop: { accountSid, callSid } }),
    read: (message) => {
      if (!isRecord(message) || message.streamSid !== streamSid) return null;
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
