/** What a client takes for lateness, when it knows nothing of the sender's clock. */
import t from 'tap';
import { createArrivals } from '../../bench/compare/media/arrivals.js';

t.test('a sender that is never late has no lateness, however far ahead it sends', async (t) => {
  const arrivals = createArrivals();
  arrivals.came(1_000, 200, 10);
  for (let frame = 1; frame <= 5; frame += 1) arrivals.came(1_000 + frame * 20, 20, 1);
  arrivals.measure();
  for (let frame = 6; frame <= 10; frame += 1) arrivals.came(1_000 + frame * 20, 20, 1);
  t.same(arrivals.lateness(), [0, 0, 0, 0, 0]);
});

t.test('frames that are gathered on purpose are not late, those that follow a late one are', async (t) => {
  const arrivals = createArrivals();
  arrivals.measure();
  for (const late of [0, 0, 7]) arrivals.came(arrivals.lateness().length * 20 + late, 60, 3);
  t.same(arrivals.lateness(), [0, 0, 0, 0, 0, 0, 7, 7, 7]);
});

t.test('a pause begins anew: what was said before does not tell when the next word was due', async (t) => {
  const arrivals = createArrivals();
  arrivals.measure();
  arrivals.came(0, 20, 1);
  arrivals.came(20, 20, 1);
  arrivals.pause();
  arrivals.came(5_000, 20, 1);
  arrivals.came(5_023, 20, 1);
  t.same(arrivals.lateness(), [0, 0, 0, 3]);
});
