/** What subscribers receive about calls: each step once, under an id of its own, from the event alone. */
import t from 'tap';
import type { CallEvent, HeardDisclosure, Turn } from '../../../actors/call/events.js';
import { callWebhookEvent } from '../../../operations/webhooks/call-events.js';
import type { CallFacts } from '../../../views/calls/index.js';

const CALL: CallFacts = {
  callId: 'c1',
  agentId: 'a1',
  contactId: 'p1',
  calleeNumber: '+14155550101',
  campaignId: null,
  iterationId: null,
};
const AT = 1_772_535_600_000;
const webhookEvent = (event: CallEvent) => callWebhookEvent('b1', CALL, event, AT);

t.test('every event names its call, and is ordered with the other events of that call', async (t) => {
  t.strictSame(webhookEvent({ type: 'call.ringing' }), {
    eventId: 'c1:ringing',
    eventType: 'voice.call.ringing',
    callId: 'c1',
    occurredAt: '2026-03-03T11:00:00.000Z',
    payload: {
      contractVersion: '1.1',
      eventId: 'c1:ringing',
      eventType: 'voice.call.ringing',
      occurredAt: '2026-03-03T11:00:00.000Z',
      businessId: 'b1',
      channel: 'voice',
      ...CALL,
      call: { status: 'ringing' },
    },
  });
});

t.test('the steps of a call are reported', async (t) => {
  t.match(webhookEvent({ type: 'call.answered' }), {
    eventType: 'voice.call.answered',
    payload: { call: { status: 'answered' } },
  });
  t.match(
    webhookEvent({ type: 'call.answered', answeredAt: AT - 7_000 }),
    { eventId: 'c1:answered', occurredAt: '2026-03-03T10:59:53.000Z' },
    'an answer that is known only from the end',
  );
  const ended = webhookEvent({
    type: 'call.ended',
    status: 'completed',
    endedBy: 'customer',
    endReason: 'customer_hangup',
    durationSeconds: 12,
    carrierCostMicrocredits: 5,
  });
  t.match(ended, { eventType: 'voice.call.ended', eventId: 'c1:ended' });
  t.strictSame(
    ended?.payload.call,
    {
      status: 'completed',
      endedBy: 'customer',
      endReason: 'customer_hangup',
      durationSeconds: 12,
      disclosure: { status: 'none', heardAtMs: null, proof: null },
    },
    'the cost at the carrier is not disclosed',
  );
  t.match(webhookEvent({ type: 'call.settled', blocks: 1, chargedMicrocredits: 500 }), {
    eventType: 'voice.call.charged',
    payload: { charge: { blocks: 1, chargedMicrocredits: 500 } },
  });
});

t.test('a turn is reported as in the transcript, with the time at which it was spoken', async (t) => {
  const turn: Turn = {
    turnId: 't1',
    text: 'Hello',
    at: AT - 5_000,
    audioOffsetMs: -0.4,
    speaker: 'assistant',
    audioEndOffsetMs: 812.6,
    interrupted: true,
    latencies: null,
    heard: 'acked',
  };
  t.match(webhookEvent({ type: 'call.turn', turn }), {
    eventType: 'voice.call.turn',
    eventId: 'c1:turn:t1',
    occurredAt: '2026-03-03T10:59:55.000Z',
    payload: {
      turn: {
        turnId: 't1',
        speaker: 'assistant',
        text: 'Hello',
        interrupted: true,
        createdAt: '2026-03-03T10:59:55.000Z',
        audioOffsetMs: 0,
        audioEndOffsetMs: 813,
      },
    },
  });
});

t.test('a recording that could not be stored is reported as null', async (t) => {
  const recording = { filename: 'c1.opus', bytes: 900, durationMs: 1_000 };
  t.strictSame(webhookEvent({ type: 'call.recording_finished', recording })?.payload.recording, {
    bytes: 900,
    durationMs: 1_000,
  });
  t.strictSame(webhookEvent({ type: 'call.recording_finished', recording: null })?.payload.recording, null);
});

t.test('internal events are not reported', async (t) => {
  t.equal(webhookEvent({ type: 'call.line_leased' }), null);
  t.equal(webhookEvent({ type: 'call.media_attached', attachmentId: 'x' }), null);
  t.equal(webhookEvent({ type: 'call.noted', note: { code: 'x', atMs: null } }), null);
});

t.test('a heard disclosure is reported at once and at the end of the call', async (t) => {
  const heard = { heardAtMs: 2_470, heard: 'acked' } as const;
  const disclosure = { status: 'heard', heardAtMs: 2_470, proof: 'acked' };
  const event = webhookEvent({ type: 'call.disclosed', ...heard });
  t.match(event, { eventType: 'voice.call.disclosed', eventId: 'c1:disclosed' });
  t.strictSame(event?.payload.disclosure, disclosure);
  const ended = (disclosed: HeardDisclosure | null) =>
    webhookEvent({
      type: 'call.ended',
      status: 'completed',
      endedBy: 'customer',
      endReason: 'customer_hangup',
      durationSeconds: 12,
      carrierCostMicrocredits: 5,
      disclosed,
    })?.payload.call;
  t.match(ended(heard), { disclosure });
  t.match(ended(null), { disclosure: { status: 'not_heard', heardAtMs: null, proof: null } });
});
