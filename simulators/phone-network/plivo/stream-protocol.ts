/** Plivo audio streaming, as the carrier writes it (docs/reference/protocols/plivo.md "What Plivo sends on a stream"). */
import { isRecord } from '../../support/json.js';
import type { StreamIds, StreamProtocol } from '../audio/stream-protocol.js';

export const plivoProtocol = ({ accountSid, callSid, streamSid }: StreamIds): StreamProtocol => {
  const numbered = (event: string, sequence: number, body: object): object => ({
    event,
    sequenceNumber: sequence,
    streamId: streamSid,
    ...body,
  });
  return {
    opening: [
      {
        event: 'start',
        sequenceNumber: 1,
        start: {
          callId: callSid,
          streamId: streamSid,
          accountId: accountSid,
          tracks: ['inbound'],
          mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8_000 },
        },
        extra_headers: '',
      },
    ],
    media: (sequence, chunk, timestamp, payload, streamId = streamSid) =>
      `{"event":"media","sequenceNumber":${sequence},"streamId":"${streamId}","media":{"track":"inbound","timestamp":"${timestamp}","chunk":${chunk},"payload":"${payload}"},"extra_headers":""}`,
    dtmf: (sequence, digit, timestamp) =>
      numbered('dtmf', sequence, { dtmf: { track: 'inbound', digit, timestamp: String(timestamp) } }),
    played: (sequence, name) => numbered('playedStream', sequence, { name }),
    cleared: (sequence) => numbered('clearedAudio', sequence, {}),
    stop: () => null,
    read: (message) => {
      if (!isRecord(message)) return null;
      const { event, media, name } = message;
      if (event === 'playAudio' && isRecord(media) && isMulaw(media) && typeof media.payload === 'string')
        return { type: 'media', payload: media.payload };
      if (message.streamId !== streamSid) return null;
      if (event === 'checkpoint' && typeof name === 'string') return { type: 'mark', name };
      return event === 'clearAudio' ? { type: 'clear' } : null;
    },
    echoesCleared: false,
  };
};

const isMulaw = ({ contentType, sampleRate }: Readonly<Record<string, unknown>>): boolean =>
  contentType === 'audio/x-mulaw' && Number(sampleRate) === 8_000;
