/** Many pieces of work run in order, all of them, with turns of the event loop in between. */
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import t from 'tap';
import { createSlices } from '../../../providers/scheduling/in-slices.js';

/** A clock that advances only by the time that the work takes. */
const clockOf = () => {
  let atMs = 0;
  return {
    now: () => atMs,
    take: (ms: number) => {
      atMs += ms;
    },
  };
};

t.test('runs the first piece at once, and counts the continuations it resolves as its work', async (t) => {
  const clock = clockOf();
  const slices = createSlices(clock.now);
  const executed: string[] = [];
  const recording = (name: string) => () => {
    executed.push(name);
    // The continuation of a promise, as in a stream that resumes.
    void Promise.resolve()
      .then(() => undefined)
      .then(() => clock.take(0.6));
  };
  for (const name of ['a', 'b', 'c', 'd', 'e']) slices(recording(name));
  t.same(executed, ['a']);
  const turns: string[][] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    await turnOfTheLoop();
    turns.push(executed.splice(0));
  }
  t.same(turns, [['a', 'b'], ['c', 'd'], ['e'], []], 'two pieces of 0.6 ms in a turn');
});

t.test('runs work that is added meanwhile, once', async (t) => {
  const clock = clockOf();
  const slices = createSlices(clock.now);
  const executed: number[] = [];
  const recording = (number: number) => () => {
    executed.push(number);
    clock.take(5);
    if (number < 3) slices(recording(number + 10));
  };
  for (const number of [1, 2, 3]) slices(recording(number));
  for (let turn = 0; turn < 10; turn += 1) await turnOfTheLoop();
  t.same(executed, [1, 11, 2, 3, 12]);
  slices(recording(4));
  t.same(executed, [1, 11, 2, 3, 12, 4], 'new work runs at once when all is done');
});
