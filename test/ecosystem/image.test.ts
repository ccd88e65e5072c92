/**
 * The root file system of the image, made by the script that Containerfile calls: its size, and a service that runs in it as an image
 * does, on a read-only root, as a user without rights, without a shell.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import t, { type Test } from 'tap';
import { findWorker } from '../../providers/legs/worker-program.js';
import { createApiClient, isSettled } from '../../testkit/api/client.js';
import { startNats, testCacheDir } from '../../testkit/nats/server.js';
import { createTenant } from '../../testkit/service/tenant.js';

t.setTimeout(900_000);

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** An image holds its files uncompressed on a node. */
const MOST_MB = 250;
const CLI = '/opt/parley/node_modules/parley-voice/dist/bundle/cli.js';
const DATA_DIR = '/var/lib/parley';
const WORKER = '/usr/lib/parley/mediasoup-worker';
const START_MS = 120_000;

const run = promisify(execFile);

/** Mounts the root as a runtime of containers does, then becomes the command. Needs root, or a user namespace. */
const ENTER = `
mount --bind "$1" "$1"
mount -o remount,bind,ro "$1"
mount -t proc proc "$1/proc"
mount -t tmpfs -o mode=1777 tmpfs "$1/tmp"
mount -t tmpfs -o "mode=700,$2" tmpfs "$1${DATA_DIR}"
root=$1; user=$3; shift 3
# tap gives every process options for Node, which name files outside of the root.
unset NODE_OPTIONS
exec chroot $user "$root" "$@"
`;

/** The command that runs another in the root, without the environment of this process. */
const inRoot = (root: string, command: readonly string[]): readonly [string, readonly string[]] => {
  const isRoot = process.getuid?.() === 0;
  const namespaces = isRoot ? ['--mount'] : ['--mount', '--user', '--map-root-user'];
  const [owner, user] = isRoot
    ? ['uid=10001,gid=10001', '--userspec=10001:10001']
    : // A namespace maps a single user.
      ['uid=0', '--userspec=0:0'];
  return ['unshare', [...namespaces, 'sh', '-euc', ENTER, 'enter', root, owner, user, ...command]];
};

const PATH = '/usr/sbin:/usr/bin:/sbin:/bin';

/** Packs this build, and makes the root from the package. Resolves with its folder. */
const makeRoot = async (t: Test): Promise<{ readonly root: string; readonly report: string }> => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-image-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const packing = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  await run('npm', packing, { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 });
  const name = readdirSync(folder).find((file) => file.endsWith('.tgz'));
  const worker = findWorker({ named: null, cacheDir: testCacheDir() });
  const root = join(folder, 'root');
  mkdirSync(root);
  const script = join(ROOT, 'deploy', 'image', 'make-root.sh');
  const { stdout } = await run(script, [join(folder, name ?? ''), root, join(ROOT, 'node_modules')], {
    env: { ...process.env, NODE_OPTIONS: '', PARLEY_MEDIASOUP_WORKER: worker },
    maxBuffer: 64 * 1024 * 1024,
  });
  return { root, report: stdout.trim().split('\n').at(-1) ?? '' };
};

const serve = (
  t: Test,
  root: string,
  natsUrl: string,
): Promise<{ readonly url: string; readonly child: ChildProcess }> => {
  const [file, parameters] = inRoot(root, [
    '/usr/bin/node',
    CLI,
    'serve',
    '--port',
    '0',
    '--data-dir',
    DATA_DIR,
  ]);
  const child = spawn(file, parameters, {
    env: {
      PATH,
      PARLEY_NATS_URL: natsUrl,
      PARLEY_MEDIASOUP_WORKER: WORKER,
      PARLEY_BROWSER_LEGS: 'auto',
      PARLEY_DRAIN_SECONDS: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.teardown(async () => {
    if (child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  });
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('it did not start')), START_MS);
    child.once('exit', (code) => reject(new Error(`it exited with ${code}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const { event, url, reason }: { event?: string; url?: string; reason?: string } = JSON.parse(line);
      if (event === 'legs.unavailable') t.fail(`browsers cannot join calls: ${reason}`);
      if (event !== 'service.ready' || url === undefined) return;
      clearTimeout(timer);
      resolve({ url, child });
    });
  });
};

t.test('the root of the image is small, and a service runs in it', async (t) => {
  const { root, report } = await makeRoot(t);
  t.comment(report);
  const megabytes = Number(/: (\d+) MB$/.exec(report)?.[1]);
  t.ok(megabytes > 50 && megabytes < MOST_MB, `${megabytes} MB`);
  t.notOk(existsSync(join(root, 'bin', 'sh')), 'no shell');

  const [file, parameters] = inRoot(root, ['/usr/bin/parley', '--version']);
  const { stdout: version } = await run(file, parameters, { env: { PATH } });
  t.match(version, /^\d+\.\d+\.\d+\n$/);

  const nats = await startNats(t);
  const { url, child } = await serve(t, root, nats.url);
  const { businessId, apiKey } = await createTenant(t.testdir(), { env: { PARLEY_NATS_URL: nats.url } });
  const client = createApiClient(url, businessId, apiKey);
  const agent = await client.createAgent('Ann', 'When the customer says "hello", say "Nice to meet you.".', {
    firstGreeting: 'Hello, this is Ann.',
  });
  const detail = await client.callUntil(await client.startCall(agent.id, '+14155550100'), isSettled, 120_000);
  t.match(detail.transcript[0], { speaker: 'assistant', text: 'Hello, this is Ann.' });
  t.equal(detail.call.status, 'completed');

  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  t.equal(await ended, 0, 'it stops in order');
});
