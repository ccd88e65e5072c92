/** The package as npm makes it: its size, and a service from an installation that has nothing else. */
import { execFile } from 'node:child_process';
import { cpSync, lstatSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import t from 'tap';
import { createApiClient, isSettled } from '../../testkit/api/client.js';
import { testCacheDir } from '../../testkit/nats/server.js';
import { startParley } from '../../testkit/service/parley-process.js';
import { createTenant } from '../../testkit/service/tenant.js';

t.setTimeout(900_000);

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const MIB = 1024 * 1024;
/** The voice detector (0.95 MB) and the words that English questions are related by (0.55 MB) do not compress further. */
const MOST_BYTES = 4_350_000;
const MOST_FILES = 400;
/** Of an installation for one platform. */
const MOST_INSTALLED_MIB = 220;

const run = promisify(execFile);

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce(
    (sum, name) => sum + lstatSync(join(folder, name)).size,
    0,
  );

t.test('the package is small, and runs where it is installed', async (t) => {
  // Outside of the repository, whose packages an installation within it would find.
  const folder = mkdtempSync(join(tmpdir(), 'parley-package-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'package.json'), '{"name":"an-integrator","private":true}');
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: ROOT,
    maxBuffer: 64 * MIB,
  });
  const [packed]: readonly Packed[] = JSON.parse(stdout);
  if (packed === undefined) throw new Error('npm packed nothing');
  const { filename, size, files } = packed;
  t.comment(`${filename}: ${size} bytes, ${files.length} files`);
  t.ok(size < MOST_BYTES, `${size} bytes`);
  t.ok(files.length < MOST_FILES, `${files.length} files`);
  const unwanted = files.filter(({ path }) =>
    /^dist\/(?:test|bench|testkit)\/|\.map$|^test\/|\.test\./.test(path),
  );
  t.same(unwanted, [], 'nothing of tests and benches, and no maps');
  for (const wanted of ['NOTICE', 'SECURITY.md', 'LICENSE', 'README.md', 'dist/providers/outside/index.d.ts'])
    t.ok(
      files.some(({ path }) => path === wanted),
      wanted,
    );

  const installing = await run(
    'npm',
    ['install', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', join(folder, filename)],
    { cwd: folder, maxBuffer: 64 * MIB },
  );
  t.notMatch(installing.stdout + installing.stderr, /EBADENGINE/);
  const modules = join(folder, 'node_modules');
  // Its install script would fetch this, or compile it for minutes.
  const native = join('better-sqlite3', 'build', 'Release', 'better_sqlite3.node');
  cpSync(join(ROOT, 'node_modules', native), join(modules, native));
  const cli = join(modules, 'parley-voice', 'dist', 'bundle', 'cli.js');
  const before = sizeOf(modules);
  const pruned = await run(process.execPath, [cli, 'prune'], { cwd: folder });
  t.match(JSON.parse(pruned.stdout), { kept: /^uws_/, removed: /[1-9]/ });
  const after = sizeOf(modules);
  t.comment(`installed: ${Math.round(before / MIB)} MiB, ${Math.round(after / MIB)} MiB for one platform`);
  t.ok(after < MOST_INSTALLED_MIB * MIB);

  const missing = run(process.execPath, [cli, 'serve', '--port', '0', '--data-dir', join(folder, 'other')], {
    cwd: folder,
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      PARLEY_MODEL: 'openai:gpt-5',
      OPENAI_API_KEY: 'a-key',
      PARLEY_CACHE_DIR: testCacheDir(),
    },
  });
  await t.rejects(missing, {
    code: 1,
    stderr: /@ai-sdk\/openai is not installed; run npm install "@ai-sdk\/openai@~3/,
  });

  const dataDir = join(folder, 'data');
  const service = await startParley({
    dataDir,
    cli,
    env: { PARLEY_CACHE_DIR: testCacheDir(), PARLEY_BROWSER_LEGS: 'off' },
  });
  t.teardown(async () => {
    service.kill('SIGTERM');
    await service.ended;
  });
  for (const coding of ['br', 'gzip', 'identity']) {
    const page = await fetch(`${service.url}/`, { headers: { 'accept-encoding': coding } });
    const html = await page.text();
    t.match({ status: page.status, html }, { status: 200, html: /<div id="/ }, coding);
    // The last is the largest.
    const script = [...html.matchAll(/src="(\/assets\/[^"]+\.js)"/g)].at(-1)?.[1] ?? '';
    const answer = await fetch(`${service.url}${script}`, { headers: { 'accept-encoding': coding } });
    t.equal(answer.headers.get('content-encoding'), coding === 'identity' ? null : coding);
    t.match(await answer.text(), /import|const/, `the script as ${coding}`);
  }
  const { businessId, apiKey } = await createTenant(dataDir);
  const client = createApiClient(service.url, businessId, apiKey);
  const agent = await client.createAgent('Ann', 'When the customer says "hello", say "Nice to meet you.".', {
    firstGreeting: 'Hello, this is Ann.',
  });
  const detail = await client.callUntil(await client.startCall(agent.id, '+14155550100'), isSettled, 120_000);
  t.match(detail.transcript[0], { speaker: 'assistant', text: 'Hello, this is Ann.' });
  t.equal(detail.call.status, 'completed');
});

t.test('types of outside providers compile against the package alone', async (t) => {
  const folder = t.testdir({
    'tsconfig.json': JSON.stringify({
      compilerOptions: { strict: true, noEmit: true, module: 'nodenext', skipLibCheck: false, types: [] },
    }),
    'check.ts':
      "import type * as providers from 'parley-voice/providers';\nexport type All = typeof providers;\n",
    'package.json': '{"type":"module"}',
    node_modules: { 'parley-voice': t.fixture('symlink', ROOT) },
  });
  const tsc = join(ROOT, 'node_modules', '.bin', 'tsc');
  await t.resolves(run(tsc, ['-p', join(folder, 'tsconfig.json')]), dirname(folder));
});
