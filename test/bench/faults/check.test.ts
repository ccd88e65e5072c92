/** The checker accepts a sound history and finds each kind of broken promise. */
import t from 'tap';
import { check } from '../../../bench/faults/check/index.js';
import type { CallRecord, DeliveryRecord, History, RequestRecord } from '../../../bench/faults/history.js';

const CALL: CallRecord = {
  callId: 'call-1',
  status: 'completed',
  endedBy: 'customer',
  endReason: 'customer_hangup',
  durationSeconds: 5,
  chargedMicrocredits: 10_000,
  timeline: ['call.accepted', 'call.ringing', 'call.answered', 'call.ended', 'call.settled'],
  transcript: [{ speaker: 'assistant', text: 'Hello.' }],
};

const delivery = (step: string, at: number, more: Partial<DeliveryRecord> = {}): DeliveryRecord => ({
  subscription: 'voice',
  eventId: `call-1:${step}`,
  eventType: `voice.call.${step}`,
  about: 'call-1',
  retryNumber: 0,
  body: step,
  at,
  accepted: true,
  ...more,
});

const REQUEST: RequestRecord = {
  step: 1,
  what: 'contact',
  method: 'POST',
  path: '/api/v1/contacts',
  sentAt: 0,
  answeredAt: 1,
  answer: { status: 201, code: '', data: { id: 'a' } },
  repeated: { status: 201, code: '', data: { id: 'a' } },
  shown: [{ status: 200, code: '', data: null }],
};

const SOUND: History = {
  seed: 1,
  faults: [],
  requests: [REQUEST],
  registers: [
    { contactId: 'a', written: { name: 'Ann', blocked: true }, shown: [{ name: 'Ann', blocked: true }] },
  ],
  calls: [CALL],
  samples: [
    { callId: 'call-1', node: 0, generation: 1, status: 'ringing', at: 1 },
    { callId: 'call-1', node: 0, generation: 1, status: 'completed', at: 2 },
    { callId: 'call-1', node: 1, generation: 1, status: 'answered', at: 3 },
  ],
  placements: [
    {
      callId: 'call-1',
      sid: 'CA1',
      status: 'completed',
      durationSeconds: 5,
      answeredAt: 100_000,
      endedAt: 105_000,
      endedBy: 'callee',
      streams: 1,
      acknowledgedMs: 2_560,
    },
  ],
  ledger: { chargedMicrocredits: 10_000, reservedMicrocredits: 0, leasedLines: 0 },
  subscriptions: { voice: ['ringing', 'answered', 'ended', 'charged'].map((step) => `voice.call.${step}`) },
  deliveries: ['ringing', 'answered', 'ended', 'charged'].map((step, index) => delivery(step, index)),
  campaigns: [
    {
      campaignId: 'campaign-1',
      status: 'completed',
      audience: ['a'],
      counts: { total: 1, completed: 1 },
      members: [
        {
          contactId: 'a',
          outcome: 'completed',
          attempts: [{ callId: 'call-1', outcome: 'completed' }],
        },
      ],
    },
  ],
  messages: [{ messageId: 'm', status: 'read', taken: 1 }],
  written: [],
  readiness: [{ node: 0, status: 200, codes: [] }],
  readyWhileAway: [],
};

const [CAMPAIGN] = SOUND.campaigns;
const [PLACEMENT] = SOUND.placements;
if (CAMPAIGN === undefined || PLACEMENT === undefined) throw new Error('the sound history has both');
const [MEMBER] = CAMPAIGN.members;
if (MEMBER === undefined) throw new Error('the campaign has a member');

const without = (step: string): readonly DeliveryRecord[] =>
  SOUND.deliveries.filter(({ eventType }) => eventType !== `voice.call.${step}`);
const refusal = { status: 404, code: 'contact_not_found', data: null };
const drained = {
  type: 'node_drained',
  node: 0,
  atMs: 0,
  forMs: 1_000,
  beganAt: 101_000,
  endedAt: 102_000,
  skipped: null,
} as const;
const damaged = { ...drained, type: 'journal_damaged', how: 'truncated', place: 0.5 } as const;

/** Each entry breaks one promise: the code of the expected violation → what differs from the sound history. */
const BROKEN: readonly (readonly [string, Partial<History>])[] = [
  ['request_unanswered', { requests: [{ ...REQUEST, answer: null, repeated: null }] }],
  ['request_refused', { requests: [{ ...REQUEST, answer: refusal, repeated: refusal, shown: [] }] }],
  ['answer_changed', { requests: [{ ...REQUEST, repeated: { status: 200, code: '', data: { id: 'a' } } }] }],
  ['answer_changed', { requests: [{ ...REQUEST, repeated: { status: 201, code: '', data: { id: 'b' } } }] }],
  ['accepted_request_lost', { requests: [{ ...REQUEST, shown: [refusal] }] }],
  [
    'update_lost',
    {
      registers: [
        { contactId: 'a', written: { name: 'Ann', blocked: true }, shown: [{ name: 'Ann', blocked: false }] },
      ],
    },
  ],
  ['placed_twice', { placements: [PLACEMENT, { ...PLACEMENT, sid: 'CA2' }] }],
  ['placed_unknown', { placements: [PLACEMENT, { ...PLACEMENT, callId: 'call-2' }] }],
  ['placement_denied', { calls: [{ ...CALL, endReason: 'placement_unknown' }] }],
  ['call_open', { calls: [{ ...CALL, status: 'cancelling' }], samples: [] }],
  ['accepted_request_lost', { calls: [{ ...CALL, status: 'missing' }], samples: [] }],
  ['ledger_wrong', { ledger: { chargedMicrocredits: 20_000, reservedMicrocredits: 0, leasedLines: 0 } }],
  ['ledger_held', { ledger: { chargedMicrocredits: 10_000, reservedMicrocredits: 1, leasedLines: 0 } }],
  ['ledger_unreadable', { ledger: null }],
  [
    'call_free',
    {
      calls: [{ ...CALL, chargedMicrocredits: 0 }],
      ledger: { chargedMicrocredits: 0, reservedMicrocredits: 0, leasedLines: 0 },
    },
  ],
  [
    'state_went_back',
    {
      samples: [
        { callId: 'call-1', node: 0, generation: 1, status: 'answered', at: 1 },
        { callId: 'call-1', node: 0, generation: 1, status: 'ringing', at: 2 },
      ],
    },
  ],
  [
    'state_went_back',
    { samples: [{ callId: 'call-1', node: 0, generation: 1, status: 'no_answer', at: 1 }] },
  ],
  ['transcript_short', { calls: [{ ...CALL, transcript: [] }] }],
  ['call_cut', { calls: [{ ...CALL, endedBy: 'provider', endReason: 'media_lost' }], faults: [drained] }],
  ['webhook_missing', { deliveries: without('charged') }],
  [
    'webhook_missing',
    // The report of the answer was lost, but the call was answered all the same.
    {
      calls: [{ ...CALL, timeline: CALL.timeline.filter((event) => event !== 'call.answered') }],
      deliveries: without('answered'),
    },
  ],
  ['webhook_missing', { deliveries: [...without('ended'), delivery('ended', 2, { accepted: false })] }],
  ['webhook_changed', { deliveries: [...SOUND.deliveries, delivery('ended', 9, { body: 'other' })] }],
  ['webhook_order', { deliveries: [...without('ringing'), delivery('ringing', 9)] }],
  ['recipient_counted_twice', { campaigns: [{ ...CAMPAIGN, members: [MEMBER, MEMBER] }] }],
  [
    'recipient_counted_twice',
    { campaigns: [{ ...CAMPAIGN, counts: { total: 1, completed: 1, active: 1 } }] },
  ],
  ['recipient_open', { campaigns: [{ ...CAMPAIGN, members: [{ ...MEMBER, outcome: null }] }] }],
  [
    'recipient_tried_twice',
    {
      campaigns: [
        { ...CAMPAIGN, members: [{ ...MEMBER, attempts: [...MEMBER.attempts, ...MEMBER.attempts] }] },
      ],
    },
  ],
  ['campaign_open', { campaigns: [{ ...CAMPAIGN, status: 'running' }] }],
  ['message_sent_twice', { messages: [{ messageId: 'm', status: 'read', taken: 2 }] }],
  ['message_lost', { messages: [{ messageId: 'm', status: 'queued', taken: 0 }] }],
  ['message_open', { messages: [{ messageId: 'm', status: 'sent', taken: 1 }] }],
  ['not_ready', { readiness: [{ node: 0, status: 503, codes: ['views_stopped'] }] }],
  ['ready_without_journal', { readyWhileAway: [{ node: 0, fault: 'server_killed' }] }],
  [
    'damage_served',
    {
      faults: [damaged],
      readiness: [
        { node: 0, status: 200, codes: [] },
        { node: 1, status: 0, codes: [] },
      ],
    },
  ],
  ['damage_served', { faults: [damaged], requests: [{ ...REQUEST, shown: [refusal] }] }],
];

t.test('accepts a sound history', async (t) => {
  t.same(check(SOUND), []);
});

for (const [code, broken] of BROKEN)
  t.test(`finds ${code}: ${JSON.stringify(broken).slice(0, 60)}`, async (t) => {
    t.ok(
      check({ ...SOUND, ...broken }).some((violation) => violation.code === code),
      code,
    );
  });

t.test('ignores the order of webhooks that were refused at first', async (t) => {
  const late = delivery('ringing', 9, { retryNumber: 1 });
  t.same(check({ ...SOUND, deliveries: [...without('ringing'), late] }), []);
});

t.test('accepts damage to the journal that is harmless or refused', async (t) => {
  t.same(check({ ...SOUND, faults: [damaged] }), []);
  const refused = { readiness: [{ node: 0, status: 503, codes: ['journal_damaged'] }], calls: [] };
  t.same(check({ ...SOUND, ...refused, faults: [damaged] }), []);
});

t.test('accepts a missing transcript if a process was killed during the call', async (t) => {
  const killed = { ...drained, type: 'node_killed' } as const;
  t.same(check({ ...SOUND, calls: [{ ...CALL, transcript: [] }], faults: [killed] }), []);
});

t.test('accepts a transcript without words if hardly anything was heard', async (t) => {
  const [heard] = SOUND.placements;
  if (heard === undefined) throw new Error('the sound history has no placement');
  // Receipts are close to each other while a cut is likely: their number says little.
  const begun = { ...heard, acknowledgedMs: 720 };
  t.same(check({ ...SOUND, calls: [{ ...CALL, transcript: [] }], placements: [begun] }), []);
});
