/** A simulation removes the directories of killed simulations, but none that another simulation still uses. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { makeSimulationDirectory, removeLeftBehind } from '../../../src/simulate/left-behind.js';
import { nodeCommand } from '../../../testkit/node-command.js';

const MODULE = new URL('../../../src/simulate/left-behind.js', import.meta.url);

t.test('removes directories of killed simulations only', async (t) => {
  const mine = makeSimulationDirectory();
  t.teardown(() => mine.remove());
  const script = `const { makeSimulationDirectory } = await import(${JSON.stringify(fileURLToPath(MODULE))}); process.stdout.write(makeSimulationDirectory().path); setInterval(() => undefined, 1000);`;
  const [command, args] = nodeCommand(['--input-type=module', '-e', script]);
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const path = await new Promise<string>((resolve) =>
    child.stdout.once('data', (data) => resolve(String(data))),
  );
  removeLeftBehind(Date.now());
  t.ok(existsSync(path), 'of a running process');
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
  const young = mkdtempSync(join(tmpdir(), 'parley-simulate-'));
  const old = mkdtempSync(join(tmpdir(), 'parley-simulate-'));
  utimesSync(old, new Date(0), new Date(0));
  removeLeftBehind(Date.now());
  t.notOk(existsSync(path), 'of a killed process');
  t.notOk(existsSync(old), 'of a process that was killed before it locked the directory');
  t.ok(existsSync(young), 'just created');
  t.ok(existsSync(mine.path), 'our own');
  removeLeftBehind(Date.now() + 120_000);
  t.notOk(existsSync(young));
  await mine.remove();
  await mine.remove();
  t.notOk(existsSync(mine.path));
});
