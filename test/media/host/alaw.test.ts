/** A carrier that streams A-law is understood: the session gets µ-law, whatever arrives. */
import { pino } from 'pino';
import t from 'tap';
import type { LiveSession } from '../../../media/driver/live-session.js';
import { attachSocket } from '../../../media/host/attachment.js';
import type { SessionInput } from '../../../media/session/io.js';
import type { MediaDialect } from '../../../providers/carriers/media-dialect.js';
import { plivoDialect } from '../../../providers/carriers/plivo/media-dialect.js';
import { telnyxDialect } from '../../../providers/carriers/telnyx/media-dialect.js';
import { twilioDialect } from '../../../providers/carriers/twilio/media-dialect.js';
import { pcmToAlaw, pcmToMulaw } from '../../../providers/speech/dsp/g711.js';
import { stub } from '../../../testkit/stub.js';

const SAMPLES = Array.from({ length: 160 }, (_, index) => Math.round(9_000 * Math.sin(index / 3)));
const ALAW = Buffer.from(SAMPLES.map(pcmToAlaw)).toString('base64');
const MULAW = Uint8Array.from(SAMPLES.map(pcmToMulaw));

const format = (encoding: string) => ({ encoding, sampleRate: 8_000, sample_rate: 8_000, channels: 1 });

/** The start of a stream, with the fields of every carrier. */
const startOf = (encoding: string) => ({
  event: 'start',
  sequenceNumber: 1,
  sequence_number: '1',
  streamSid: 's1',
  stream_id: 's1',
  start: {
    callSid: 'c1',
    call_control_id: 'c1',
    callId: 'c1',
    streamId: 's1',
    mediaFormat: format(encoding),
    media_format: format(encoding),
  },
});
const MEDIA = {
  event: 'media',
  sequenceNumber: 2,
  sequence_number: '2',
  streamSid: 's1',
  stream_id: 's1',
  streamId: 's1',
  media: { track: 'inbound', chunk: '1', timestamp: '20', payload: ALAW },
};

/** The inputs that a session gets from these messages. */
const inputsOf = async (
  dialect: MediaDialect,
  messages: readonly object[],
): Promise<readonly SessionInput[]> => {
  const inputs: SessionInput[] = [];
  const session = stub<LiveSession>({ feed: (input) => void inputs.push(input), attach: () => undefined });
  const attachment = attachSocket(
    { send: () => true, cork: (work) => work(), close: () => undefined, bufferedBytes: () => 0 },
    {
      callId: 'c1',
      dialect,
      logger: pino({ level: 'silent' }),
      now: () => 0,
      refusal: Promise.resolve(null),
      session: async () => session,
      isEnding: () => false,
      isTakenOver: () => false,
      onRefused: () => undefined,
      onClosed: () => undefined,
    },
  );
  for (const message of messages) attachment.onText(Buffer.from(JSON.stringify(message)));
  await new Promise((resolve) => setImmediate(resolve));
  attachment.onClose(1_000);
  return inputs;
};

for (const [carrier, dialect, encoding] of [
  ['twilio', twilioDialect, 'audio/x-alaw'],
  ['plivo', plivoDialect, 'audio/x-alaw'],
  ['telnyx', telnyxDialect, 'PCMA'],
] as const)
  t.test(`${carrier}: an A-law stream reaches the session as µ-law`, async (t) => {
    const inputs = await inputsOf(dialect, [startOf(encoding), MEDIA]);
    t.match(inputs[0], { type: 'connected' });
    const [audio] = inputs.flatMap((input) => (input.type === 'audio' ? [input.payload] : []));
    if (audio === undefined) throw new Error('no audio');
    const off = audio.filter((byte, index) => Math.abs(byte - (MULAW[index] ?? 0)) > 2);
    t.same(off, [], 'the same samples, within the steps of both codes');
    const [plain] = (await inputsOf(dialect, [startOf('audio/x-mulaw'), MEDIA])).flatMap((input) =>
      input.type === 'audio' ? [input.payload] : [],
    );
    t.equal(Buffer.from(plain ?? []).toString('base64'), ALAW, 'µ-law is passed on as it is');
  });

t.test('another format is refused', async (t) => {
  t.same(await inputsOf(telnyxDialect, [startOf('L16'), MEDIA]), []);
});
