import fc from 'fast-check';
import t from 'tap';
import { onClaim } from '../../../../actors/runtime/cluster/claims.js';

t.test('the earlier claim insists, the later one yields', async (t) => {
  const early = { at: 1, node: 'z' };
  const late = { at: 2, node: 'a' };
  t.equal(onClaim(early, late), 'insist');
  t.equal(onClaim(late, early), 'give_way');
  t.equal(onClaim(early, { ...late, node: 'z' }), 'ignore', 'its own echo');
});

t.test('of any two claims from different nodes, exactly one yields', async () => {
  const claim = fc.record({ at: fc.integer({ min: 0, max: 3 }), node: fc.constantFrom('a', 'b', 'c') });
  fc.assert(
    fc.property(claim, claim, (first, second) => {
      fc.pre(first.node !== second.node);
      return (onClaim(first, second) === 'give_way') !== (onClaim(second, first) === 'give_way');
    }),
  );
});
