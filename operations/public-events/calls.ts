/** The public events of a call. */
import { CALL_KIND, type CallEvent, type HeardDisclosure, type Turn } from '../../actors/call/events.js';
import { type Disclosure, NO_DISCLOSURE } from '../../schemas/agents/disclosure.js';
import type { CallFacts } from '../../views/calls/index.js';
import { iso, offset } from '../../views/kernel/dates.js';
import { publicEventsOf, type Subject } from './public-event.js';
import { type PublicViews, publicSource } from './source.js';

const publicEvent = publicEventsOf<CallEvent, Subject<CallFacts>>();

const EVENTS = [
  publicEvent('call.accepted', 'A call is accepted, and waits for a line.', {
    live: 'call.accepted',
    toLive: (facts) => ({ ...facts, status: 'queued' }),
  }),
  publicEvent('call.placed', 'The carrier has accepted the call.', {
    live: 'call.placed',
    toLive: (facts) => ({ ...facts, status: 'queued' }),
  }),
  publicEvent('call.ringing', 'The call rings.', {
    webhook: 'voice.call.ringing',
    live: 'call.ringing',
    toWebhook: ({ facts }) => ({ id: `${facts.callId}:ringing`, fields: { call: { status: 'ringing' } } }),
    toLive: (facts) => ({ ...facts, status: 'ringing' }),
  }),
  publicEvent('call.answered', 'The call is answered.', {
    webhook: 'voice.call.answered',
    live: 'call.answered',
    toWebhook: ({ facts }, { answeredAt }, { at }) => ({
      id: `${facts.callId}:answered`,
      at: answeredAt ?? at,
      fields: { call: { status: 'answered' } },
    }),
    toLive: (facts, { answeredAt }, at) => ({
      ...facts,
      occurredAt: iso(answeredAt ?? at),
      status: 'answered',
    }),
  }),
  publicEvent('call.disclosed', '95 % of the agent’s disclosure was heard, once a call.', {
    webhook: 'voice.call.disclosed',
    toWebhook: ({ facts }, heard) => ({
      id: `${facts.callId}:disclosed`,
      fields: { disclosure: disclosureOf(heard) },
    }),
  }),
  publicEvent('call.hangup_requested', 'The call is being cancelled.', {
    live: 'call.cancelling',
    toLive: (facts, { cancelling }) => (cancelling ? { ...facts, status: 'cancelling' } : null),
  }),
  publicEvent('call.turn', 'A speaker has finished, or was interrupted.', {
    webhook: 'voice.call.turn',
    live: 'call.turn',
    toWebhook: ({ facts }, { turn }) => ({
      id: `${facts.callId}:turn:${turn.turnId}`,
      at: turn.at,
      fields: { turn: { ...spoken(turn), interrupted: turn.interrupted, ...placeOf(turn) } },
    }),
    toLive: (facts, { turn }) => {
      const { interrupted, heard, latencies } = turn;
      return { ...facts, turn: { ...spoken(turn), ...placeOf(turn), interrupted, heard, latencies } };
    },
  }),
  publicEvent('call.tool_begun', 'The agent uses a tool.', {
    live: 'call.tool_begun',
    toLive: (facts, { use: { id: useId, name, arguments: args } }, at) => ({
      ...facts,
      toolUse: { useId, at: iso(at), name, arguments: { ...args } },
    }),
  }),
  publicEvent('call.tool_ended', 'The use of a tool has ended.', {
    live: 'call.tool_ended',
    toLive: (facts, { id: useId, end: { outcome, result, durationMs } }) => ({
      ...facts,
      toolUse: { useId, outcome, result, durationMs },
    }),
  }),
  publicEvent('call.noted', 'A failure or an anomaly was noted on the call.', {
    live: 'call.noted',
    toLive: (facts, { note }) => ({ ...facts, note: { ...note } }),
  }),
  publicEvent('call.taken_over', 'An operator now speaks in place of the agent.', {
    live: 'call.taken_over',
    toLive: (facts, { by: { type, id } }) => ({ ...facts, by: { type, id } }),
  }),
  publicEvent('call.handed_back', 'The agent speaks again in place of the operator.', {
    live: 'call.handed_back',
    toLive: (facts, { reason }) => ({ ...facts, reason }),
  }),
  publicEvent('call.ended', 'The call has ended, for whatever reason.', {
    webhook: 'voice.call.ended',
    live: 'call.ended',
    toWebhook: ({ facts }, { status, endedBy, endReason, durationSeconds, disclosed }) => {
      const disclosure = disclosed === undefined ? NO_DISCLOSURE : disclosureOf(disclosed);
      return {
        id: `${facts.callId}:ended`,
        fields: { call: { status, endedBy, endReason, durationSeconds, disclosure } },
      };
    },
    toLive: (facts, { status, endedBy, endReason, durationSeconds }) => ({
      ...facts,
      status,
      endedBy,
      endReason,
      durationSeconds,
    }),
  }),
  publicEvent(
    'call.recording_finished',
    'The recording of an answered call is stored, or could not be stored.',
    {
      webhook: 'voice.call.recorded',
      live: 'call.recorded',
      toWebhook: ({ facts }, { recording }) => {
        const kept = recording && { bytes: recording.bytes, durationMs: recording.durationMs };
        return { id: `${facts.callId}:recorded`, fields: { recording: kept } };
      },
      toLive: (facts, { recording }) => ({ ...facts, recordingAvailable: recording !== null }),
    },
  ),
  publicEvent('call.settled', 'The charge is settled.', {
    webhook: 'voice.call.charged',
    live: 'call.charged',
    toWebhook: ({ facts }, { blocks, chargedMicrocredits }) => ({
      id: `${facts.callId}:charged`,
      fields: { charge: { blocks, chargedMicrocredits } },
    }),
    toLive: (facts, { blocks, chargedMicrocredits }) => ({ ...facts, blocks, chargedMicrocredits }),
  }),
];

/** A call, as subscribers of all calls see it; null: the views do not know it. */
export const subjectOfCall = (
  views: PublicViews,
  businessId: string,
  id: string,
): Subject<CallFacts> | null => {
  const facts = views.callFacts(businessId, id);
  if (facts === null) return null;
  const { callId } = facts;
  return { channel: 'voice', accountId: null, about: { callId }, webhookFacts: facts, facts };
};

export const CALLS = publicSource<Subject<CallFacts>>({
  kind: CALL_KIND,
  reaction: 'webhooks-calls',
  topic: 'calls',
  subjectOf: subjectOfCall,
  events: EVENTS,
  gathered: null,
});

const spoken = ({ turnId, speaker, text, at, keys, sources }: Turn) => ({
  turnId,
  speaker,
  text,
  createdAt: iso(at),
  ...(keys === true ? { keys: true } : {}),
  ...(sources === undefined ? {} : { sources: [...sources] }),
});

const placeOf = ({ audioOffsetMs, audioEndOffsetMs }: Turn) => ({
  audioOffsetMs: offset(audioOffsetMs),
  audioEndOffsetMs: offset(audioEndOffsetMs),
});

/** The disclosure as in the call's resource. */
const disclosureOf = (heard: HeardDisclosure | null): Disclosure =>
  heard === null
    ? { status: 'not_heard', heardAtMs: null, proof: null }
    : { status: 'heard', heardAtMs: heard.heardAtMs, proof: heard.heard };
