/**
 * What subscribers and open pages receive about campaigns: each step of an iteration, each recipient once no retry is left,
 * and that the progress has changed.
 */
import t from 'tap';
import type { IterationEvent } from '../../../actors/iteration/events.js';
import type { RecipientsEvent, Work } from '../../../actors/recipients/events.js';
import { ITERATIONS, RECIPIENTS } from '../../../operations/public-events/campaigns.js';
import type { IterationFacts } from '../../../views/campaigns/index.js';
import { publishedBy } from '../../support/public-events.js';

const idOf = (digit: number): string => `7b0f3c86-3a53-4d4c-9a42-00000000000${digit}`;
const ITERATION: IterationFacts = {
  campaignId: idOf(1),
  campaignName: 'Renewals',
  iterationId: idOf(2),
  ordinal: 2,
  channel: 'voice',
  agentId: idOf(3),
};
const AT = 1_772_535_600_000;
const iteration = publishedBy(ITERATIONS, { iterationFacts: () => ITERATION }, ITERATION.iterationId);
const recipients = publishedBy(
  RECIPIENTS,
  {
    iterationFacts: () => ITERATION,
    contactAt: (iterationId, block, index) =>
      iterationId === ITERATION.iterationId && block === 4 && index < 3
        ? { contactId: index === 1 ? 'survivor' : `p${index}`, joinedAs: `p${index}` }
        : null,
  },
  `${ITERATION.iterationId}-4`,
);
const step = (event: IterationEvent, seq = 7) => iteration.webhookEvents(event, { seq, at: AT })[0] ?? null;
const movesIteration = (event: IterationEvent) => iteration.isGathered(event, AT);
const movesRecipients = (event: RecipientsEvent) => recipients.isGathered(event, AT);
const webhookEvents = (event: RecipientsEvent) => recipients.webhookEvents(event, { seq: 7, at: AT });

t.test('each status change of an iteration is reported', async (t) => {
  t.strictSame(step({ type: 'iteration.started' }), {
    eventId: `${ITERATION.iterationId}:running:7`,
    eventType: 'campaign.iteration.started',
    campaignId: ITERATION.campaignId,
    occurredAt: '2026-03-03T11:00:00.000Z',
    payload: {
      contractVersion: '1.1',
      eventId: `${ITERATION.iterationId}:running:7`,
      eventType: 'campaign.iteration.started',
      occurredAt: '2026-03-03T11:00:00.000Z',
      businessId: 'b1',
      channel: 'campaign',
      campaignId: ITERATION.campaignId,
      campaignName: 'Renewals',
      iterationId: ITERATION.iterationId,
      iteration: { ordinal: 2, channel: 'voice', agentId: ITERATION.agentId, status: 'running' },
    },
  });
  t.match(step({ type: 'iteration.ended', status: 'cancelled' }), {
    eventType: 'campaign.iteration.ended',
    payload: { iteration: { status: 'cancelled' } },
  });
  t.not(
    step({ type: 'iteration.started' }, 9)?.eventId,
    step({ type: 'iteration.started' }, 7)?.eventId,
    'an iteration that resumes after a pause is reported again',
  );
  t.equal(step({ type: 'iteration.size_due' }), null);
});

t.test('a recipient is reported once no retry is left', async (t) => {
  const ended = { type: 'recipient.ended', index: 1, revision: 1, outcome: 'busy' } as const;
  t.same(webhookEvents({ ...ended, retryAt: AT + 60_000 }), []);
  t.match(webhookEvents({ ...ended, retryAt: null }), [
    {
      eventType: 'campaign.recipient.ended',
      eventId: `${ITERATION.iterationId}:p1`,
      campaignId: ITERATION.campaignId,
      thread: 'p1',
      payload: {
        iterationId: ITERATION.iterationId,
        // The contact was merged: the event names the one that it belongs to, under an id that stays the same.
        recipient: { contactId: 'survivor', outcome: 'busy', skipReason: null },
      },
    },
  ]);
});

t.test('skipped and cancelled recipients are reported', async (t) => {
  const ends = (event: RecipientsEvent): unknown =>
    webhookEvents(event).map(({ payload }) => payload.recipient);
  const link = {
    campaignId: ITERATION.campaignId,
    campaignName: 'Renewals',
    iterationId: ITERATION.iterationId,
    block: 0,
  };
  const work: Work = {
    channel: 'voice',
    agentId: 'a1',
    messageText: null,
    templateName: null,
    maxRetries: 0,
    retryDelayMs: 0,
  };
  const members = [
    { contactId: 'p0', skip: null },
    { contactId: 'p1', skip: 'contact_blocked' },
  ];
  const created = { type: 'recipients.created', link, work, members, cursor: null } as const;
  t.same(ends(created), [{ contactId: 'survivor', outcome: 'skipped', skipReason: 'contact_blocked' }]);
  t.same(ends({ type: 'recipient.skipped', index: 2, reason: 'contact_deleted' }), [
    { contactId: 'p2', outcome: 'skipped', skipReason: 'contact_deleted' },
  ]);
  const ended = {
    type: 'recipient.ended',
    index: 0,
    revision: 1,
    outcome: 'completed',
    retryAt: null,
  } as const;
  t.same(ends(ended), [{ contactId: 'p0', outcome: 'completed', skipReason: null }]);
  t.same(ends({ ...ended, findingsUntil: 9 }), [], 'a call-back may follow');
  const callBackAt = 9_000;
  t.same(
    ends({ type: 'recipient.call_back_planned', index: 0, callBackAt, until: callBackAt, latestAt: 99_000 }),
    [],
  );
  for (const last of [
    { type: 'recipient.findings_noted', index: 0, callBackAt: null, declined: null },
    { type: 'recipient.call_back_dropped', index: 0, reason: 'too_late' },
  ] as const)
    t.same(ends(last), [{ contactId: 'p0', outcome: 'completed', skipReason: null }]);
  t.same(
    ends({ type: 'recipients.cancelled', indexes: [0, 2, 5], withdraw: [1] }),
    ['p0', 'p2'].map((contactId) => ({ contactId, outcome: 'cancelled', skipReason: null })),
    'an index without a known contact is left out',
  );
});

t.test('the steps of an iteration are published singly, and its progress is gathered', async (t) => {
  const liveEvent = (event: IterationEvent) => iteration.liveEvent(event, AT);
  t.match(liveEvent({ type: 'iteration.started' }), { type: 'iteration.status', status: 'running' });
  t.match(liveEvent({ type: 'iteration.paused' }), { status: 'paused' });
  t.match(liveEvent({ type: 'iteration.cancelling' }), { status: 'cancelling' });
  t.match(liveEvent({ type: 'iteration.ended', status: 'completed' }), { status: 'completed' });
  const permits = { type: 'iteration.permitted', block: 0, seq: 1, count: 5 } as const;
  t.equal(liveEvent(permits), null);
  t.notOk(movesIteration(permits), 'permits do not move the iteration');
  t.ok(movesIteration({ type: 'iteration.started' }));
  t.ok(movesRecipients({ type: 'recipient.skipped', index: 0, reason: 'r' }));
  t.notOk(movesRecipients({ type: 'recipients.permitted', seq: 1, count: 5 }));
});
