/** Simulated conversations leave time for calls. */
import t from 'tap';
import { politeTime } from '../../../src/node/simulations.js';

t.test('a conversation pauses after each frame while there are calls, and only then', async (t) => {
  let calls = 0;
  let turns = 0;
  const time = politeTime(() => calls > 0, {
    now: () => 7,
    wait: async () => undefined,
    turn: async () => {
      turns += 1;
    },
  });
  await time.turn();
  t.equal(turns, 1, 'as fast as the machine computes');
  calls = 1;
  const startedAt = performance.now();
  await time.turn();
  t.equal(turns, 1);
  t.ok(performance.now() - startedAt >= 4, 'other work has its turn');
  t.equal(time.now(), 7, 'the clock is the same');
});
