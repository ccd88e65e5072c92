/** The clock of all sessions: a faulty session does not affect others, and slow ticks do not starve other work. */
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { createPacingClock } from '../../../media/audio/pacing-clock.js';
import { until } from '../../../testkit/until.js';

/** Blocks the thread, as too many sessions would. */
const work = (ms: number): void => {
  for (const end = performance.now() + ms; performance.now() < end; );
};

t.test('a tick that throws is reported, and stops neither other ticks nor its own next one', async (t) => {
  const faults: unknown[] = [];
  const clock = createPacingClock(
    () => performance.now(),
    (error) => faults.push(error),
  );
  let broken = 0;
  let healthy = 0;
  clock.add(() => {
    broken += 1;
    throw new Error('fault of a session');
  });
  clock.add(() => {
    healthy += 1;
  });
  await until('three rounds', () => healthy >= 3);
  clock.stop();
  t.equal(healthy, broken);
  t.equal(faults.length, broken);
});

t.test('sockets and timers still run when ticks take longer than their interval', async (t) => {
  const clock = createPacingClock(
    () => performance.now(),
    () => undefined,
  );
  let rounds = 0;
  clock.add(() => {
    rounds += 1;
    work(22);
    // A clock that never yields would hang this test. It stops itself instead, and the test fails.
    if (rounds === 50) clock.stop();
  });
  await delay(60);
  clock.stop();
  t.ok(rounds < 20, `${rounds} rounds until a timer of 60 ms fired`);
});

t.test('a suspended process gets one tick for all that it missed, at the time of the first', async (t) => {
  let now = 0;
  const dues: number[] = [];
  const clock = createPacingClock(
    () => now,
    () => undefined,
  );
  const seen = new Promise<void>((resolve) => {
    clock.add((due) => {
      dues.push(due);
      if (dues.length === 2) resolve();
    });
  });
  now = 30_010;
  await until('a round', () => dues.length > 0);
  now = 30_020;
  await seen;
  clock.stop();
  t.same(dues, [20, 30_020]);
});

/** A manual clock with one tick that takes `tookMs`. */
const steered = (tookMs: number) => {
  let now = 0;
  const dues: number[] = [];
  const clock = createPacingClock(
    () => now,
    () => undefined,
  );
  clock.add((due) => {
    dues.push(due);
    now += tookMs;
    // Work that a tick causes may catch up, too.
    clock.catchUp();
  });
  return {
    clock,
    dues,
    at: (ms: number): void => {
      now = Math.max(now, ms);
      clock.catchUp();
    },
  };
};

t.test('work that catches up first runs due ticks before it, once', async (t) => {
  const { clock, dues, at } = steered(0);
  at(19);
  t.same(dues, [], 'nothing is due');
  at(21);
  at(22);
  t.same(dues, [20]);
  at(75);
  at(79);
  t.same(dues, [20, 40], 'one round for everything that was missed');
  at(80);
  t.same(dues, [20, 40, 80]);
  clock.stop();
  at(200);
  t.same(dues, [20, 40, 80], 'a stopped clock does nothing');
});

t.test('rounds that take too long leave as much time to the work that catches up', async (t) => {
  const { clock, dues, at } = steered(30);
  at(20);
  at(60);
  t.same(dues, [20], 'the next round is due, but other work has its turn');
  at(80);
  t.same(dues, [20, 40]);
  clock.stop();
});

t.test('work that can wait takes a tenth of the time, and none while a tick is due', async (t) => {
  let now = 0;
  const clock = createPacingClock(
    () => now,
    () => undefined,
  );
  let parts = 0;
  const spend = (ms: number) => (): void => {
    parts += 1;
    now += ms;
  };
  const tryFor = (ms: number): number => {
    parts = 0;
    for (const end = now + ms; now < end; now += 0.05) clock.spare(spend(1));
    return parts;
  };
  tryFor(100);
  const later = tryFor(1_000);
  t.ok(later > 80 && later < 120, `${later} parts of a millisecond in a second`);
  now += 1_000;
  const rested = tryFor(20);
  t.ok(rested >= 5 && rested <= 8, `${rested} parts after a rest: little is saved up`);

  clock.add(() => undefined);
  now += 1_000;
  t.equal(tryFor(20), 0, 'a tick is due');
  clock.stop();
});
