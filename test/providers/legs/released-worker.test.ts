/** The released worker, from a server that stands in for the authors' releases: no test reaches another network. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import {
  archiveName,
  DownloadFailed,
  downloadWorker,
  type ReleasedWorkerOptions,
} from '../../../providers/legs/released-worker.js';
import { installWorker } from '../../../providers/legs/worker-program.js';
import type { Lifetime } from '../../../testkit/lifetime.js';

const VERSION = '3.19.3';
const ARCHIVE = archiveName(VERSION);
const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** An archive as the authors make it: the program alone, without a folder. */
const makeArchive = async (t: { testdir(): string }, script: string, name = 'mediasoup-worker') => {
  const directory = t.testdir();
  await writeFile(join(directory, name), script);
  await chmod(join(directory, name), 0o755);
  await promisify(execFile)('tar', ['-czf', 'archive.tgz', name], { cwd: directory });
  return readFile(join(directory, 'archive.tgz'));
};

const RUNS = '#!/bin/sh\nexit 41\n';

type Answer = (response: ServerResponse) => void;

/** Serves the archive as `answer` does, and records the requested paths. */
const startReleases = async (t: Lifetime, answer: Answer) => {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url ?? '');
    answer(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}/releases`, paths };
};

const options = (directory: string, changed: Partial<ReleasedWorkerOptions>): ReleasedWorkerOptions => ({
  version: VERSION,
  target: join(directory, 'cache', 'worker'),
  onLine: () => undefined,
  onProgress: () => undefined,
  ...changed,
});

/** Nothing is left of an attempt. */
const leftIn = (directory: string): readonly string[] =>
  existsSync(join(directory, 'cache')) ? readdirSync(join(directory, 'cache')) : [];

t.test('is downloaded, verified and tried, with progress', async (t) => {
  const bytes = await makeArchive(t, RUNS);
  const { url, paths } = await startReleases(t, (response) =>
    response.writeHead(200, { 'content-length': bytes.length }).end(bytes),
  );
  const directory = t.testdir();
  const seen: (readonly [number, number | null])[] = [];
  const lines: string[] = [];
  const target = await downloadWorker(
    options(directory, {
      url: `${url}/`,
      sha256: sha256Of(bytes).toUpperCase(),
      onProgress: (size, total) => seen.push([size, total]),
      onLine: (line) => lines.push(line),
    }),
  );
  t.same(paths, [`/releases/${VERSION}/${ARCHIVE}`]);
  t.equal(await readFile(target, 'utf8'), RUNS);
  t.same(seen.at(-1), [bytes.length, bytes.length]);
  t.match(lines, [/^Downloading http/]);
  t.same(leftIn(directory), ['worker']);
});

t.test('a download that cannot be trusted is not kept', async (t) => {
  const good = await makeArchive(t, RUNS);
  const other = await makeArchive(t, RUNS, 'another-program');
  const failing = await makeArchive(t, '#!/bin/sh\nexit 1\n');
  const whole =
    (bytes: Buffer): Answer =>
    (response) =>
      void response.end(bytes);
  const cases: Readonly<Record<string, readonly [Answer, RegExp, Partial<ReleasedWorkerOptions>?]>> = {
    'another checksum': [whole(other), /the SHA-256 of .+ is [0-9a-f]{64}, not/],
    'no release for this machine': [(response) => void response.writeHead(404).end(), /status 404/],
    'an error of the server': [(response) => void response.writeHead(503).end(), /status 503/],
    'not an archive': [
      whole(Buffer.from('<html>')),
      /is not an archive/,
      { sha256: sha256Of(Buffer.from('<html>')) },
    ],
    'an archive of something else': [
      whole(other),
      /is not an archive with mediasoup-worker/,
      { sha256: sha256Of(other) },
    ],
    'a program that does not run here': [
      whole(failing),
      /does not run on this system \(1\)/,
      { sha256: sha256Of(failing) },
    ],
    'a connection that ends early': [
      (response) => {
        response.writeHead(200, { 'content-length': good.length });
        response.write(good.subarray(0, 50), () => response.destroy());
      },
      /terminated|aborted|closed/,
    ],
    'a server that goes silent': [
      (response) => {
        response.writeHead(200, { 'content-length': good.length });
        response.write(good.subarray(0, 50));
      },
      /the server sends nothing/,
      { silenceMs: 300 },
    ],
    'a server that trickles': [
      (response) => {
        response.writeHead(200, { 'content-length': good.length });
        const timer = setInterval(() => response.write('x'), 50);
        response.once('close', () => clearInterval(timer));
      },
      /took too long/,
      { downloadMs: 500 },
    ],
    'an endless answer': [
      (response) => {
        const chunk = Buffer.alloc(1024 * 1024);
        const more = (): void => void response.write(chunk, (error) => (error ? undefined : more()));
        more();
      },
      /larger than/,
    ],
  };
  for (const [name, [answer, reason, changed]] of Object.entries(cases)) {
    const { url } = await startReleases(t, answer);
    const directory = t.testdir();
    const attempt = downloadWorker(options(directory, { url, sha256: sha256Of(good), ...changed }));
    await t.rejects(attempt, { name: 'DownloadFailed', message: reason }, name);
    t.same(leftIn(directory), [], name);
  }
  const { url, paths } = await startReleases(t, whole(good));
  await t.rejects(
    downloadWorker(options(t.testdir(), { url })),
    /is not https.+--sha256/,
    'no sum, no https',
  );
  t.same(paths, [], 'nothing was requested');
  await t.rejects(
    downloadWorker(options(t.testdir(), { url: 'http://127.0.0.1:9', sha256: sha256Of(good) })),
    DownloadFailed,
  );
});

t.test('is built from sources where the download fails, and only there', async (t) => {
  const bytes = await makeArchive(t, RUNS);
  const { url } = await startReleases(t, (response) => void response.end(bytes));
  const broken = await startReleases(t, (response) => void response.writeHead(404).end());
  const built: string[] = [];
  const cacheDir = join(t.testdir(), 'cache');
  await mkdir(cacheDir);
  const lines: string[] = [];
  const install = {
    cacheDir,
    onLine: (line: string): void => void lines.push(line),
    onProgress: () => undefined,
    build: async (_folder: string, target: string): Promise<void> => void built.push(target),
  };
  const released = await installWorker({ ...install, url, sha256: sha256Of(bytes) });
  t.equal(released.source, 'release');
  t.match(released.worker, join(cacheDir, 'mediasoup-worker-'));
  t.same(built, []);
  t.match(await installWorker({ ...install, url: broken.url }), { source: 'sources' }, 'not https');
  t.match(lines.at(-1), /Building it from the sources/);
  t.match(await installWorker({ ...install, fromSources: true }), { source: 'sources' });
  t.equal(built.length, 2);
  await t.rejects(
    installWorker({ ...install, url: broken.url, sha256: sha256Of(bytes) }),
    { name: 'WorkerMissing', message: /status 404/ },
    'a checksum of the caller asks for that archive',
  );
  t.equal(built.length, 2);
});
