/** The owners of a business limit its calls at a time, within its lines, and rename it. */
import t from 'tap';
import type { BusinessCommand } from '../../../actors/business/commands.js';
import { business } from '../../../actors/business/index.js';
import { STANDARD_PRICES } from '../../../schemas/accounts/prices.js';
import { fold } from '../../support/actors/fold.js';

const created = (lines: number) => {
  const folded = fold(business);
  folded.apply({ type: 'create', name: 'Acme', lines, prices: STANDARD_PRICES, microcredits: 1e9 }, 0);
  return folded;
};
const admit = (callId: string): BusinessCommand => ({ type: 'admit_call', callId, source: null });

t.test('no more calls are live than the limit and the lines allow', async (t) => {
  const folded = created(3);
  const limit = (calls: number | null) => folded.apply({ type: 'limit_concurrency', calls }, 5);
  t.same(limit(1), [{ type: 'concurrency.limited', calls: 1 }]);
  t.same(limit(1), [], 'nothing changes');
  folded.apply(admit('c1'), 1);
  t.match(folded.apply(admit('c2'), 2).at(-1), { type: 'line.queued', callId: 'c2' });
  folded.apply(admit('c3'), 3);
  folded.apply(admit('c4'), 4);
  t.equal(folded.state.leased, 1);
  t.match(business.queries(folded.state).line_share('i'), { lines: 1 });
  t.match(limit(2), [{ type: 'concurrency.limited' }, { type: 'line.leased', callId: 'c2' }]);
  t.equal(limit(10).length, 2, 'a limit above the lines grants no more than the lines');
  t.equal(folded.state.leased, 3);
  limit(1);
  t.equal(folded.state.leased, 3, 'live calls go on');
  folded.apply({ type: 'settle_call', callId: 'c1', blocks: 1, carrierCostMicrocredits: 0 }, 6);
  t.equal(folded.state.leased, 2, 'no waiting call gets the line');
  t.match(limit(null).at(-1), { type: 'line.leased', callId: 'c4' });
});

t.test('a business is renamed', async (t) => {
  const folded = created(1);
  t.same(folded.apply({ type: 'rename', name: 'Bella' }, 1), [{ type: 'business.renamed', name: 'Bella' }]);
  t.same(folded.apply({ type: 'rename', name: 'Bella' }, 2), []);
  t.match(business.queries(folded.state).get(), { name: 'Bella', concurrentCalls: null });
});
