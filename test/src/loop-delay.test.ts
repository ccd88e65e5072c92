/** Whose fault it is that the loop is late. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import t from 'tap';
import { openRunQueue, ownDelay } from '../../src/loop-delay.js';

t.test('what the thread waited for a processor is not its own fault', async (t) => {
  t.equal(ownDelay(2, 0), 0, 'in time');
  t.equal(ownDelay(32, 0), 30, 'busy for 30 ms');
  t.equal(ownDelay(32, 12), 20, 'of which 10 in line, and 2 perhaps before it was due');
  t.equal(ownDelay(32, 31), 1);
  t.equal(ownDelay(32, 40), 0);
});

const skip = process.platform === 'linux' ? false : 'only Linux tells';
t.test('a thread that others leave no processor knows how long it waited', { skip }, async (t) => {
  const queue = openRunQueue();
  if (queue === null) throw new Error('the system does not tell');
  t.teardown(() => queue.close());
  const spin = (ms: number): void => {
    for (const until = performance.now() + ms; performance.now() < until; );
  };
  const before = queue.waitedMs();
  const rivals = Array.from({ length: availableParallelism() * 2 }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
  t.teardown(() => rivals.map((rival) => rival.kill('SIGKILL')));
  await Promise.all(rivals.map((rival) => once(rival, 'spawn')));
  const deadline = performance.now() + 20_000;
  while (queue.waitedMs() - before < 50 && performance.now() < deadline) spin(50);
  t.ok(queue.waitedMs() - before >= 50, `${queue.waitedMs() - before} ms`);
});
