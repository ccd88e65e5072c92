import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pino from 'pino';
import t from 'tap';
import { fetchFromDebian } from '../../../src/engine/fetch-from-debian.js';
import { assetName, fetchFromRelease, RELEASE } from '../../../src/engine/fetch-from-release.js';
import { isSuitable } from '../../../src/engine/find-nats-server.js';
import { obtainNatsServer } from '../../../src/engine/obtain-nats-server.js';
import type { Lifetime } from '../../../testkit/lifetime.js';
import { natsServerPath } from '../../../testkit/nats/server.js';
import { ONLY_IN_FULL_RUN } from '../../support/full-run.js';

/** False where the tests with apt can run. */
const withoutApt = existsSync('/usr/bin/apt-get') ? false : 'this machine has no apt';

const logger = pino({ level: 'silent' });

/** An HTTP server with these files, and 404 for all others. */
const serveFiles = async (t: Lifetime, files: Readonly<Record<string, Buffer>>): Promise<string> => {
  const server = createServer((request, response) => {
    const body = files[request.url ?? ''];
    response.writeHead(body === undefined ? 404 : 200).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
};

/** A release archive as the project publishes it, around a server that really runs here. */
const makeArchive = async (directory: string, asset: string): Promise<Buffer> => {
  const name = asset.slice(0, -'.tar.gz'.length);
  await mkdir(join(directory, name), { recursive: true });
  await copyFile(await natsServerPath(), join(directory, name, 'nats-server'));
  await promisify(execFile)('tar', ['-czf', asset, name], { cwd: directory });
  return readFile(join(directory, asset));
};

t.test('official release', async (t) => {
  const asset = assetName(process.platform, process.arch);
  if (asset === null) {
    t.comment(`skipped: there is no release for ${process.platform} on ${process.arch}`);
    return;
  }
  const archive = await makeArchive(t.testdir(), asset);
  const sum = createHash('sha256').update(archive).digest('hex');
  const sums = (line: string): Buffer => Buffer.from(`${'0'.repeat(64)}  other.zip\n${line}\n`);

  await t.test('is fetched once its checksum matches, and runs', async (t) => {
    const baseUrl = await serveFiles(t, {
      [`/v${RELEASE}/SHA256SUMS`]: sums(`${sum}  ${asset}`),
      [`/v${RELEASE}/${asset}`]: archive,
    });
    const cacheDir = t.testdir();
    await chmod(cacheDir, 0o700);
    const fetched = await fetchFromRelease({ cacheDir, baseUrl, sums: {} });
    t.ok(isSuitable(fetched.version));
    t.equal(fetched.path, join(cacheDir, `nats-server-${fetched.version.join('.')}`, 'nats-server'));
    t.equal((await readdir(cacheDir)).length, 1, 'nothing else stays behind');
    t.equal((await stat(fetched.path)).mode & 0o777, 0o700, 'with the permissions of the cache');
    const again = await obtainNatsServer({ cacheDir, logger, env: {}, daemonDirectories: [], sources: {} });
    t.equal(again.path, fetched.path, 'the next start finds it in the cache');
    t.equal(
      (await fetchFromRelease({ cacheDir, baseUrl, sums: {} })).path,
      fetched.path,
      'a second fetch does no harm',
    );
  });

  await t.test('is refused when the checksum differs or is missing, or the files are missing', async (t) => {
    const cases: Readonly<Record<string, readonly [Readonly<Record<string, Buffer>>, RegExp]>> = {
      'wrong checksum': [
        {
          [`/v${RELEASE}/SHA256SUMS`]: sums(`${'a'.repeat(64)}  ${asset}`),
          [`/v${RELEASE}/${asset}`]: archive,
        },
        /the checksum of .* is .*, not a{64}/,
      ],
      'not listed': [
        { [`/v${RELEASE}/SHA256SUMS`]: sums(''), [`/v${RELEASE}/${asset}`]: archive },
        /SHA256SUMS does not list/,
      ],
      'no archive': [{ [`/v${RELEASE}/SHA256SUMS`]: sums(`${sum}  ${asset}`) }, /status 404/],
      'nothing there': [{}, /SHA256SUMS: status 404/],
    };
    for (const [name, [files, message]] of Object.entries(cases)) {
      const cacheDir = t.testdir();
      await t.rejects(
        fetchFromRelease({ cacheDir, baseUrl: await serveFiles(t, files), sums: {} }),
        { message },
        name,
      );
      t.same(await readdir(cacheDir), [], `${name}: nothing stays behind`);
    }
  });

  await t.test('is refused when its origin vouches for an archive that is not the pinned one', async (t) => {
    const files = {
      [`/v${RELEASE}/SHA256SUMS`]: sums(`${sum}  ${asset}`),
      [`/v${RELEASE}/${asset}`]: archive,
    };
    const cacheDir = t.testdir();
    const baseUrl = await serveFiles(t, files);
    await t.rejects(fetchFromRelease({ cacheDir, baseUrl }), /the checksum of .* is .*, not [0-9a-f]{64}/);
    t.same(await readdir(cacheDir), [], 'nothing stays behind');
    const pinned = await fetchFromRelease({ cacheDir, baseUrl, sums: { [asset]: sum } });
    t.ok(isSuitable(pinned.version), 'the pinned archive is accepted');
  });

  await t.test('says so when the host cannot be reached', async (t) => {
    const baseUrl = 'http://127.0.0.1:1';
    await t.rejects(fetchFromRelease({ cacheDir: t.testdir(), baseUrl }), /127\.0\.0\.1:1/);
  });
});

/** Reading apt's lists takes many seconds. */
const withoutAptLists = withoutApt || ONLY_IN_FULL_RUN;

t.test('fetches a newer package of the same distribution', { skip: withoutAptLists }, async (t) => {
  const cacheDir = t.testdir();
  const fetched = await fetchFromDebian({ cacheDir });
  t.ok(isSuitable(fetched.version), fetched.version.join('.'));
  t.same(await readdir(cacheDir), [`nats-server-${fetched.version.join('.')}`], 'only the server stays');
});

t.test('packages whose signature cannot be verified are refused', { skip: withoutApt }, async (t) => {
  const uri = await serveFiles(t, {
    '/debian/dists/testing/InRelease': Buffer.from('Origin: Debian\nSuite: testing\nCodename: testing\n'),
    '/debian/dists/testing/Release': Buffer.from('Origin: Debian\nSuite: testing\nCodename: testing\n'),
  });
  const root = t.testdir({
    'os-release': 'ID=debian\nVERSION_CODENAME="bookworm"\n',
    'sources.list': `deb [trusted=yes] ${uri}/debian bookworm main\n`,
    cache: {},
  });
  const options = { osRelease: join(root, 'os-release'), aptDirectory: root, cacheDir: join(root, 'cache') };
  await t.rejects(fetchFromDebian(options), /testing: apt-get failed/);
  t.same(await readdir(options.cacheDir), []);
});

t.test('other systems than Debian and Ubuntu have no packages to fetch', async (t) => {
  const root = t.testdir({ 'os-release': 'ID=alpine\n' });
  await t.rejects(
    fetchFromDebian({ cacheDir: root, osRelease: join(root, 'os-release') }),
    /neither Debian nor Ubuntu/,
  );
});

t.test('when all sources fail, the error lists what was tried and what to do', async (t) => {
  const lines: string[] = [];
  const failing = obtainNatsServer({
    cacheDir: t.testdir(),
    logger,
    env: {},
    daemonDirectories: [],
    sources: {
      'first source': async () => Promise.reject(new Error('no mirror')),
      'second source': async () => Promise.reject(new Error('status 404')),
    },
    print: (line) => lines.push(line),
  });
  await t.rejects(failing, {
    name: 'EngineError',
    message:
      /first source: no mirror\n.*second source: status 404\n.*put it on PATH.*PARLEY_NATS_SERVER.*PARLEY_NATS_URL/,
  });
  t.match(lines, [/downloading it into/]);
});

t.test('a configured binary must be a nats-server', async (t) => {
  const cacheDir = t.testdir();
  await t.rejects(
    obtainNatsServer({ cacheDir, logger, binary: '/bin/true' }),
    /PARLEY_NATS_SERVER is \/bin\/true/,
  );
  const path = await natsServerPath();
  t.equal((await obtainNatsServer({ cacheDir, logger, binary: path })).path, path);
});
