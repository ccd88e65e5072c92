/** Node 22 and 24: tests that need no service, and the demo's call through a whole service. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import t from 'tap';
import { explainLoadFailure } from '../../src/load-failure.js';
import { concurrent } from '../../testkit/concurrent.js';
import { testCacheDir } from '../../testkit/nats/server.js';
import { newerNode, UNHOOKED } from '../support/newer-node.js';

t.setTimeout(900_000);

const BUILT = fileURLToPath(new URL('../..', import.meta.url));
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const FILES = ['actors', 'views'].map((name) => join(BUILT, 'test', 'all-in-one', `${name}.test.js`));
const FILE_MS = 420_000;

const run = promisify(execFile);

/** Assertions of a file's output in TAP, nested ones included. */
const countIn = (output: string, kind: RegExp): number =>
  output.split('\n').filter((line) => kind.test(line)).length;

// Each uses a single core most of the time.
t.jobs = 2;

for (const major of [22, 24])
  t.test(`Node ${major}`, concurrent(FILE_MS * 2), async (t) => {
    const node = await newerNode(major, testCacheDir());
    // Without the variable by which tests recognise each other, processes keep NODE_OPTIONS.
    const { TAP: _, ...inherited } = process.env;
    const env = {
      ...inherited,
      PARLEY_CACHE_DIR: testCacheDir(),
      TAP_TIMEOUT: '300',
      NODE_OPTIONS: node.options,
    };
    const { stdout: version } = await run(node.path, ['--version'], { env });
    t.match(version, new RegExp(`^v${major}\\.`));

    let passed = 0;
    for (const file of FILES) {
      // tap names the directories of a test by its arguments as well: both Nodes run the same files at the same time.
      const { stdout } = await run(node.path, [file, `node-${major}`], {
        env: { ...env, NODE_OPTIONS: `--import=${UNHOOKED} ${node.options}` },
        cwd: ROOT,
        timeout: FILE_MS,
        maxBuffer: 256 * 1024 * 1024,
      });
      t.equal(countIn(stdout, /^\s*not ok /), 0, file);
      const found = countIn(stdout, /^\s*ok /);
      t.ok(found > 100, `${found} assertions`);
      passed += found;
    }
    t.comment(`Node ${version.trim()}: ${passed} assertions in ${FILES.length} files`);

    const demo = [
      join(BUILT, 'bench', 'demo.js'),
      '--once',
      '--json',
      '--port',
      '0',
      '--data-dir',
      t.testdir(),
    ];
    const { stdout } = await run(node.path, demo, { env, timeout: FILE_MS, maxBuffer: 16 * 1024 * 1024 });
    const call: { readonly status?: string; readonly transcript?: readonly object[] } = JSON.parse(
      stdout.trim().split('\n').at(-1) ?? '',
    );
    t.match(JSON.stringify(call), /"status":"completed"/);
  });

t.test('where the C library is too old, the command line says what to do', async (t) => {
  const official = fileURLToPath(new URL('../../../witnesses/node_modules/node22/bin/node', import.meta.url));
  const cli = join(BUILT, 'bundle', 'cli.js');
  const code = `require('uWebSockets.js')`;
  const loads = await run(official, ['-e', code], { cwd: BUILT }).then(
    () => null,
    ({ stderr }: { readonly stderr: string }) => stderr,
  );
  if (loads === null) {
    t.comment('the C library of this system is new enough');
    t.equal(explainLoadFailure(new Error('none')), null);
    return;
  }
  const env = { ...process.env, NODE_OPTIONS: '' };
  await t.rejects(run(official, [cli, 'serve', '--port', '0', '--data-dir', t.testdir()], { env }), {
    code: 1,
    stderr:
      /^parley: Node 22 needs glibc 2\.\d+ \(this system has 2\.\d+\): use Debian 13, Ubuntu 24\.04 or newer, or Node 20\n$/,
  });
});
