/** The project of `parley init`: each of its programs and scripts works, with a client that npm installs without a network. */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
      {
        cwd,
        timeout: 240_000,
        env: { ...process.env, PARLEY_CACHE_DIR: testCacheDir(), npm_config_offline: 'true' },
      },
      (error, stdout, stderr) =>
        resolve({
          code: error === null ? 0 : typeof error.code === 'number' ? error.code : -1,
          output: `${stdout}${stderr}`,
        }),
    );
  });
const parley = (cwd: string, ...args: readonly string[]) => run(process.execPath, [CLI, ...args], cwd);
const npm = (cwd: string, script: string) => run('npm', ['run', '--silent', script], cwd);

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
  const installed = await run('npm', ['install'], folder);
  t.equal(installed.code, 0, installed.output);
  const applied = await npm(folder, 'apply');
  t.equal(applied.code, 0, applied.output);
  const called = await npm(folder, 'call');
  t.match(called.output, /Webhook verified: voice\.call\.ended/);
  t.match(called.output, /Hello, this is Ann of Bella Vista/);
  t.equal(called.code, 0, called.output);
  const planned = await npm(folder, 'plan');
  t.match(planned.output, /"steps":\[\]/);
});
