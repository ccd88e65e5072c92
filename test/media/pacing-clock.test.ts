/** The clock of all sessions: what one does to it hurts no other, and work that takes too long starves nobody. */
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { createPacingClock } from '../../media/pacing-clock.js';
import { until } from '../../testkit/until.js';

/** Holds the thread, as too many sessions would. */
const work = (ms: number): void => {
  for (const end = performance.now() + ms; performance.now() < end; );
};

t.test('a tick that throws is reported and stops neither the others nor its own next one', async (t) => {
  const faults: unknown[] = [];
  const clock = createPacingClock(
    () => performance.now(),
    (error) => faults.push(error),
  );
  let broken = 0;
  let healthy = 0;
  clock.add(() => {
    broken += 1;
    throw new Error('a session that nobody foresaw');
  });
  clock.add(() => {
    healthy += 1;
  });
  await until('three rounds', () => healthy >= 3);
  clock.stop();
  t.equal(healthy, broken);
  t.equal(faults.length, broken);
});

t.test('with more work than time, sockets and timers still have their turn', async (t) => {
  const clock = createPacingClock(
    () => performance.now(),
    () => undefined,
  );
  let rounds = 0;
  clock.add(() => {
    rounds += 1;
    work(22);
    // A clock that never yields would hang this test; it ends by itself instead, and fails.
    if (rounds === 50) clock.stop();
  });
  await delay(60);
  clock.stop();
  t.ok(rounds < 20, `${rounds} rounds until a timer of 60 ms fired`);
});

t.test('a process that was away gets one tick for what it missed, with the time of the first', async (t) => {
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

/** A clock by hand, with one tick that takes `tookMs`. */
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
    // Work that a tick leads to may ask, too.
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

t.test('work that asks the clock first is preceded by what was due, once', async (t) => {
  const { clock, dues, at } = steered(0);
  at(19);
  t.same(dues, [], 'nothing is due');
  at(21);
  at(22);
  t.same(dues, [20]);
  at(75);
  at(79);
  t.same(dues, [20, 40], 'one round for all that was missed');
  at(80);
  t.same(dues, [20, 40, 80]);
  clock.stop();
  at(200);
  t.same(dues, [20, 40, 80], 'a clock that was stopped does nothing');
});

t.test('rounds that take too long leave as much time to the work that asks', async (t) => {
  const { clock, dues, at } = steered(30);
  at(20);
  at(60);
  t.same(dues, [20], 'the next is due, and the work has its turn');
  at(80);
  t.same(dues, [20, 40]);
  clock.stop();
});
