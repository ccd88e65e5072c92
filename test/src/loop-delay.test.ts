/** Whose fault it is that the loop is late. */
import { setTimeout as delay } from 'node:timers/promises';
import { Registry } from 'prom-client';
import t from 'tap';
import { observeLoop, openThreadClock, ownDelay } from '../../src/loop-delay.js';

const skip = process.platform === 'linux' ? false : 'only Linux tells how long a thread works';
const spin = (ms: number): void => {
  for (const until = performance.now() + ms; performance.now() < until; );
};

t.test('only what the thread worked is its own fault', async (t) => {
  t.equal(ownDelay(10, 0.1), 0, 'in time');
  t.equal(ownDelay(40, 30), 30, 'at work all the time');
  t.equal(ownDelay(40, 12), 12, 'of 30 ms it worked 12 at most');
  t.equal(ownDelay(40, 40), 30, 'no more than it is late');
  t.equal(ownDelay(4, 4), 0, 'and not less than nothing');
});

t.test('a thread knows how long it worked, and waiting is no work', { skip }, async (t) => {
  const clock = openThreadClock();
  if (clock === null) throw new Error('the system does not tell');
  t.teardown(() => clock.close());
  const before = clock.workedMs();
  spin(50);
  const worked = clock.workedMs() - before;
  t.ok(worked > 0 && worked <= 60, `${worked} of 50 ms`);
  const idle = clock.workedMs();
  await delay(200);
  t.ok(clock.workedMs() - idle < 100, `${clock.workedMs() - idle} of 200 ms`);
});

t.test('a loop that is kept busy says so, once', { skip }, async (t) => {
  const registry = new Registry();
  const loop = observeLoop(registry);
  t.teardown(() => loop.stop());
  const longest = async (): Promise<number> => {
    const { values = [] } = (await registry.getSingleMetric('parley_loop_own_delay_ms')?.get()) ?? {};
    return values.find(({ labels }) => labels.quantile === '1')?.value ?? 0;
  };
  const clock = openThreadClock();
  if (clock === null) throw new Error('the system does not tell');
  t.teardown(() => clock.close());
  await delay(20);
  const before = clock.workedMs();
  while (clock.workedMs() - before < 100) spin(1);
  await delay(20);
  const late = await longest();
  t.ok(late > 50, `${late} ms of 100 worked`);
  await delay(20);
  t.ok((await longest()) < late, 'since the last scrape');
});
