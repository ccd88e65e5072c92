import t from 'tap';
import { settledSettings } from '../../../schemas/campaign.js';
import { openViews } from '../store-support.js';

t.test('a campaign works with its agent until it ends', async (t) => {
  const { store, show } = await openViews(t);
  const plan = {
    iterationId: 'i1',
    channel: 'voice',
    agentId: 'a7',
    startAt: null,
    settings: settledSettings({}),
    audience: {},
  };
  await show('campaign', 'b1', 'camp1', [
    { type: 'campaign.created', name: 'Autumn', objective: 'Tell them.' },
    { type: 'campaign.iteration_planned', ordinal: 1, plan },
  ]);
  t.equal(store.campaignOfAgent('b1', 'a7'), 'Autumn');
  t.equal(store.campaignOfAgent('b2', 'a7'), null, 'of another business');
  t.equal(store.campaignOfAgent('b1', 'a8'), null);
  await show('iteration', 'b1', 'i1', [{ type: 'iteration.ended', status: 'cancelled' }]);
  t.equal(store.campaignOfAgent('b1', 'a7'), null);
});

t.test('a summary run says whom it could not assess, and why', async (t) => {
  const { store, show } = await openViews(t);
  const assessment = { conclusion: 'Renews.', nextAction: 'Call', recommended: true };
  await show('summary-run', 'b1', 'run1', [
    {
      type: 'summary.estimated',
      campaignId: 'camp1',
      objective: 'Tell them.',
      iterationIds: ['i1'],
      contacts: 23,
      priceMicrocredits: 10,
      expiresAt: 1,
    },
    { type: 'summary.confirmed' },
    { type: 'summary.funded' },
    {
      type: 'summary.page_assessed',
      page: 0,
      cursor: null,
      results: [
        { contactId: 'k00', assessment },
        { contactId: 'k01', assessment: null, failure: 'model_failed' },
        // As earlier builds wrote it.
        ...Array.from({ length: 21 }, (_, n) => ({ contactId: `k${n + 10}`, assessment: null })),
      ],
    },
    { type: 'summary.ended', status: 'partial' },
    { type: 'summary.settled', chargedMicrocredits: 10 },
  ]);
  const run = store.summaryRun('camp1', 'run1');
  t.match(run, { status: 'partial', assessed: 1, failed: 22, chargedMicrocredits: 10 });
  t.equal(run?.failures.length, 20);
  t.same(
    run?.failures.slice(0, 2).map(({ contactId, code }) => [contactId, code]),
    [
      ['k01', 'model_failed'],
      ['k10', 'reason_not_kept'],
    ],
  );
  t.match(store.conclusions('run1', '', 500), [
    { contactId: 'k00', conclusion: 'Renews.', failure: null },
    { contactId: 'k01', conclusion: null, failure: 'model_failed' },
  ]);
});
