/** Owners take turns in a queue. */
import t from 'tap';
import { createFairQueue } from '../../../providers/scheduling/fair-queue.js';

const drained = (queue: ReturnType<typeof createFairQueue<string>>): readonly string[] => {
  const all: string[] = [];
  for (let item = queue.shift(); item !== null; item = queue.shift()) all.push(item);
  return all;
};

t.test('owners take turns, and the items of each keep their order', async (t) => {
  const queue = createFairQueue<string>();
  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) queue.push(item.slice(0, 1), item);
  t.same([queue.size(), queue.sizeOf('a'), queue.sizeOf('unknown')], [6, 3, 0]);
  t.same(drained(queue), ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  t.same([queue.size(), queue.sizeOf('a'), queue.shift()], [0, 0, null]);
});

t.test('a later owner waits for one item of each other owner', async (t) => {
  const queue = createFairQueue<string>();
  for (const item of ['a1', 'a2', 'a3']) queue.push('a', item);
  t.equal(queue.shift(), 'a1');
  queue.push('b', 'b1');
  t.same(drained(queue), ['a2', 'b1', 'a3']);
});

t.test('all remaining items can be taken at once', async (t) => {
  const queue = createFairQueue<string>();
  queue.push('a', 'a1');
  queue.push('b', 'b1');
  t.same(queue.clear(), ['a1', 'b1']);
  t.equal(queue.size(), 0);
  t.equal(queue.shift(), null);
});
