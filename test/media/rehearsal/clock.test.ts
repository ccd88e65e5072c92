/** Virtual time: fast while nothing is awaited, never faster than the real clock while something is. */
import t from 'tap';
import { createVirtualClock, MOST_BEHIND_MS } from '../../../media/rehearsal/clock.js';
import { createManualTime } from './manual-time.js';

const play = async (clock: ReturnType<typeof createVirtualClock>, frames: number): Promise<void> => {
  for (let count = 0; count < frames; count += 1) await clock.frame();
};

t.test('passes frame by frame without the real clock while nothing is awaited', async (t) => {
  const time = createManualTime();
  const clock = createVirtualClock(time);
  const due: number[] = [];
  clock.at(500, () => due.push(clock.now()));
  clock.at(30, () => due.push(clock.now()));
  clock.at(60, () => due.push(-1))();
  await play(clock, 100);
  t.equal(clock.now(), 2_000);
  t.equal(time.now(), 0);
  t.same(due, [40, 500], 'in order, with their frames; what is cancelled does not happen');
});

t.test('passes no faster than the real clock while a provider is awaited', async (t) => {
  const time = createManualTime();
  const clock = createVirtualClock(time);
  await play(clock, 10);
  const release = clock.awaiting();
  let answeredAt = 0;
  const answer = time
    .sleep(333)
    .then(() => clock.arrive())
    .then(() => {
      answeredAt = clock.now();
      release();
      release();
    });
  await play(clock, 100);
  await answer;
  t.equal(answeredAt, 533, 'the delay of the provider has passed in virtual time');
  t.equal(clock.isAwaiting(), false);
  t.equal(clock.now(), 2_200);
  t.equal(time.now(), 333, 'then it is fast again');
  t.ok(clock.behindMs() <= MOST_BEHIND_MS);
});

t.test('a machine that is slow only matters while a provider is awaited', async (t) => {
  const time = createManualTime();
  const clock = createVirtualClock(time);
  time.stall(60_000);
  await play(clock, 10);
  t.equal(clock.behindMs(), 0);
  const release = clock.awaiting();
  time.stall(1_000);
  await play(clock, 5);
  t.ok(clock.behindMs() > MOST_BEHIND_MS, String(clock.behindMs()));
  release();
});

t.test('an answer arrives after all frames before it, however late they are computed', async (t) => {
  const time = createManualTime();
  const clock = createVirtualClock(time);
  clock.awaiting();
  time.stall(100);
  let isThere = false;
  const arrived = clock.arrive().then(() => {
    isThere = true;
  });
  await play(clock, 4);
  t.notOk(isThere);
  await play(clock, 2);
  await arrived;
  t.ok(isThere);
});

t.test('its end releases whatever waits', async (t) => {
  const clock = createVirtualClock(createManualTime());
  clock.awaiting();
  const waiting = [clock.sleep(1_000), clock.arrive()];
  clock.stop();
  await Promise.all([...waiting, clock.sleep(1_000), clock.arrive()]);
  t.pass();
});
