/** A summary run charges for its work once, whatever is repeated. */
import t from 'tap';
import type { SummaryRunCommand } from '../../../actors/summary-run/commands.js';
import { summaryRun } from '../../../actors/summary-run/index.js';
import { abandonedSummaryEffects } from '../../../operations/trouble/abandon-effect.js';
import { fold } from '../../support/actors/fold.js';

const HOUR = 3_600_000;
const ESTIMATE: SummaryRunCommand = {
  type: 'estimate',
  campaignId: 'k',
  objective: 'Renew',
  iterationIds: ['i'],
  contacts: 3,
  priceMicrocredits: 2_000,
  expiresAt: HOUR,
};
const good = { conclusion: 'c', nextAction: 'n', recommended: true };
const page = (
  number: number,
  ids: readonly string[],
  failed: readonly string[],
  cursor: string | null,
): SummaryRunCommand => ({
  type: 'page_assessed',
  page: number,
  cursor,
  results: ids.map((contactId) => ({ contactId, assessment: failed.includes(contactId) ? null : good })),
});

t.test('accepts only the exact estimate, and only before it expires', async (t) => {
  const run = fold(summaryRun);
  run.apply(ESTIMATE, 0);
  t.same(run.effects(), [], 'nothing is done before it is confirmed');
  const confirm = { type: 'confirm', maxChargeMicrocredits: 6_000 } as const;
  t.throws(() => run.apply({ ...confirm, maxChargeMicrocredits: 6_001 }, 1), {
    code: 'summary_estimate_mismatch',
  });
  t.throws(() => run.apply(confirm, HOUR), { code: 'summary_estimate_mismatch' });
  run.apply(confirm, 2);
  t.same(run.apply(confirm, 3), [], 'a repetition');
  t.same(run.effects(), ['fund:1']);
  run.apply({ type: 'fund_result', funded: false }, 4);
  t.same(run.effects(), [], 'no credit, no work');
  run.apply(confirm, 5);
  t.same(run.effects(), ['fund:2'], 'it may be confirmed again');
});

t.test('does not charge for contacts that could not be assessed', async (t) => {
  const run = fold(summaryRun);
  run.apply(ESTIMATE, 0);
  run.apply({ type: 'confirm', maxChargeMicrocredits: 6_000 }, 1);
  run.apply({ type: 'fund_result', funded: true }, 2);
  run.apply(page(0, ['a', 'b'], ['b'], 'b'), 3);
  t.same(run.apply(page(0, ['a', 'b'], [], 'b'), 4), [], 'a repeated page counts once');
  t.same(run.effects(), ['assess:1']);
  run.apply(page(1, ['c'], [], null), 5);
  t.match(run.events.at(-1), { type: 'summary.ended', status: 'partial' });
  t.match(summaryRun.effects(run.state), { settle: { microcredits: 4_000 } });
  run.apply({ type: 'settle_result', chargedMicrocredits: 4_000 }, 6);
  t.same(run.apply({ type: 'settle_result', chargedMicrocredits: 4_000 }, 7), []);
  t.match(summaryRun.queries(run.state).get(), { status: 'partial', funding: false });
});

t.test('a run that was given up is partial although nothing failed', async (t) => {
  const run = fold(summaryRun);
  run.apply(ESTIMATE, 0);
  run.apply({ type: 'confirm', maxChargeMicrocredits: 6_000 }, 1);
  run.apply({ type: 'fund_result', funded: true }, 2);
  run.apply(page(0, ['a', 'b'], [], 'b'), 3);
  const owed = summaryRun.effects(run.state)['assess:1'];
  if (owed?.kind !== 'assess_page') throw new Error('nothing is owed');
  run.apply(abandonedSummaryEffects.assess_page(owed), 4);
  t.match(run.events.at(-1), { type: 'summary.ended', status: 'partial' });
  t.match(summaryRun.effects(run.state), { settle: { microcredits: 4_000 } });
  run.apply({ type: 'settle_result', chargedMicrocredits: 4_000 }, 5);
  t.match(summaryRun.queries(run.state).get(), { status: 'partial' });
});

t.test('assesses no more contacts than were estimated', async (t) => {
  const run = fold(summaryRun);
  run.apply(ESTIMATE, 0);
  run.apply({ type: 'confirm', maxChargeMicrocredits: 6_000 }, 1);
  run.apply({ type: 'fund_result', funded: true }, 2);
  t.match(summaryRun.effects(run.state), { 'assess:0': { limit: 3 } });
  run.apply(page(0, ['a', 'b', 'c'], [], 'c'), 3);
  t.match(run.events.at(-1), { type: 'summary.ended', status: 'completed' });
  t.match(summaryRun.effects(run.state), { settle: { microcredits: 6_000 } });
});
