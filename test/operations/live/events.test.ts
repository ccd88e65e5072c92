/** What open pages receive: each step in the terms of the API, valid by its schema, and no internal facts. */
import t, { type Test } from 'tap';
import type { CallEvent } from '../../../actors/call/events.js';
import type { ConversationEvent } from '../../../actors/conversation/events.js';
import type { IterationEvent } from '../../../actors/iteration/events.js';
import { callLiveEvent } from '../../../operations/live/call-events.js';
import {
  iterationLiveEvent,
  movesIteration,
  movesRecipients,
} from '../../../operations/live/campaign-events.js';
import { conversationLiveEvent } from '../../../operations/live/conversation-events.js';
import { LIVE_TOPICS, type LiveEvent, topicsIn } from '../../../schemas/events/live.js';
import { LIVE_TOPICS_PATTERN } from '../../../schemas/patterns.js';
import { problemOfLive } from '../../support/live-events.js';
import { accepted, ended, turn } from '../../views/journal.js';

const idOf = (digit: number): string => `7b0f3c86-3a53-4d4c-9a42-00000000000${digit}`;
const AT = Date.parse('2026-03-03T11:00:00Z');
const occurredAt = '2026-03-03T11:00:00.000Z';

const CALL = {
  callId: idOf(1),
  agentId: idOf(2),
  contactId: null,
  calleeNumber: '+14155550101',
  campaignId: null,
  iterationId: null,
};

const published = (t: Test, event: LiveEvent | null): LiveEvent | null => {
  if (event !== null) t.equal(problemOfLive(event), null, event.type);
  return event;
};

t.test('the steps of a call are published', async (t) => {
  const liveEvent = (event: CallEvent) => published(t, callLiveEvent(CALL, event, AT));
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
  const liveEvent = (event: CallEvent) => published(t, callLiveEvent(CALL, event, AT));
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
  const liveEvent = (event: CallEvent) => published(t, callLiveEvent(CALL, event, AT));
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

t.test('the steps of a conversation are published', async (t) => {
  const conversation = { channel: 'whatsapp', accountId: '15550001', contactId: idOf(3) } as const;
  const liveEvent = (event: ConversationEvent) =>
    published(t, conversationLiveEvent(idOf(4), conversation, event, AT));
  const customer = { mobile: null, whatsappId: null, userId: null, username: null, name: null };
  const messageId = idOf(5);
  const received = liveEvent({
    type: 'message.received',
    messageId,
    providerMessageId: 'wamid.1',
    sentAt: AT,
    customer,
    content: { type: 'text', text: 'Hello?', media: null, details: null },
    opensWindow: true,
    replyAt: null,
  });
  t.match(received, {
    type: 'message.added',
    conversationId: idOf(4),
    contactId: idOf(3),
    message: { messageId, direction: 'inbound', author: 'customer', text: 'Hello?', status: null },
  });
  const queued = liveEvent({
    type: 'message.queued',
    messageId,
    author: 'agent',
    recipient: '+14155550101',
    content: { type: 'image', mediaId: idOf(6), providerMediaId: 'p', caption: 'Look' },
    campaign: null,
  });
  t.match(queued, { message: { direction: 'outbound', author: 'agent', text: 'Look', status: 'queued' } });
  const echoed = { messageId, providerMessageId: 'wamid.2', sentAt: AT, recipient: 'r' };
  t.match(liveEvent({ type: 'message.echoed', ...echoed, content: { type: 'text', text: 'Me' } }), {
    message: { author: 'human', text: 'Me' },
  });
  t.match(liveEvent({ type: 'message.submitted', messageId, attempt: 1 }), { status: 'submitted' });
  t.match(liveEvent({ type: 'message.postponed', messageId, retryAt: AT, code: 'c' }), {
    status: null,
    taskStatus: 'retrying',
  });
  const report = { messageId, providerMessageId: 'wamid.1', at: AT };
  t.match(liveEvent({ type: 'message.progressed', ...report, progress: 'read', failure: null }), {
    type: 'message.changed',
    status: 'read',
    taskStatus: 'done',
  });
  const failure = { code: 'outside_window', message: 'Too late.' };
  t.match(liveEvent({ type: 'message.refused', messageId, failure }), { status: 'failed', failure });
  t.match(liveEvent({ type: 'media.failed', messageId, failure }), { type: 'message.media', kept: false });
  t.match(liveEvent({ type: 'conversation.handed_over', useId: 'u', reason: 'a refund' }), {
    reason: 'a refund',
  });
  t.match(liveEvent({ type: 'conversation.linked', contactId: idOf(7) }), { contactId: idOf(7) });
  t.match(liveEvent({ type: 'conversation.unlinked', contactId: idOf(7) }), { contactId: null });
  t.equal(liveEvent({ type: 'reply.begun', turn: 1 }), null, 'the start of a reply is not published');
});

t.test('the steps of an iteration are published singly, and its progress is gathered', async (t) => {
  const iteration = {
    campaignId: idOf(1),
    campaignName: 'Renewals',
    iterationId: idOf(2),
    ordinal: 1,
    channel: 'voice',
    agentId: idOf(3),
  } as const;
  const liveEvent = (event: IterationEvent) => published(t, iterationLiveEvent(iteration, event, AT));
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

t.test('topics can be requested alone or all together', async (t) => {
  const pattern = new RegExp(LIVE_TOPICS_PATTERN);
  for (const topic of LIVE_TOPICS) t.match(topic, pattern);
  t.match(LIVE_TOPICS.join(','), pattern);
  t.same(topicsIn(LIVE_TOPICS.join(',')), LIVE_TOPICS);
  for (const invalid of ['', 'weather', 'calls,', 'calls calls']) t.notMatch(invalid, pattern);
});
