/** Requests share the turns of the event loop with audio, and with each other. */
import t from 'tap';
import { createLoopTurns } from '../../../gateway/pipeline/loop-turns.js';

/** Work that takes `ms`, some steps after its turn has come. */
const bench = (budgetMs: number) => {
  let clock = 0;
  let turn = 0;
  let counting = true;
  const count = (): void => {
    turn += 1;
    if (counting) setImmediate(count);
  };
  const end = (): void => {
    counting = false;
  };
  setImmediate(count);
  const turns = createLoopTurns(budgetMs, () => clock);
  const finished: { readonly name: string; readonly turn: number }[] = [];
  const work = async (businessId: string, name: string, ms: number): Promise<void> => {
    await turns.take(businessId);
    for (let step = 0; step < 20; step += 1) await null;
    clock += ms;
    finished.push({ name, turn });
  };
  return { work, finished, end };
};

/** Number of requests done in each turn, in order. */
const perTurn = (finished: readonly { readonly turn: number }[]): readonly number[] => {
  const counts = new Map<number, number>();
  for (const { turn } of finished) counts.set(turn, (counts.get(turn) ?? 0) + 1);
  return [...counts.values()];
};

t.test(
  'requests take only a bounded part of each turn, whatever they do after their turn has come',
  async (t) => {
    const { work, finished, end } = bench(5);
    await Promise.all(Array.from({ length: 7 }, (_, n) => work('a', String(n), 2)));
    end();
    // The third request ends at 6 ms.
    t.same(perTurn(finished), [3, 3, 1]);
    t.same(
      finished.map(({ name }) => name),
      ['0', '1', '2', '3', '4', '5', '6'],
    );
  },
);

t.test('a request that takes longer than a turn has the turn alone', async (t) => {
  const { work, finished, end } = bench(5);
  await Promise.all([9, 9, 1, 1].map((ms, n) => work('a', String(n), ms)));
  end();
  t.same(perTurn(finished), [1, 1, 2]);
});

t.test('a business with many requests does not keep another waiting', async (t) => {
  const { work, finished, end } = bench(5);
  const all = Array.from({ length: 20 }, (_, n) => work('many', `m${n}`, 5));
  all.push(work('one', 'o', 5));
  await Promise.all(all);
  end();
  t.equal(
    finished.findIndex(({ name }) => name === 'o'),
    1,
  );
});

t.test('a request that arrives when all others are done is served like the first', async (t) => {
  const { work, finished, end } = bench(5);
  await work('a', '0', 9);
  await work('a', '1', 9);
  end();
  t.equal(finished.length, 2);
});
