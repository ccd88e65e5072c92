/** A simulation removes the directories of killed simulations, but none that another simulation still uses. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { createSimulationDirectory, removeLeftovers } from '../../../src/simulate/simulation-directory.js';
import { nodeCommand } from '../../../testkit/service/node-command.js';

const MODULE = new URL('../../../src/simulate/simulation-directory.js', import.meta.url);

t.test('removes directories of killed simulations only', async (t) => {
  const own = createSimulationDirectory();
  t.teardown(() => own.remove());
  const script = `const { createSimulationDirectory } = await import(${JSON.stringify(fileURLToPath(MODULE))}); process.stdout.write(createSimulationDirectory().path); setInterval(() => undefined, 1000);`;
  const [command, args] = nodeCommand(['--input-type=module', '-e', script]);
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const path = await new Promise<string>((resolve) =>
    child.stdout.once('data', (data) => resolve(String(data))),
  );
  removeLeftovers(Date.now());
  t.ok(existsSync(path), 'of a running process');
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
  const recent = mkdtempSync(join(tmpdir(), 'parley-simulate-'));
  const old = mkdtempSync(join(tmpdir(), 'parley-simulate-'));
  utimesSync(old, new Date(0), new Date(0));
  removeLeftovers(Date.now());
  t.notOk(existsSync(path), 'of a killed process');
  t.notOk(existsSync(old), 'of a process that was killed before it locked the directory');
  t.ok(existsSync(recent), 'just created');
  t.ok(existsSync(own.path), 'our own');
  removeLeftovers(Date.now() + 120_000);
  t.notOk(existsSync(recent));
  await own.remove();
  await own.remove();
  t.notOk(existsSync(own.path));
});
