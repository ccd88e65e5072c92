/** Messages of a carrier on a media socket, in Twilio's dialect, for one stream (MZ1). */

const messageOf = (body: object): Uint8Array =>
  Buffer.from(JSON.stringify({ sequenceNumber: '1', streamSid: 'MZ1', ...body }));

/** The stream begins. */
export const startMessage = (): Uint8Array =>
  messageOf({
    event: 'start',
    start: {
      accountSid: 'AC1',
      streamSid: 'MZ1',
      callSid: 'CA1',
      tracks: ['inbound'],
      customParameters: {},
      mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 },
    },
  });

/** 20 ms of silence. */
export const mediaMessage = (timestampMs: number): Uint8Array =>
  messageOf({
    event: 'media',
    media: {
      track: 'inbound',
      chunk: '1',
      timestamp: String(timestampMs),
      payload: Buffer.alloc(160, 0xff).toString('base64'),
    },
  });

/** The audio before this mark was played. */
export const markMessage = (name: string): Uint8Array => messageOf({ event: 'mark', mark: { name } });

/** The stream ends. */
export const stopMessage = (): Uint8Array =>
  messageOf({ event: 'stop', stop: { accountSid: 'AC1', callSid: 'CA1' } });
