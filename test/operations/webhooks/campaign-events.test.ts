/** What subscribers receive about campaigns: each step of an iteration, and each recipient once no retry is left. */
import t from 'tap';
import type { IterationEvent } from '../../../actors/iteration/events.js';
import type { RecipientsEvent, Work } from '../../../actors/recipients/events.js';
import {
  iterationWebhookEvent,
  recipientWebhookEvents,
} from '../../../operations/webhooks/campaign-events.js';
import type { IterationFacts } from '../../../views/campaigns/index.js';

const ITERATION: IterationFacts = {
  campaignId: 'k1',
  campaignName: 'Renewals',
  iterationId: 'i1',
  ordinal: 2,
  channel: 'voice',
  agentId: 'a1',
};
const AT = 1_772_535_600_000;
const step = (event: IterationEvent, seq = 7) =>
  iterationWebhookEvent('b1', ITERATION, event, { seq, at: AT });
const webhookEvents = (event: RecipientsEvent) =>
  recipientWebhookEvents('b1', ITERATION, event, (index) => (index < 3 ? `p${index}` : null), AT);

t.test('each status change of an iteration is reported', async (t) => {
  t.strictSame(step({ type: 'iteration.started' }), {
    eventId: 'i1:running:7',
    eventType: 'campaign.iteration.started',
    campaignId: 'k1',
    occurredAt: '2026-03-03T11:00:00.000Z',
    payload: {
      contractVersion: '1.1',
      eventId: 'i1:running:7',
      eventType: 'campaign.iteration.started',
      occurredAt: '2026-03-03T11:00:00.000Z',
      businessId: 'b1',
      channel: 'campaign',
      campaignId: 'k1',
      campaignName: 'Renewals',
      iterationId: 'i1',
      iteration: { ordinal: 2, channel: 'voice', agentId: 'a1', status: 'running' },
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
      eventId: 'i1:p1',
      campaignId: 'k1',
      thread: 'p1',
      payload: { iterationId: 'i1', recipient: { contactId: 'p1', outcome: 'busy', skipReason: null } },
    },
  ]);
});

t.test('skipped and cancelled recipients are reported', async (t) => {
  const recipients = (event: RecipientsEvent): unknown =>
    webhookEvents(event).map(({ payload }) => payload.recipient);
  const link = { campaignId: 'k1', campaignName: 'Renewals', iterationId: 'i1', block: 0 };
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
  t.same(recipients(created), [{ contactId: 'p1', outcome: 'skipped', skipReason: 'contact_blocked' }]);
  t.same(recipients({ type: 'recipient.skipped', index: 2, reason: 'contact_deleted' }), [
    { contactId: 'p2', outcome: 'skipped', skipReason: 'contact_deleted' },
  ]);
  t.same(
    recipients({ type: 'recipients.cancelled', indexes: [0, 2, 5], withdraw: [1] }),
    ['p0', 'p2'].map((contactId) => ({ contactId, outcome: 'cancelled', skipReason: null })),
    'an index without a known contact is left out',
  );
});
