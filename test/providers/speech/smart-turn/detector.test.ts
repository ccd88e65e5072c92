/** The end-of-turn model in its thread: the real ONNX Runtime with a toy model of the same inputs and outputs. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import t from 'tap';
import { startSmartTurn } from '../../../../providers/speech/smart-turn/detector.js';
import { createFeatureExtractor } from '../../../../providers/speech/smart-turn/features.js';
import {
  installedTurnModel,
  installTurnModelFrom,
} from '../../../../providers/speech/smart-turn/installed.js';
import { writeToyTurnModel } from '../../../../testkit/stt/toy-turn-model.js';

const isInstalled = (name: string): boolean => {
  try {
    createRequire(import.meta.url).resolve(name);
    return true;
  } catch {
    return false;
  }
};

const missing = ['koffi', 'sherpa-onnx-node'].filter((name) => !isInstalled(name));
const skip = missing.length > 0 && `${missing.join(' and ')} not installed`;

const speech = (length: number): Int16Array<ArrayBuffer> =>
  Int16Array.from({ length }, (_, at) => Math.round(8_000 * Math.sin(at / 3) * Math.sin(at / 700)));

/** A loaded machine is slow. */
const PATIENT = { verdictMs: 60_000 };

/** What the toy says about features. */
const toyProbability = (pcm: Int16Array): number => {
  const features = createFeatureExtractor()(pcm);
  const mean = features.reduce((sum, value) => sum + value, 0) / features.length;
  return 1 / (1 + Math.exp(-mean));
};

t.test('judges pauses by the model', { skip }, async (t) => {
  const path = join(t.testdir(), 'toy.onnx');
  writeToyTurnModel(path);
  const detector = await startSmartTurn(path, PATIENT);
  t.teardown(() => detector.close());
  const verdicts = await Promise.all([8_000, 64_000].map((length) => detector.judge(speech(length))));
  for (const [index, length] of [8_000, 64_000].entries()) {
    const difference = Math.abs((verdicts[index] ?? 9) - toyProbability(speech(length)));
    t.ok(difference < 1e-3, `${length}: ${difference}`);
  }
});

t.test(
  'pauses beyond those that can wait get no verdict, nor does a closed detector',
  { skip },
  async (t) => {
    const path = join(t.testdir(), 'toy.onnx');
    writeToyTurnModel(path);
    const detector = await startSmartTurn(path, PATIENT);
    const verdicts = Array.from({ length: 12 }, () => detector.judge(speech(800)));
    t.same(await Promise.all(verdicts.slice(8)), [null, null, null, null]);
    t.not(await verdicts[0], null);
    await detector.close();
    t.equal(await verdicts[7], null, 'it still waited');
    t.equal(await detector.judge(speech(800)), null);
    await detector.close();
  },
);

t.test('a file that is no such model is refused with the reason', { skip }, async (t) => {
  const directory = t.testdir({ 'text.onnx': 'not a model' });
  await t.rejects(startSmartTurn(join(directory, 'text.onnx')), /protobuf|model/i);
  await t.rejects(startSmartTurn(join(directory, 'nowhere.onnx')), /exist|open|load/i);
  const other = join(directory, 'other.onnx');
  writeToyTurnModel(other, 40);
  await t.rejects(startSmartTurn(other), /dimension|shape|expected/i);
});

t.test('a thread that ends leaves the decision to the words', async (t) => {
  const worker = join(t.testdir(), 'ends.mjs');
  writeFileSync(
    worker,
    `import { parentPort } from 'node:worker_threads';
     parentPort.on('message', () => parentPort.close());
     parentPort.postMessage({ type: 'ready' });`,
  );
  const lost: string[] = [];
  const detector = await startSmartTurn('unused', {
    worker: new URL(`file://${worker}`),
    onLost: (reason) => lost.push(reason),
  });
  t.equal(await detector.judge(speech(800)), null);
  t.same(lost, ['the thread ended with 0']);
  t.equal(await detector.judge(speech(800)), null);
  await detector.close();
});

t.test('installs only a file with the expected checksum, and finds it again', { skip }, async (t) => {
  const directory = t.testdir();
  const path = join(directory, 'toy.onnx');
  writeToyTurnModel(path);
  const sum = createHash('sha256').update(readFileSync(path)).digest('hex');
  t.equal(installedTurnModel(directory), null);
  await t.rejects(installTurnModelFrom(directory, path), new RegExp(`is ${sum}, not 2bb0.*--sha256 ${sum}`));
  t.equal(installedTurnModel(directory), null);
  const installed = await installTurnModelFrom(directory, path, sum);
  t.match(installed, { name: 'smart-turn', licence: null, source: 'toy.onnx', sha256: sum });
  t.same(installedTurnModel(directory), installed);
  await t.rejects(installTurnModelFrom(directory, join(directory, 'none')), /is not a file/);
  writeFileSync(path, 'damaged');
  await t.rejects(installTurnModelFrom(directory, path, sum), /the checksum of toy.onnx/);
  t.same(installedTurnModel(directory), installed, 'the earlier model stays');
});
