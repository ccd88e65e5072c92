/** Which part of the event loop's delay the thread itself causes. */
import { setTimeout as delay } from 'node:timers/promises';
import { Registry } from 'prom-client';
import t from 'tap';
import { observeLoop, openThreadClock, ownDelay } from '../../../src/metrics/loop-delay.js';

const skip = process.platform === 'linux' ? false : 'only Linux reports how long a thread works';
const spin = (ms: number): void => {
  for (const until = performance.now() + ms; performance.now() < until; );
};

t.test('only the work of the thread counts as its own delay', async (t) => {
  t.equal(ownDelay(10, 0.1), 0, 'in time');
  t.equal(ownDelay(40, 30), 30, 'busy all the time');
  t.equal(ownDelay(40, 12), 12, 'at most 12 ms of work in 30 ms of delay');
  t.equal(ownDelay(40, 40), 30, 'no more than the whole delay');
  t.equal(ownDelay(4, 4), 0, 'never negative');
});

t.test('measures how long a thread worked, without the time it waited', { skip }, async (t) => {
  const clock = openThreadClock();
  if (clock === null) throw new Error('the system does not report it');
  t.teardown(() => clock.close());
  const before = clock.workedMs();
  spin(50);
  const worked = clock.workedMs() - before;
  t.ok(worked > 0 && worked <= 60, `${worked} of 50 ms`);
  const idle = clock.workedMs();
  await delay(200);
  t.ok(clock.workedMs() - idle < 100, `${clock.workedMs() - idle} of 200 ms`);
});

t.test('the delay of a busy loop is reported once', { skip }, async (t) => {
  const registry = new Registry();
  const loop = observeLoop(registry);
  t.teardown(() => loop.stop());
  const longest = async (): Promise<number> => {
    const { values = [] } = (await registry.getSingleMetric('parley_loop_own_delay_ms')?.get()) ?? {};
    return values.find(({ labels }) => labels.quantile === '1')?.value ?? 0;
  };
  const clock = openThreadClock();
  if (clock === null) throw new Error('the system does not report it');
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
