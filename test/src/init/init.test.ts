/** `parley init`: each file of the project that it writes works. */
import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import t from 'tap';
import { parse } from 'yaml';
import { testCacheDir } from '../../../testkit/nats/server.js';
import { CLI, startParley } from '../../../testkit/service/parley-process.js';

t.setTimeout(600_000);

const run = (file: string, args: readonly string[], cwd: string) =>
  new Promise<{ readonly code: number; readonly output: string }>((resolve) => {
    execFile(
      file,
      [...args],
      { cwd, timeout: 240_000, env: { ...process.env, PARLEY_CACHE_DIR: testCacheDir() } },
      (error, stdout, stderr) =>
        resolve({
          code: error === null ? 0 : typeof error.code === 'number' ? error.code : -1,
          output: `${stdout}${stderr}`,
        }),
    );
  });
const parley = (cwd: string, ...args: readonly string[]) => run(process.execPath, [CLI, ...args], cwd);
const npm = (cwd: string, script: string) => run('npm', ['run', '--silent', script], cwd);

t.test('writes a project, and never over existing files', async (t) => {
  const dir = t.testdir({});
  const folder = join(dir, 'my agents');
  const written = await parley(dir, 'init', 'my agents');
  t.match(written, { code: 0, output: /Wrote 11 files/ });
  t.notOk(existsSync(join(folder, '.env')), 'there is no service');
  t.equal(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).name, 'my-agents');
  writeFileSync(join(folder, 'call.js'), 'mine');
  const refused = await parley(dir, 'init', 'my agents');
  t.match(refused, { code: 1, output: /already has agents\.yaml, .*call\.js.*--force/ });
  t.equal(readFileSync(join(folder, 'call.js'), 'utf8'), 'mine');
  t.equal((await parley(dir, 'init', 'my agents', '--force', '--package', '^1.2.3')).code, 0);
  t.match(readFileSync(join(folder, 'call.js'), 'utf8'), /callAndWait/);
  t.match(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')), {
    scripts: { simulate: /^parley simulate/ },
    devDependencies: { 'parley-voice': '^1.2.3' },
  });
  t.match(await parley(dir, 'init', 'my agents', '--key'), { code: 1, output: /no data of a service/ });
});

t.test('each command of its CI file runs', async (t) => {
  const dir = t.testdir({});
  await parley(dir, 'init', 'project');
  const folder = join(dir, 'project');
  const workflow = parse(readFileSync(join(folder, '.github/workflows/agents.yml'), 'utf8'));
  t.same(Object.keys(workflow), ['name', 'on', 'jobs']);
  const commands: string[] = workflow.jobs.test.steps.flatMap(({ run }: { run?: string }) => run ?? []);
  t.same(commands, ['npm install', 'npm test']);
  for (const command of commands) {
    const { code, output } = await run('bash', ['-euo', 'pipefail', '-c', command], folder);
    t.equal(code, 0, output);
  }
  t.match(readFileSync(join(folder, 'simulation.xml'), 'utf8'), /failures="0"/);
});

t.test('its receiver takes each delivery once, and refuses bad ones', async (t) => {
  const dir = t.testdir({});
  await parley(dir, 'init', 'project');
  const { startReceiver } = await import(pathToFileURL(join(dir, 'project', 'receiver.js')).href);
  const events: object[] = [];
  const secret = 'a-secret';
  const receiver = await startReceiver({ secret, port: 0, handle: (event: object) => events.push(event) });
  t.teardown(() => receiver.close());
  const body = JSON.stringify({ eventId: '1', eventType: 'voice.call.ended' });
  const send = async (timestamp: string, signature: string): Promise<number> => {
    const headers = { 'x-service-timestamp': timestamp, 'x-service-signature': signature };
    return (await fetch(`http://127.0.0.1:${receiver.port}/`, { method: 'POST', headers, body })).status;
  };
  const now = String(Math.floor(Date.now() / 1_000));
  const signed = (timestamp: string, key = secret): string =>
    createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex');
  t.equal(await send(now, signed(now)), 204);
  t.equal(await send(now, signed(now)), 204, 'a repeated delivery is confirmed');
  t.same(events, [JSON.parse(body)], 'and handled once');
  const old = String(Number(now) - 400);
  for (const [timestamp, signature] of [
    [now, signed(now, 'another')],
    [old, signed(old)],
    ['NaN', signed('NaN')],
    [now, 'é'.repeat(64)],
    [now, ''],
    [now, signed(now).slice(2)],
  ] as const)
    t.equal(await send(timestamp, signature), 401, `${timestamp} ${signature}`);
  t.equal(events.length, 1);
});

t.test('its program makes a call, and its webhook is verified', async (t) => {
  const dir = t.testdir({});
  const dataDir = join(dir, '.parley');
  mkdirSync(dataDir);
  const service = await startParley({
    dataDir,
    env: { PARLEY_CACHE_DIR: testCacheDir(), PARLEY_LOG_LEVEL: 'error', PARLEY_DEVELOPMENT: '1' },
  });
  t.teardown(async () => {
    service.kill('SIGTERM');
    await service.ended;
  });
  const made = await parley(dir, 'init', 'project', '--data-dir', dataDir, '--url', service.url);
  t.match(made, { code: 0, output: /Created a business/ });
  const folder = join(dir, 'project');
  const environment = join(folder, '.env');
  t.equal(statSync(environment).mode & 0o777, 0o600);
  const port = 20_000 + (process.pid % 20_000);
  writeFileSync(environment, readFileSync(environment, 'utf8').replace(':9090/', `:${port}/`));
  const applied = await npm(folder, 'apply');
  t.equal(applied.code, 0, applied.output);
  const called = await npm(folder, 'call');
  t.match(called.output, /Webhook verified: voice\.call\.ended/);
  t.match(called.output, /Hello, this is Ann of Bella Vista/);
  t.equal(called.code, 0, called.output);
  const planned = await npm(folder, 'plan');
  t.match(planned.output, /"steps":\[\]/);
});
