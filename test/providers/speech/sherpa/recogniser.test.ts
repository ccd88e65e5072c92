/** Recognition by sherpa-onnx: the real engine in its process, with a two-word model (testkit/stt/toy-model.ts). */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import t, { type Test } from 'tap';
import { encodeMulaw } from '../../../../providers/speech/dsp/g711.js';
import type { Recogniser, RecognitionEvent } from '../../../../providers/speech/recogniser.js';
import { installFromDisk } from '../../../../providers/speech/sherpa/install-model.js';
import { createSherpaRecogniser } from '../../../../providers/speech/sherpa/sherpa-recogniser.js';
import { toySpeech } from '../../../../testkit/stt/tones.js';
import { writeToyModel } from '../../../../testkit/stt/toy-model.js';
import { until } from '../../../../testkit/until.js';

t.setTimeout(120_000);

const REQUEST = { language: 'en-US', phrases: [] };

const startToy = async (t: Test, onLost: (reason: string) => void, restartMs = 0) => {
  const directory = t.testdir({ files: {} });
  writeToyModel(join(directory, 'files'));
  const model = await installFromDisk(directory, 'toy', join(directory, 'files'));
  const recogniser = createSherpaRecogniser(model, { onLost, restartMs });
  t.teardown(() => recogniser.close());
  return recogniser;
};

/** Writes the speech in frames, as a call does, but all at once. */
const hear = (recogniser: Recogniser, speech: Int16Array) => {
  const events: RecognitionEvent[] = [];
  const stream = recogniser.open(REQUEST, (event) => events.push(event));
  const mulaw = encodeMulaw(speech);
  for (let at = 0; at < mulaw.length; at += 160) stream.write(mulaw.subarray(at, at + 160));
  return { events, stream };
};

const finals = (events: readonly RecognitionEvent[]) => events.filter(({ type }) => type === 'final');

/** Ids of the child processes in which the engine runs. */
const engines = async (): Promise<readonly number[]> => {
  const { stdout } = await promisify(execFile)('pgrep', ['-P', String(process.pid), '-f', 'sherpa-process']);
  return stdout.trim().split('\n').map(Number);
};

t.test('reports words while they are spoken, and each utterance once, with its times', async (t) => {
  const recogniser = await startToy(t, (reason) => t.fail(reason));
  t.equal(recogniser.name, 'sherpa:toy');
  const { events, stream } = hear(recogniser, toySpeech([500, 'yes', 200, 'no', 1_500, 'no', 100]));
  await stream.finish();
  const [first, second, ...more] = finals(events);
  t.same(more, []);
  t.match(first, { text: 'yes no', endOfUtterance: false, words: [{ text: 'yes' }, { text: 'no' }] });
  t.match(second, { text: 'no' });
  if (first?.type !== 'final' || second?.type !== 'final') throw new Error('expected finals');
  t.ok(first.confidence > 0 && first.confidence <= 1);
  const near = (ms: number | undefined, wanted: number): boolean => Math.abs((ms ?? 0) - wanted) <= 120;
  t.ok(near(first.startMs, 500) && near(first.words?.[1]?.startMs, 1_000), JSON.stringify(first));
  t.ok(near(second.startMs, 2_800), JSON.stringify(second));
  t.match(events[0], { type: 'partial', text: 'yes' });
  stream.close();
});

t.test('hears many calls at once, each with its own words', async (t) => {
  const recogniser = await startToy(t, (reason) => t.fail(reason));
  const calls = Array.from({ length: 40 }, (_, index) =>
    hear(recogniser, toySpeech([100 + 20 * index, index % 2 === 0 ? 'yes' : 'no', 900])),
  );
  await Promise.all(calls.map(({ stream }) => stream.finish()));
  t.same(
    calls.map(({ events }) => finals(events).map((event) => (event.type === 'final' ? event.text : ''))),
    calls.map((_, index) => [index % 2 === 0 ? 'yes' : 'no']),
  );
});

t.test('a closed stream emits nothing more', async (t) => {
  const recogniser = await startToy(t, (reason) => t.fail(reason));
  const { events, stream } = hear(recogniser, toySpeech([200, 'yes', 900]));
  const last = stream.finish();
  stream.close();
  await last;
  stream.close();
  await hear(recogniser, toySpeech([200, 'no', 900])).stream.finish();
  t.same(events, []);
});

t.test('a process that dies fails its streams, and a new one serves the next call', async (t) => {
  const lost: string[] = [];
  const recogniser = await startToy(t, (reason) => lost.push(reason), 500);
  const { events, stream } = hear(recogniser, toySpeech([200, 'yes', 900]));
  await until('words', async () => events.length > 0);
  for (const pid of await engines()) process.kill(pid, 'SIGKILL');
  await until('the stream to fail', async () => events.at(-1)?.type === 'failed');
  t.same(lost, ['the engine process exited']);
  await stream.finish();
  const next = await until('a working stream', async () => {
    const { events: heard, stream: opened } = hear(recogniser, toySpeech([200, 'no', 900]));
    await opened.finish();
    await delay(20);
    return heard.at(-1)?.type === 'final' ? heard : null;
  });
  t.match(finals(next), [{ text: 'no' }]);
});

t.test('running calls go before new ones, and no call waits for ever', async (t) => {
  const lost: string[] = [];
  const recogniser = await startToy(t, (reason) => lost.push(reason), 60_000);
  const first = hear(recogniser, toySpeech([200, 'yes']));
  await until('words', async () => first.events.length > 0);
  const [pid = 0] = await engines();
  process.kill(pid, 'SIGSTOP');
  const silence = encodeMulaw(toySpeech([20]));
  first.stream.write(silence);
  await delay(2_000);
  const second = hear(recogniser, toySpeech([200, 'no', 900]));
  await until('the second to be refused', async () => second.events.length > 0);
  t.match(second.events, [{ type: 'failed', reason: 'sherpa: the engine is behind' }]);
  t.notOk(first.events.some(({ type }) => type === 'failed'));
  await until(
    'the first to fail',
    async () => {
      first.stream.write(silence);
      return first.events.at(-1)?.type === 'failed';
    },
    15_000,
  );
  t.same(lost, ['the engine is 10 s behind']);
});

t.test('invalid model files end their own process only', async (t) => {
  const directory = t.testdir({ files: {} });
  const files = join(directory, 'files');
  writeToyModel(files);
  writeFileSync(join(files, 'encoder.onnx'), 'rubbish');
  await t.rejects(installFromDisk(directory, 'toy', files), {
    name: 'Error',
    message: /not a streaming transducer that sherpa-onnx supports/,
  });
});
