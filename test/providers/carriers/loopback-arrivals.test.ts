/** What is taken for lateness by whoever knows nothing of the sender's clock. */
import t from 'tap';
import { createArrivals } from '../../../providers/carriers/loopback/network/arrivals.js';

const collecting = () => {
  const late: number[] = [];
  return { late, arrivals: createArrivals((ms) => late.push(ms)) };
};

t.test('a sender that is never late has no lateness, however far ahead it sends', async (t) => {
  const { late, arrivals } = collecting();
  for (let frame = 0; frame < 10; frame += 1) arrivals.came(1_000, 20);
  for (let frame = 1; frame <= 5; frame += 1) arrivals.came(1_000 + frame * 20, 20);
  arrivals.forget();
  for (let frame = 6; frame <= 8; frame += 1) arrivals.came(1_000 + frame * 20, 20);
  arrivals.settle();
  t.same(late, [0, 0, 0]);
});

t.test('frames that are gathered on purpose are not late, those that follow a late one are', async (t) => {
  const { late, arrivals } = collecting();
  for (const at of [0, 60, 127]) for (let frame = 0; frame < 3; frame += 1) arrivals.came(at, 20);
  arrivals.settle();
  t.same(late, [0, 0, 0, 0, 0, 0, 7, 7, 7]);
});

t.test('a pause begins anew: what was said before does not tell when the next word was due', async (t) => {
  const { late, arrivals } = collecting();
  for (const at of [0, 20]) arrivals.came(at, 20);
  arrivals.pause();
  for (const at of [5_000, 5_023]) arrivals.came(at, 20);
  arrivals.pause();
  t.same(late, [0, 0, 0, 3]);
});

t.test('an hour without a pause is told as it goes', async (t) => {
  const { late, arrivals } = collecting();
  for (let frame = 0; frame < 180_000; frame += 1) arrivals.came(frame * 20, 20);
  t.equal(late.length, 180_000);
});
