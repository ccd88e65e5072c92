/**
 * What subscribers and open pages receive about calls: each step once, from the event alone, in the terms of the API, and no
 * internal facts. Webhook events have an id of their own; live events are valid by their schema.
 */
import t from 'tap';
import type { CallEvent, HeardDisclosure, Turn } from '../../../actors/call/events.js';
import { CALLS } from '../../../operations/public-events/calls.js';
import type { CallFacts } from '../../../views/calls/index.js';
import { publishedBy } from '../../support/public-events.js';
import { accepted, ended, turn } from '../../views/journal.js';

const idOf = (digit: number): string => `7b0f3c86-3a53-4d4c-9a42-00000000000${digit}`;
const CALL: CallFacts = {
  callId: idOf(1),
  agentId: idOf(2),
  contactId: idOf(3),
  calleeNumber: '+14155550101',
  campaignId: null,
  iterationId: null,
};
const AT = 1_772_535_600_000;
const occurredAt = '2026-03-03T11:00:00.000Z';
const published = publishedBy(CALLS, { callFacts: () => CALL }, CALL.callId);
const webhookEvent = (event: CallEvent) => published.webhookEvents(event, { seq: 1, at: AT })[0] ?? null;
const liveEvent = (event: CallEvent) => published.liveEvent(event, AT);

t.test('every event names its call, and is ordered with the other events of that call', async (t) => {
  t.strictSame(webhookEvent({ type: 'call.ringing' }), {
    eventId: `${CALL.callId}:ringing`,
    eventType: 'voice.call.ringing',
    callId: CALL.callId,
    occurredAt: '2026-03-03T11:00:00.000Z',
    payload: {
      contractVersion: '1.1',
      eventId: `${CALL.callId}:ringing`,
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
    { eventId: `${CALL.callId}:answered`, occurredAt: '2026-03-03T10:59:53.000Z' },
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
  t.match(ended, { eventType: 'voice.call.ended', eventId: `${CALL.callId}:ended` });
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
    eventId: `${CALL.callId}:turn:t1`,
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

t.test('a turn of a reply names its sources', async (t) => {
  const sources = [
    {
      sourceId: '7b0f3c86-3a53-4d4c-9a42-000000000009',
      title: 'Handbook',
      passages: [{ position: 3, heading: 'Parking' }],
    },
  ];
  const turn: Turn = {
    turnId: 't1',
    text: 'In the garage.',
    at: AT,
    audioOffsetMs: 0,
    speaker: 'assistant',
    audioEndOffsetMs: 900,
    interrupted: false,
    latencies: null,
    heard: 'acked',
    sources,
  };
  t.match(webhookEvent({ type: 'call.turn', turn })?.payload, { turn: { sources } });
  t.match(liveEvent({ type: 'call.turn', turn }), { turn: { sources } });
});

t.test('keys that the customer pressed are marked', async (t) => {
  const turn: Turn = {
    turnId: 't2',
    text: '1234#',
    at: AT,
    audioOffsetMs: 0,
    speaker: 'customer',
    audioEndOffsetMs: 900,
    interrupted: false,
    latencies: null,
    heard: 'acked',
    keys: true,
  };
  t.match(webhookEvent({ type: 'call.turn', turn })?.payload, { turn: { text: '1234#', keys: true } });
  t.match(liveEvent({ type: 'call.turn', turn }), { turn: { text: '1234#', keys: true } });
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
  t.match(event, { eventType: 'voice.call.disclosed', eventId: `${CALL.callId}:disclosed` });
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

t.test('the steps of a call are published', async (t) => {
  const facts = { occurredAt, ...CALL };
  t.strictSame(liveEvent(accepted()), { type: 'call.accepted', ...facts, status: 'queued' });
  t.equal(liveEvent({ type: 'call.placing', carrier: 'loopback' }), null);
  t.strictSame(
    liveEvent({ type: 'call.placed', carrierCallId: 'CA1' }),
    { type: 'call.placed', ...facts, status: 'queued' },
    'the id at the carrier is not published',
  );
  t.match(liveEvent({ type: 'call.ringing' }), { type: 'call.ringing', status: 'ringing' });
  t.match(liveEvent({ type: 'call.answered' }), { type: 'call.answered', status: 'answered' });
  t.match(liveEvent({ type: 'call.answered', answeredAt: AT - 7_000 }), {
    occurredAt: new Date(AT - 7_000).toISOString(),
  });
  const by = { by: 'operator', reason: 'cancelled' } as const;
  t.match(liveEvent({ type: 'call.hangup_requested', ...by, cancelling: true }), { status: 'cancelling' });
  t.equal(liveEvent({ type: 'call.hangup_requested', ...by, cancelling: false }), null);
  t.strictSame(liveEvent(ended('completed')), {
    type: 'call.ended',
    ...facts,
    status: 'completed',
    endedBy: 'customer',
    endReason: 'customer_hangup',
    durationSeconds: 6,
  });
  t.match(liveEvent({ type: 'call.recording_finished', recording: null }), { recordingAvailable: false });
  t.strictSame(liveEvent({ type: 'call.settled', blocks: 1, chargedMicrocredits: 500 }), {
    type: 'call.charged',
    ...facts,
    blocks: 1,
    chargedMicrocredits: 500,
  });
});

t.test('turns, tool uses and notes of a call are published', async (t) => {
  const latencies = {
    finalTranscriptMs: 1.5,
    firstTokenMs: 2,
    firstAudioMs: 3,
    firstFrameMs: null,
    firstPlayedMs: null,
  };
  const turnEvent = liveEvent(turn('t1', { at: AT, speaker: 'assistant', audioOffsetMs: 12.4, latencies }));
  t.match(turnEvent, { turn: { turnId: 't1', createdAt: occurredAt, audioOffsetMs: 12, latencies } });
  const use = { id: 'u1', name: 'look_up', arguments: { order: 7 }, at: AT };
  t.match(liveEvent({ type: 'call.tool_begun', use }), {
    toolUse: { useId: 'u1', name: 'look_up', at: occurredAt },
  });
  const end = { result: 'sent', outcome: 'done', durationMs: 4 } as const;
  t.match(liveEvent({ type: 'call.tool_ended', id: 'u1', end }), { toolUse: { useId: 'u1', ...end } });
  t.match(liveEvent({ type: 'call.noted', note: { code: 'media_lost', atMs: 4 } }), {
    note: { code: 'media_lost' },
  });
});

t.test('a takeover and a hand-back are published, but not notes to the agent', async (t) => {
  const facts = { occurredAt, ...CALL };
  const by = { type: 'user', id: idOf(7) } as const;
  t.strictSame(liveEvent({ type: 'call.taken_over', lineId: 'l1', by }), {
    type: 'call.taken_over',
    ...facts,
    by,
  });
  for (const reason of ['handed_back', 'line_left', 'session_ended'] as const)
    t.strictSame(
      liveEvent({ type: 'call.handed_back', lineId: 'l1', reason, note: 'She waits.' }),
      { type: 'call.handed_back', ...facts, reason },
      'the note is for the agent',
    );
  t.equal(liveEvent({ type: 'call.line_joined', lineId: 'l1', by, purpose: 'listen' }), null);
  t.equal(liveEvent({ type: 'call.line_left', lineId: 'l1' }), null);
  t.equal(liveEvent({ type: 'call.agent_noted', noteId: 'n1', text: 'Be brief.', by }), null);
});
