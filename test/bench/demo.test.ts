/** The demo as a newcomer runs it: its help, its errors, and Ctrl-C during a call. */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { testCacheDir } from '../../testkit/nats/server.js';
import { ONLY_IN_FULL_RUN } from '../support/full-run.js';

t.setTimeout(150_000);

const DEMO = fileURLToPath(new URL('../../bench/demo.js', import.meta.url));

const demo = (...args: readonly string[]) => {
  const child = spawn(process.execPath, [DEMO, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PARLEY_CACHE_DIR: testCacheDir() },
    // As in a terminal: a signal reaches the group.
    detached: true,
  });
  const code = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { child, code, stderr: text(child.stderr) };
};

t.test('explains its options, and refuses wrong ones without a stack', async (t) => {
  const help = demo('--help');
  t.match(await text(help.child.stdout), /--once/);
  t.equal(await help.code, 0);
  const wrong = demo('--port', 'x');
  t.equal(await wrong.stderr, '--port is "x"; write a whole number from 0 to 65535\n');
  t.equal(await wrong.code, 2);
});

t.test(
  'Ctrl-C during a call lets it end, and stops',
  { skip: ONLY_IN_FULL_RUN, timeout: 120_000 },
  async (t) => {
    const { child, code, stderr } = demo('--port', '0', '--data-dir', t.testdir());
    let output = '';
    child.stdout.on('data', (data: Buffer) => {
      const before = output;
      output += data.toString();
      if (!before.includes('assistant') && output.includes('assistant'))
        process.kill(-(child.pid ?? 0), 'SIGINT');
    });
    t.equal(await code, 0);
    t.equal(await stderr, '');
    t.match(output, /Stopping once live calls have ended/);
    t.match(output, /A table is reserved/, 'the call goes on');
    t.notMatch(output, /A busy phone/, 'and no other one begins');
  },
);
