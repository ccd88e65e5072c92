/** What a simulation that was killed leaves is removed by the next one; what another one works with is not. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { makeSimulationDirectory, removeLeftBehind } from '../../../src/simulate/left-behind.js';
import { nodeCommand } from '../../../testkit/node-command.js';

const MODULE = new URL('../../../src/simulate/left-behind.js', import.meta.url);

t.test('directories of simulations', async (t) => {
  const mine = makeSimulationDirectory();
  t.teardown(() => mine.remove());
  const script = `const { makeSimulationDirectory } = await import(${JSON.stringify(fileURLToPath(MODULE))}); process.stdout.write(makeSimulationDirectory().path); setInterval(() => undefined, 1000);`;
  const [command, args] = nodeCommand(['--input-type=module', '-e', script]);
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const path = await new Promise<string>((resolve) =>
    child.stdout.once('data', (data) => resolve(String(data))),
  );
  removeLeftBehind(Date.now());
  t.ok(existsSync(path), 'of a process that lives');
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
  const young = mkdtempSync(join(tmpdir(), 'parley-simulate-'));
  const old = mkdtempSync(join(tmpdir(), 'parley-simulate-'));
  utimesSync(old, new Date(0), new Date(0));
  removeLeftBehind(Date.now());
  t.notOk(existsSync(path), 'of one that was killed');
  t.notOk(existsSync(old), 'of one that was killed before it locked it');
  t.ok(existsSync(young), 'of one that is just being made');
  t.ok(existsSync(mine.path), 'our own');
  removeLeftBehind(Date.now() + 120_000);
  t.notOk(existsSync(young));
  await mine.remove();
  await mine.remove();
  t.notOk(existsSync(mine.path));
});
