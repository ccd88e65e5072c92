import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { encodeMulaw } from '../../../../providers/speech/dsp/g711.js';
import { loadRnnoise } from '../../../../providers/speech/noise-suppression/rnnoise.js';
import { withNoiseSuppression } from '../../../../providers/speech/noise-suppression/suppressed-recogniser.js';
import { startRnnoise } from '../../../../providers/speech/noise-suppression/suppressor.js';
import { loadFlite } from '../../../../providers/speech/offline/flite/engine.js';
import type { Recogniser } from '../../../../providers/speech/recogniser.js';
import { throughLine } from '../../../../testkit/stt/line.js';

const FRAME_BYTES = 160;
/** A thread that starts, and then ignores what it gets. */
const DEAF = new URL(
  `data:text/javascript,${encodeURIComponent(
    "import { parentPort } from 'node:worker_threads'; parentPort.on('message', (m) => m.type === 'end' && parentPort.close()); parentPort.postMessage({ type: 'ready' });",
  )}`,
);
/** A thread that ends with the first audio that it gets. */
const MORTAL = new URL(
  `data:text/javascript,${encodeURIComponent(
    "import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => process.exit(3)); parentPort.postMessage({ type: 'ready' });",
  )}`,
);

const engine = await loadFlite();
const speech = await engine.speak('cmu_us_slt', 'what are your opening hours on Sunday');
const frames = (mulaw: Uint8Array): readonly Uint8Array[] =>
  Array.from({ length: Math.ceil(mulaw.length / FRAME_BYTES) }, (_, index) =>
    mulaw.subarray(index * FRAME_BYTES, (index + 1) * FRAME_BYTES),
  );
const joined = (pieces: readonly Uint8Array[]): Buffer => Buffer.concat(pieces);
/** Mean power of samples. */
const power = (pcm: Int16Array): number => pcm.reduce((sum, sample) => sum + sample ** 2, 0) / pcm.length;
/** Similarity of two signals, the second one later by `shift` samples: 1 if they have the same shape. */
const similarity = (a: Int16Array, b: Int16Array, shift: number): number => {
  let both = 0;
  let ofA = 0;
  let ofB = 0;
  for (let at = 0; at < a.length; at += 1) {
    const x = a[at] ?? 0;
    const y = b[at + shift] ?? 0;
    both += x * y;
    ofA += x * x;
    ofB += y * y;
  }
  return both / Math.sqrt(ofA * ofB || 1);
};

t.test('noise becomes quieter, and speech keeps its place', async (t) => {
  const create = await loadRnnoise();
  const noisy = throughLine(speech, { gain: 0.3, snrDb: 10 }, 7, 1_000, 700);
  const clean = throughLine(speech, { gain: 0.3, snrDb: null }, 7, 1_000, 700);
  const denoiser = create();
  const pieces: Int16Array[] = [];
  for (let at = 0; at < noisy.length; at += FRAME_BYTES)
    pieces.push(denoiser.push(noisy.subarray(at, at + FRAME_BYTES)));
  pieces.push(denoiser.end());
  const heard = Int16Array.from(pieces.flatMap((piece) => [...piece]));
  t.equal(heard.length, noisy.length, 'as many samples as were written');
  // The second half of the silence before the speech: at first the network listens.
  const before = noisy.subarray(4_000, 7_500);
  t.ok(power(heard.subarray(4_000, 7_500)) < power(before) / 30, 'the noise is 15 dB quieter');
  const shifts = Array.from({ length: 161 }, (_, index) => index - 80);
  const best = shifts.reduce((found, shift) =>
    similarity(clean, heard, shift) > similarity(clean, heard, found) ? shift : found,
  );
  t.ok(Math.abs(best) <= 2, `speech is ${best} samples late`);
  t.ok(similarity(clean, heard, best) > similarity(clean, noisy, 0), 'and more like the speech');
});

t.test('a stream gets its audio whole, next to others', async (t) => {
  const suppressor = await startRnnoise();
  const mulaw = encodeMulaw(throughLine(speech, { gain: 0.3, snrDb: 15 }));
  const heard = await Promise.all(
    [0, 1, 2].map(async (number) => {
      const pieces: Uint8Array[] = [];
      const stream = suppressor.open((piece) => pieces.push(piece));
      for (const frame of frames(mulaw.subarray(number * 333))) {
        stream.write(frame);
        await delay(1);
      }
      await stream.finish();
      stream.write(Uint8Array.of(1));
      return joined(pieces);
    }),
  );
  for (const [number, bytes] of heard.entries())
    t.equal(bytes.length, mulaw.length - number * 333 + 1, 'what follows the end is returned as it is');
  t.notOk(heard[0]?.subarray(0, mulaw.length).equals(mulaw), 'without the noise');
  const closed: Uint8Array[] = [];
  const stream = suppressor.open((piece) => closed.push(piece));
  stream.write(mulaw.subarray(0, 800));
  stream.close();
  stream.write(mulaw.subarray(0, 800));
  await delay(50);
  t.same(closed, [], 'a closed stream returns nothing');
  await stream.finish();
  await suppressor.close();
});

for (const [name, worker, lost] of [
  ['a thread that does not answer', DEAF, []],
  ['a thread that ends', MORTAL, ['the thread ended with 3']],
] as const) {
  t.test(`${name} costs no audio`, async (t) => {
    let clock = 0;
    const reasons: string[] = [];
    const suppressor = await startRnnoise({
      worker,
      now: () => clock,
      onLost: (reason) => reasons.push(reason),
    });
    const mulaw = encodeMulaw(speech);
    const pieces: Uint8Array[] = [];
    const stream = suppressor.open((piece) => pieces.push(piece));
    for (const frame of frames(mulaw)) {
      stream.write(frame);
      clock += 20;
      if (clock < 200) t.equal(pieces.length, 0, 'it is awaited for a while');
    }
    await stream.finish();
    t.ok(joined(pieces).equals(mulaw), 'every byte, as it was written');
    const unfinished: Uint8Array[] = [];
    const short = suppressor.open((piece) => unfinished.push(piece));
    short.write(mulaw.subarray(0, 400));
    await short.finish();
    t.ok(joined(unfinished).equals(mulaw.subarray(0, 400)), 'also at the end');
    await suppressor.close();
    t.same(reasons, lost);
  });
}

t.test('a recogniser gets the audio without noise, and ends after it', async (t) => {
  const suppressor = await startRnnoise();
  let bytes = 0;
  const order: string[] = [];
  const recogniser: Recogniser = {
    name: 'counting',
    open: () => ({
      write: (mulaw) => {
        bytes += mulaw.length;
      },
      finish: async () => {
        order.push(`finish after ${bytes}`);
      },
      close: () => order.push('close'),
    }),
    close: async () => {
      order.push('closed');
    },
  };
  const quiet = withNoiseSuppression(recogniser, suppressor);
  t.equal(quiet.name, 'counting');
  const stream = quiet.open({ language: 'en', phrases: [] }, () => undefined);
  for (const frame of frames(encodeMulaw(speech)).slice(0, 10)) stream.write(frame);
  await stream.finish();
  stream.close();
  await quiet.close();
  t.same(order, ['finish after 1600', 'close', 'closed']);
  await suppressor.close();
});
