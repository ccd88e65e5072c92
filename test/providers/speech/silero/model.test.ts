/** The detector's model in a published package, where it is compressed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import t from 'tap';
import { modelFile } from '../../../../providers/speech/silero/judge.js';

const MODEL = fileURLToPath(
  new URL('../../../../../providers/speech/silero/silero_vad.onnx', import.meta.url),
);

t.test('a packed model is unpacked, one beside it is used as it is', async (t) => {
  const folder = t.testdir({ 'plain.onnx': 'the model', 'packed.br': brotliCompressSync('the model') });
  const plain = join(folder, 'plain.onnx');
  t.equal(modelFile(plain, join(folder, 'packed.br')), plain);
  const unpacked = modelFile(join(folder, 'none.onnx'), join(folder, 'packed.br'));
  t.not(unpacked, plain);
  t.equal(readFileSync(unpacked, 'utf8'), 'the model');
  t.throws(() => modelFile(join(folder, 'none.onnx'), join(folder, 'none.br')), { code: 'ENOENT' });
});

t.test('the build packs the model that the repository has', async (t) => {
  const unpacked = modelFile('/none.onnx');
  t.ok(readFileSync(unpacked).equals(readFileSync(MODEL)));
});
