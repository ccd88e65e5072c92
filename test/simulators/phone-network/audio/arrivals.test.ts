/** Lateness of frames, measured without knowledge of the sender's clock. */
import t from 'tap';
import { createArrivals } from '../../../../simulators/phone-network/audio/arrivals.js';

const collecting = () => {
  const late: number[] = [];
  return { late, arrivals: createArrivals((ms) => late.push(ms)) };
};

t.test('measures no lateness for a punctual sender, however far ahead it sends', async (t) => {
  const { late, arrivals } = collecting();
  for (let frame = 0; frame < 10; frame += 1) arrivals.record(1_000, 20);
  for (let frame = 1; frame <= 5; frame += 1) arrivals.record(1_000 + frame * 20, 20);
  arrivals.forget();
  for (let frame = 6; frame <= 8; frame += 1) arrivals.record(1_000 + frame * 20, 20);
  arrivals.settle();
  t.same(late, [0, 0, 0]);
});

t.test('frames sent in batches are not late, but every frame of a late batch is', async (t) => {
  const { late, arrivals } = collecting();
  for (const at of [0, 60, 127]) for (let frame = 0; frame < 3; frame += 1) arrivals.record(at, 20);
  arrivals.settle();
  t.same(late, [0, 0, 0, 0, 0, 0, 7, 7, 7]);
});

t.test('a pause resets the schedule: earlier frames do not determine when the next one is due', async (t) => {
  const { late, arrivals } = collecting();
  for (const at of [0, 20]) arrivals.record(at, 20);
  arrivals.pause();
  for (const at of [5_000, 5_023]) arrivals.record(at, 20);
  arrivals.pause();
  t.same(late, [0, 0, 0, 3]);
});

t.test('reports lateness continuously during an hour without a pause', async (t) => {
  const { late, arrivals } = collecting();
  for (let frame = 0; frame < 180_000; frame += 1) arrivals.record(frame * 20, 20);
  t.equal(late.length, 180_000);
});
