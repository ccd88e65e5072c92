/** Recognition models are installed completely or not at all: downloaded and verified, or taken from disk. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t, { type Test } from 'tap';
import { RELEASED_MODELS, type ReleasedModel } from '../../../../providers/speech/sherpa/catalogue.js';
import { installFromDisk, installReleased } from '../../../../providers/speech/sherpa/install-model.js';
import { installedModels } from '../../../../providers/speech/sherpa/installed-models.js';
import { listening } from '../../../../simulators/support/listening.js';
import { writeToyModel } from '../../../../testkit/stt/toy-model.js';
import { until } from '../../../../testkit/until.js';

t.setTimeout(60_000);

/** The toy model, packed like a release: in its own folder, with a file that is not needed. */
const released = (folder: string): { readonly model: ReleasedModel; readonly archive: Buffer } => {
  const inner = join(folder, 'sherpa-onnx-toy');
  writeToyModel(inner);
  writeFileSync(join(inner, 'README.md'), 'a toy');
  execFileSync('tar', ['-cjf', 'toy.tar.bz2', 'sherpa-onnx-toy'], { cwd: folder });
  const archive = readFileSync(join(folder, 'toy.tar.bz2'));
  return {
    archive,
    model: {
      name: 'toy',
      language: 'en',
      archive: 'toy.tar.bz2',
      bytes: archive.length,
      sha256: createHash('sha256').update(archive).digest('hex'),
      licence: 'none',
      remark: '',
    },
  };
};

/** Serves the archive. The first answer ends halfway, once the file `part` has that half; null: it is complete. */
const serve = async (t: Test, archive: Buffer, part: string | null) => {
  const half = archive.subarray(0, archive.length / 2);
  const isKept = (path: string): boolean => existsSync(path) && statSync(path).size === half.length;
  const ranges: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    ranges.push(request.headers.range);
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    response.writeHead(from > 0 ? 206 : 200);
    if (part !== null && ranges.length === 1) {
      response.write(half);
      void until('the first half to be stored', () => isKept(part)).then(() => response.destroy());
    } else response.end(archive.subarray(from));
  });
  const url = `http://127.0.0.1:${await listening(server)}`;
  t.teardown(() => promisify(server.close.bind(server))());
  return { url, ranges };
};

t.test('verifies, unpacks, tries out and installs a download', async (t) => {
  const folder = t.testdir({ models: {} });
  const { model, archive } = released(folder);
  const { url } = await serve(t, archive, null);
  const progress: number[] = [];
  const models = join(folder, 'models');
  const installed = await installReleased(models, model, (bytes) => progress.push(bytes), `${url}/`);
  t.match(installed, {
    name: 'toy',
    language: 'en',
    source: `${url}/toy.tar.bz2`,
    folder: join(models, 'toy'),
  });
  t.equal(progress.at(-1), archive.length);
  t.match(installedModels(models), [{ name: 'toy' }]);
  t.same(readdirSync(models), ['toy'], 'nothing else is left');
});

t.test('resumes a download that was cut off', async (t) => {
  const folder = t.testdir({ models: {} });
  const { model, archive } = released(folder);
  const models = join(folder, 'models');
  const { url, ranges } = await serve(t, archive, join(models, `.${model.archive}.part`));
  const install = () => installReleased(models, model, () => undefined, url);
  await t.rejects(install(), { message: /cannot be downloaded; run the command again to resume/ });
  t.same(installedModels(models), []);
  t.match(await install(), { name: 'toy' });
  t.same(ranges, [undefined, `bytes=${Math.floor(archive.length / 2)}-`]);
});

t.test('refuses a file that differs from the release, and keeps the installed model', async (t) => {
  const folder = t.testdir({ models: {} });
  const { model, archive } = released(folder);
  const models = join(folder, 'models');
  writeToyModel(join(folder, 'earlier'));
  await installFromDisk(models, 'toy', join(folder, 'earlier'));
  const damaged = Buffer.from(archive);
  damaged[100] = (damaged[100] ?? 0) ^ 1;
  const server = await serve(t, damaged, null);
  await t.rejects(
    installReleased(models, model, () => undefined, server.url),
    { message: /the checksum of toy/ },
  );
  const longer = await serve(t, Buffer.concat([archive, archive]), null);
  await t.rejects(
    installReleased(models, model, () => undefined, longer.url),
    { message: /is larger than/ },
  );
  const nothing = createServer((_request, response) => response.writeHead(404).end());
  const url = `http://127.0.0.1:${await listening(nothing)}`;
  t.teardown(() => nothing.close());
  await t.rejects(
    installReleased(models, model, () => undefined, url),
    { message: /responded with status 404/ },
  );
  t.match(installedModels(models), [{ name: 'toy', source: 'earlier' }], 'the earlier model stays');
});

t.test('installs a folder or an archive from disk, with the smaller of several encoders', async (t) => {
  const folder = t.testdir({ models: {}, empty: {} });
  released(folder);
  const models = join(folder, 'models');
  await installFromDisk(models, 'one', join(folder, 'toy.tar.bz2'));
  const files = join(folder, 'sherpa-onnx-toy');
  writeFileSync(join(files, 'encoder-epoch-1.int8.onnx'), readFileSync(join(files, 'encoder.onnx')));
  writeFileSync(join(files, 'encoder.onnx'), 'rubbish');
  await installFromDisk(models, 'two', files);
  t.match(installedModels(models), [{ name: 'two' }, { name: 'one' }], 'the latest one first');
  await t.rejects(installFromDisk(models, 'Über/..', files), { message: /is not a valid model name/ });
  await t.rejects(installFromDisk(models, 'three', join(folder, 'nowhere')), {
    message: /does not exist/,
  });
  await t.rejects(installFromDisk(models, 'three', join(folder, 'empty')), {
    message: /the model has no encoder….onnx/,
  });
  writeFileSync(join(folder, 'text'), 'no archive');
  await t.rejects(installFromDisk(models, 'three', join(folder, 'text')), { message: /cannot be unpacked/ });
});

t.test('the catalogue has valid names, checksums and licences', async (t) => {
  for (const { name, sha256, archive, bytes, licence } of RELEASED_MODELS) {
    t.match(name, /^[a-z0-9-]+$/);
    t.match(sha256, /^[0-9a-f]{64}$/);
    t.match(archive, /^sherpa-onnx-streaming-.*\.tar\.bz2$/);
    t.ok(bytes > 1_000_000 && licence !== '', name);
  }
});
