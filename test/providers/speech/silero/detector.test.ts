/** The model that confirms a voice: the real one in its thread, and threads that fail. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import t from 'tap';
import { atLevel } from '../../../../media/rehearsal/level.js';
import { decodeMulaw, encodeMulaw } from '../../../../providers/speech/dsp/g711.js';
import { startSilero } from '../../../../providers/speech/silero/detector.js';
import type { VoiceDetector, VoiceVerdict } from '../../../../providers/speech/voice-detector.js';
import { blockThread } from '../../../../testkit/block-thread.js';
import { babble, mixed, noiseOf, voiceOf } from '../../../../testkit/noises.js';
import { until } from '../../../../testkit/until.js';
import { voices } from '../../../support/audio/voices.js';

t.setTimeout(120_000);

/** Shows a sound as a call would, some frames at a time; returns the verdicts. */
const show = async (detector: VoiceDetector, sound: Int16Array): Promise<readonly VoiceVerdict[]> => {
  const verdicts: VoiceVerdict[] = [];
  const stream = detector.open((verdict) => verdicts.push(verdict));
  const line = decodeMulaw(encodeMulaw(sound));
  for (let at = 0; at < line.length; at += 160) {
    stream.show(7, line.subarray(at, at + 160));
    if (at % 1_600 === 0) await delay(20);
  }
  await until('a verdict', async () => verdicts.length > 0, 20_000);
  stream.close();
  return verdicts;
};

t.test('Silero', async (t) => {
  const detector = await startSilero();
  t.teardown(() => detector.close());

  await t.test('recognises a voice within half a second, on a quiet line and in noise', async (t) => {
    for (const { id } of voices.voices) {
      const speech = atLevel(await voiceOf(voices, 'I would like to book a table', id), -24);
      for (const under of [new Int16Array(0), noiseOf('pink', -36, 3), noiseOf('white', -36, 3)]) {
        const first = (await show(detector, mixed(under, speech))).find((verdict) => verdict.speech);
        // Flite's speech begins with 200 ms of silence.
        t.match(first, { sound: 7, speech: true }, `${id}`);
        t.ok(first !== undefined && first.afterMs < 700, `${id} after ${first?.afterMs} ms`);
      }
    }
  });

  await t.test('does not confirm noise as a voice', async (t) => {
    for (const kind of ['white', 'pink', 'car', 'hum', 'music', 'ringback', 'coughs'] as const)
      t.match(await show(detector, noiseOf(kind, -30, 8)), [{ sound: 7, speech: false }], kind);
    const room = await show(detector, await babble(voices, -36, 4));
    t.match(room, [{ sound: 7, speech: false }], 'babble');
  });

  await t.test('listens to many calls at once; beyond its capacity energy alone decides', async (t) => {
    const speech = atLevel(await voiceOf(voices, 'what are your opening hours', 'flite:slt'), -24);
    const all = await Promise.all(Array.from({ length: 24 }, () => show(detector, speech)));
    t.ok(all.every((verdicts) => verdicts.at(-1)?.speech === true));
    t.ok(
      all.some(([first]) => first?.afterMs === 0),
      'energy alone decides for some',
    );
  });
});

/** A custom thread, which ends on the message `end`. */
const thread = (t: Tap, body: string): URL => {
  const file = join(t.testdir(), 'thread.mjs');
  writeFileSync(
    file,
    `import { parentPort as port } from 'node:worker_threads';
     port.on('message', ({ type }) => type === 'end' && port.close());
     ${body}`,
  );
  return pathToFileURL(file);
};
type Tap = { testdir(): string };
const frame = new Int16Array(160);

t.test('starting fails with the reason if the engine cannot be loaded', async (t) => {
  const worker = thread(t, `port.postMessage({ type: 'unavailable', reason: 'no engine here' });`);
  await t.rejects(startSilero({ worker }), { message: 'no engine here' });
  await t.rejects(startSilero({ worker: thread(t, 'process.exit(3);') }), { message: /ended with 3/ });
});

t.test('a thread that dies leaves its sounds to energy, and a new one replaces it', async (t) => {
  const lost: string[] = [];
  // Ends at the third job, so that a sound is in progress.
  const worker = thread(
    t,
    `let done = 0;
     port.on('message', ({ jobs = [] }) => {
       for (const { type, key } of jobs) {
         done += 1;
         if (done === 3) process.exit(1);
         port.postMessage({ type: 'done', jobs: 1 });
         if (done === 2 && type === 'show') port.postMessage({ type: 'verdict', key, speech: false, afterMs: 40 });
       }
     });
     port.postMessage({ type: 'ready' });`,
  );
  const detector = await startSilero({ worker, restartMs: 300, onLost: (reason) => lost.push(reason) });
  t.teardown(() => detector.close());
  const verdicts: VoiceVerdict[] = [];
  const stream = detector.open((verdict) => verdicts.push(verdict));
  for (let count = 0; count < 3; count += 1) stream.show(1, frame);
  await until('the loss', async () => lost.length === 1, 10_000);
  t.same(verdicts, [
    { sound: 1, speech: false, afterMs: 40 },
    { sound: 1, speech: true, afterMs: 0 },
  ]);
  stream.show(1, frame);
  await delay(50);
  t.equal(verdicts.length, 2, 'a sound is left to energy only once');
  let sound = 1;
  await until(
    'the next thread',
    async () => {
      sound += 1;
      stream.show(sound, frame);
      stream.show(sound, frame);
      await delay(50);
      return verdicts.some((verdict) => verdict.sound > 1 && !verdict.speech);
    },
    10_000,
  );
  t.pass('the next thread has answered');
});

t.test('abandons a thread that hangs', async (t) => {
  const worker = thread(
    t,
    `const still = new Int32Array(new SharedArrayBuffer(4));
     port.on('message', ({ type }) => type === 'work' && Atomics.wait(still, 0, 0, 6_000));
     port.postMessage({ type: 'ready' });`,
  );
  const lost: string[] = [];
  const detector = await startSilero({ worker, restartMs: 60_000, onLost: (reason) => lost.push(reason) });
  t.teardown(() => detector.close());
  const verdicts: VoiceVerdict[] = [];
  const stream = detector.open((verdict) => verdicts.push(verdict));
  await until(
    'the loss',
    async () => {
      stream.show(1, frame);
      return lost.length > 0;
    },
    20_000,
  );
  t.same(lost, ['the thread hangs']);
  t.match(verdicts, [{ sound: 1, speech: true }]);
});

t.test('a thread that has answered is not given up because the main thread was busy', async (t) => {
  const worker = thread(
    t,
    `port.on('message', () => port.postMessage({ type: 'done', jobs: 1 }));\nport.postMessage({ type: 'ready' });`,
  );
  const lost: string[] = [];
  const detector = await startSilero({ worker, onLost: (reason) => lost.push(reason) });
  t.teardown(() => detector.close());
  const stream = detector.open(() => t.fail('a sound was left to energy'));
  stream.show(1, frame);
  blockThread(3_500);
  stream.show(1, frame);
  await delay(100);
  t.same(lost, []);
});

t.test('sends the frames of one turn of the event loop as one message, in order', async (t) => {
  // Reports the first sample of each job, and the number of all samples.
  const worker = thread(
    t,
    `port.on('message', ({ type, jobs, pcm }) => {
       if (type !== 'work') return;
       let from = 0;
       for (const { type, key, samples } of jobs) {
         if (type === 'show') port.postMessage({ type: 'verdict', key, speech: false, afterMs: pcm[from] });
         from += samples ?? 0;
       }
       port.postMessage({ type: 'verdict', key: 1, speech: true, afterMs: pcm.length });
       port.postMessage({ type: 'done', jobs: jobs.length });
     });
     port.postMessage({ type: 'ready' });`,
  );
  const detector = await startSilero({ worker });
  t.teardown(() => detector.close());
  const verdicts: string[] = [];
  const streams = ['a', 'b'].map((name) =>
    detector.open(({ sound, afterMs }) => verdicts.push(`${name}${sound}:${afterMs}`)),
  );
  const lent = new Int16Array(160);
  for (let count = 0; count < 50; count += 1) {
    lent.fill(count);
    for (const stream of streams) stream.show(4, lent);
  }
  await until('the answers', async () => verdicts.length >= 101, 10_000);
  const expected = Array.from({ length: 50 }, (_, count) => [`a4:${count}`, `b4:${count}`]).flat();
  t.same(verdicts, [...expected, 'a4:16000']);
});

t.test('a full queue leaves further sounds to energy', async (t) => {
  const worker = thread(t, `port.on('message', () => undefined);\nport.postMessage({ type: 'ready' });`);
  const detector = await startSilero({ worker });
  t.teardown(() => detector.close());
  const verdicts: VoiceVerdict[] = [];
  const stream = detector.open((verdict) => verdicts.push(verdict));
  for (let count = 0; count < 1_100; count += 1) stream.show(1, frame);
  t.same(verdicts, [], 'no verdict from within show()');
  await until('a verdict', async () => verdicts.length > 0, 1_000);
  t.same(verdicts, [{ sound: 1, speech: true, afterMs: 0 }]);
  stream.show(2, frame);
  stream.close();
  await delay(20);
  t.equal(verdicts.length, 1, 'no verdict after the close');
});
