import fc from 'fast-check';
import t from 'tap';
import { createBodyBudget } from '../../../gateway/http/body-budget.js';

t.test('each client is limited to its share, all of them to the total, and a close frees both', async (t) => {
  const budget = createBodyBudget(100, 40);
  const [first, again, other, third] = [budget('a'), budget('a'), budget('b'), budget('c')];
  t.ok(first.reserve(30));
  t.ok(again.reserve(10));
  t.notOk(again.reserve(1), 'a has used up its share');
  t.ok(other.reserve(40));
  t.notOk(third.reserve(21), 'the total is used up');
  t.ok(third.reserve(20));
  first.release();
  first.release();
  t.ok(again.reserve(30));
  t.notOk(again.reserve(1));
});

t.test('no bytes are lost or held twice, whatever comes and goes', async () => {
  const step = fc.record({ who: fc.nat(3), bytes: fc.nat(60), leaves: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const budget = createBodyBudget(100, 50);
      const shares = ['a', 'a', 'b', 'c'].map((client) => ({ client, share: budget(client), held: 0 }));
      for (const { who, bytes, leaves } of steps) {
        const holder = shares[who];
        if (holder === undefined) continue;
        if (leaves) {
          holder.share.release();
          holder.held = 0;
          continue;
        }
        const sum = (counted: typeof shares) => counted.reduce((total, { held }) => total + held, 0);
        const fits =
          sum(shares) + bytes <= 100 &&
          sum(shares.filter(({ client }) => client === holder.client)) + bytes <= 50;
        if (holder.share.reserve(bytes) !== fits) return false;
        if (fits) holder.held += bytes;
      }
      return true;
    }),
  );
});
