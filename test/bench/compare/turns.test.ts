/** Comparisons in turns: which subject goes first, and what the ratios compare. */
import t from 'tap';
import { type ComparedWork, figures, inTurns, ratios, type Turn } from '../../../bench/compare/turns.js';

const turnOf = (perSecond: number): Turn => ({ perSecond, p50: 1, p99: 1, cost: 1 });

t.test('every subject has a turn in every round, and each round begins with another subject', async (t) => {
  const order: string[] = [];
  const turns = await inTurns([{ name: 'a' }, { name: 'b' }, { name: 'c' }], 2, async ({ name }) => {
    order.push(name);
    return turnOf(order.length);
  });
  t.same(order, ['a', 'b', 'c', 'b', 'c', 'a']);
  t.same(
    turns.a?.map(({ perSecond }) => perSecond),
    [1, 6],
  );
});

t.test('a ratio compares turns of one round, so that a slow spell of the machine affects both', async (t) => {
  const work: ComparedWork = {
    work: 'any',
    turns: { ours: [turnOf(200), turnOf(20), turnOf(30)], theirs: [turnOf(100), turnOf(10), turnOf(10)] },
  };
  t.same(ratios(work, ['ours', 'theirs'], 'perSecond'), { median: 2, least: 2, greatest: 3 });
  t.same(figures(work, 'ours', 'perSecond'), { median: 30, least: 20, greatest: 200 });
});
