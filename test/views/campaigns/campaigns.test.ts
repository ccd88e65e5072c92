import t from 'tap';
import { blockId } from '../../../actors/recipients/block.js';
import { settledSettings } from '../../../schemas/campaigns/iteration-settings.js';
import { openViews } from '../store-support.js';

t.test('an agent belongs to its campaign until the iteration ends', async (t) => {
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
  t.equal(store.campaignOfAgent('b2', 'a7'), null, 'hidden from another business');
  t.equal(store.campaignOfAgent('b1', 'a8'), null);
  await show('iteration', 'b1', 'i1', [{ type: 'iteration.ended', status: 'cancelled' }]);
  t.equal(store.campaignOfAgent('b1', 'a7'), null);
});

t.test('a summary run shows which contacts it could not assess, and why', async (t) => {
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
        // As written by earlier builds.
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

t.test('charts an iteration by the minute: outcomes, and attempts in progress', async (t) => {
  const { store, show } = await openViews(t);
  const link = { campaignId: 'camp1', campaignName: 'Autumn', iterationId: 'i1', block: 0 };
  const members = ['k0', 'k1', 'k2', 'k3'].map((contactId) => ({
    contactId,
    skip: contactId === 'k3' ? 'contact_blocked' : null,
  }));
  const activity = { kind: 'call', id: 'c' };
  await show('recipients', 'b1', blockId('i1', 0), [
    { type: 'recipients.created', link, work: {}, members, cursor: null },
    { type: 'recipient.contacted', index: 0, revision: 1, activity },
    { type: 'recipient.contacted', index: 1, revision: 1, activity },
    { type: 'recipient.ended', index: 0, revision: 1, outcome: 'completed', retryAt: null },
    { type: 'recipient.ended', index: 1, revision: 1, outcome: 'busy', retryAt: 9 },
    { type: 'recipient.contacted', index: 1, revision: 2, activity },
  ]);
  // Earlier than the commits: the series then ends with the last of them.
  const now = 10 * 60_000;
  const { buckets, bucketSeconds } = store.iterationSeries('i1', false, now);
  t.equal(bucketSeconds, 60);
  const sum = (name: 'begun' | 'completed' | 'busy' | 'skipped'): number =>
    buckets.reduce((all, bucket) => all + bucket[name], 0);
  t.equal(sum('begun'), 3);
  t.equal(sum('completed'), 1);
  t.equal(sum('busy'), 0, 'a contact that is retried has no outcome yet');
  t.equal(sum('skipped'), 0, 'a contact skipped at the start was never in progress');
  t.equal(buckets.at(-1)?.active, 1);
  t.same(store.iterationSeries('i2', false, now).buckets, [], 'empty before anything has happened');
  const later = store.iterationSeries('i1', false, now + 40 * 86_400_000);
  t.ok(later.buckets.length <= 120, `${later.buckets.length} buckets after 40 days`);
  t.equal(later.buckets.at(-1)?.active, 1);
});

t.test('an agent without calls has no length of calls', async (t) => {
  const { store } = await openViews(t);
  t.same(store.lengthOfCalls('b1', 'a1'), { calls: 0, seconds: 0, blocks: 0, reached: 0, people: 0 });
});

t.test('a postponed member shows what it waits for, and so does the progress', async (t) => {
  const { store, show } = await openViews(t);
  const settings = settledSettings({
    window: { timezone: 'UTC', days: ['mon'], start: '09:00', end: '17:00' },
  });
  const plan = { iterationId: 'i1', channel: 'voice', agentId: 'a1', settings, startAt: null };
  await show('campaign', 'b1', 'camp1', [
    { type: 'campaign.created', name: 'Autumn', objective: 'Renew' },
    { type: 'campaign.iteration_planned', ordinal: 1, plan },
  ]);
  t.equal(store.iterationSettings('b1', 'i1')?.window?.start, '09:00');
  t.equal(store.iterationSettings('b2', 'i1'), null, 'hidden from another business');
  await show('iteration', 'b1', 'i1', [{ type: 'iteration.started' }]);
  const link = { campaignId: 'camp1', campaignName: 'Autumn', iterationId: 'i1', block: 0 };
  const members = ['k0', 'k1'].map((contactId) => ({ contactId, skip: null }));
  const until = Date.UTC(2026, 0, 7, 9);
  await show('recipients', 'b1', blockId('i1', 0), [
    { type: 'recipients.created', link, work: {}, members, cursor: null },
    {
      type: 'recipients.claimed',
      claims: [
        { index: 0, revision: 1 },
        { index: 1, revision: 1 },
      ],
    },
    { type: 'recipient.postponed', index: 0, reason: 'quiet_hours', until },
  ]);
  const waits = (at: number) => store.iteration('camp1', 'i1', at)?.progress.waitingFor;
  t.equal(waits(until - 1), null, 'another recipient is being contacted');
  await show('recipients', 'b1', blockId('i1', 0), [
    { type: 'recipient.postponed', index: 1, reason: 'attempts_exceeded', until: until + 5 },
  ]);
  t.equal(waits(until - 1), 'calling_hours');
  t.equal(waits(until + 1), 'attempts');
  t.equal(waits(until + 9), null);
  t.match(store.memberships('camp1', { limit: 5, cursor: null }, { contactId: 'k0' }).items, [
    {
      status: 'retry_wait',
      retryAt: new Date(until).toISOString(),
      waitingFor: 'calling_hours',
      attempts: [],
    },
  ]);
  await show('recipients', 'b1', blockId('i1', 0), [
    { type: 'recipients.claimed', claims: [{ index: 0, revision: 2 }] },
  ]);
  t.match(store.memberships('camp1', { limit: 5, cursor: null }, { contactId: 'k0' }).items, [
    { status: 'claimed', retryAt: null, waitingFor: null },
  ]);
});
