/** Samples of voices and noises: complete WAV files, made once, one at a time, with a bounded queue. */
import pino from 'pino';
import t from 'tap';
import { createSpeechSamples, type Speakers } from '../../../media/speech/samples.js';
import { MULAW_TO_PCM } from '../../../providers/speech/dsp/g711.js';
import { readWav } from '../../../providers/speech/dsp/wav.js';
import type { Synthesiser } from '../../../providers/speech/synthesiser.js';
import { BACKGROUND_NOISES } from '../../../schemas/agents/speech.js';
import { until } from '../../../testkit/until.js';

const logger = pino({ level: 'silent' });

/** A synthesiser controlled by the test; every byte of a voice's audio is the number of the voice. */
const steered = (count: number) => {
  const requests: {
    readonly voiceId: string;
    readonly text: string;
    readonly language: string;
    readonly finish: (error?: Error) => void;
  }[] = [];
  const synthesiser: Synthesiser = {
    name: 'by hand',
    voices: Array.from({ length: count }, (_, index) => ({
      id: `v${index}`,
      name: `Voice ${index}`,
      language: 'en-US',
      gender: 'female' as const,
    })),
    synthesise: async function* ({ voiceId, text, language }, signal) {
      signal.throwIfAborted();
      await new Promise<void>((resolve, reject) => {
        requests.push({
          voiceId,
          text,
          language,
          finish: (error) => (error === undefined ? resolve() : reject(error)),
        });
        signal.addEventListener('abort', () => reject(signal.reason));
      });
      const mulaw = new Uint8Array(800).fill(Number(voiceId.slice(1)));
      yield { mulaw: mulaw.subarray(0, 500) };
      yield { mulaw: mulaw.subarray(500) };
    },
    close: async () => undefined,
  };
  const speakers: Speakers = {
    voicesOf: async () => synthesiser.voices.map((voice) => ({ ...voice, owner: null })),
    speakerOf: async (owner, voiceId) =>
      owner === null && synthesiser.voices.some(({ id }) => id === voiceId)
        ? { value: synthesiser, release: () => undefined }
        : null,
  };
  return { requests, samples: createSpeechSamples(speakers, logger) };
};

t.test('each noise is a different, audible WAV file', async (t) => {
  const { samples } = steered(0);
  const files = await Promise.all(BACKGROUND_NOISES.map(({ key }) => samples.open({ of: 'noise', id: key })));
  for (const file of files) {
    const { rate, pcm } = readWav(file);
    t.equal(rate, 8_000);
    t.equal(pcm.length, 5 * 8_000);
    const rms = Math.sqrt(pcm.reduce((sum, sample) => sum + sample * sample, 0) / pcm.length);
    t.ok(rms > 400 && rms < 600, `${rms}`);
    t.equal(file.readUInt32LE(4), file.length - 8, 'its length matches its header');
  }
  t.equal(new Set(files.map((file) => file.toString('base64'))).size, BACKGROUND_NOISES.length);
});

t.test('concurrent requests for a sample share one synthesis, and its result is kept', async (t) => {
  const { requests, samples } = steered(3);
  const first = samples.open({ of: 'voice', id: 'v2' });
  const second = samples.open({ of: 'voice', id: 'v2' });
  await until('the sample is being made', () => requests.length > 0);
  requests[0]?.finish();
  const file = await first;
  t.same(readWav(file), { rate: 8_000, pcm: new Int16Array(800).fill(MULAW_TO_PCM[2] ?? 0) });
  t.same(await second, file);
  t.same(await samples.open({ of: 'voice', id: 'v2' }), file);
  t.equal(requests.length, 1);
});

t.test(
  'a voice speaks a text in place of its own sentence, and each text is a sample of its own',
  async (t) => {
    const { requests, samples } = steered(1);
    const spoken = { of: 'voice', id: 'v0', text: 'We are open.', language: 'en-GB' } as const;
    const own = samples.open({ of: 'voice', id: 'v0' });
    const text = samples.open(spoken);
    await until('the sample is being made', () => requests.length === 1);
    requests[0]?.finish();
    await own;
    await until('the text is being spoken', () => requests.length === 2);
    requests[1]?.finish();
    await text;
    await samples.open(spoken);
    t.equal(requests.length, 2, 'it is kept');
    t.match(requests[0], { language: 'en-US' });
    t.match(requests[1], { text: 'We are open.', language: 'en-GB' });
  },
);

t.test('samples are synthesised one at a time, so a call waits for one at most', async (t) => {
  const { requests, samples } = steered(3);
  const all = ['v0', 'v1', 'v2'].map((id) => samples.open({ of: 'voice', id }));
  for (let number = 1; number <= 3; number += 1) {
    await until('the next sample is being made', () => requests.length === number);
    await new Promise((resolve) => setImmediate(resolve));
    t.equal(requests.length, number);
    requests[number - 1]?.finish();
  }
  t.equal((await Promise.all(all)).length, 3);
});

t.test('a failure is reported, is not cached, and does not block other samples', async (t) => {
  const { requests, samples } = steered(2);
  const failing = samples.open({ of: 'voice', id: 'v0' });
  const waiting = samples.open({ of: 'voice', id: 'v1' });
  failing.catch(() => undefined);
  await until('the sample is being made', () => requests.length === 1);
  requests[0]?.finish(new Error('out of voice'));
  await t.rejects(failing, { code: 'sample_unavailable', message: /Try again/ });
  await until('the other sample is being made', () => requests.length === 2);
  requests[1]?.finish();
  await waiting;
  const again = samples.open({ of: 'voice', id: 'v0' });
  await until('the sample is made again', () => requests.length === 3);
  requests[2]?.finish();
  t.equal(readWav(await again).pcm.length, 800);
});

t.test('at most twenty requests wait; later ones are refused until there is room', async (t) => {
  const { requests, samples } = steered(25);
  const opened = Array.from({ length: 25 }, (_, index) => samples.open({ of: 'voice', id: `v${index}` }));
  const outcomes = Promise.allSettled(opened);
  for (let index = 0; index < 20; index += 1) {
    await until('the next sample is being made', () => requests.length === index + 1);
    requests[index]?.finish();
  }
  const refused = (await outcomes).filter(({ status }) => status === 'rejected');
  t.equal(refused.length, 5);
  t.equal(requests.length, 20);
  const late = samples.open({ of: 'voice', id: 'v24' });
  await until('there is room again', () => requests.length === 21);
  requests[20]?.finish();
  await late;
});

t.test('unknown samples are not found', async (t) => {
  const { samples } = steered(1);
  for (const sample of [
    { of: 'voice', id: 'v9' },
    { of: 'voice', id: 'office' },
    { of: 'noise', id: 'v0' },
    { of: 'noise', id: 'constructor' },
  ] as const)
    await t.rejects(samples.open(sample), { code: 'sample_not_found' });
});
