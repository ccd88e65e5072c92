/**
 * The webhook events of a call (docs/how-to/webhooks.md), from the journal's events alone, so that a webhook event is the same
 * whenever it is written.
 */
import type { CallEvent, HeardDisclosure } from '../../actors/call/events.js';
import type { WebhookEvent } from '../../actors/subscription/events.js';
import { type Disclosure, NO_DISCLOSURE } from '../../schemas/agents/disclosure.js';
import type { EventType } from '../../schemas/events/subscription.js';
import type { CallFacts } from '../../views/calls/index.js';
import { iso, offset } from '../../views/kernel/dates.js';
import { webhookEventOn } from './webhook-event.js';

/** Null if subscribers are not notified of the event. `at`: time of the commit, ms since the epoch. */
export const callWebhookEvent = (
  businessId: string,
  call: CallFacts,
  event: CallEvent,
  at: number,
): WebhookEvent | null => {
  const { callId } = call;
  const eventOf = (
    eventType: EventType,
    step: string,
    facts: Readonly<Record<string, unknown>>,
    when = at,
  ): WebhookEvent =>
    webhookEventOn(
      { businessId, channel: 'voice', about: { callId }, eventType, eventId: `${callId}:${step}`, at: when },
      { ...call, ...facts },
    );
  switch (event.type) {
    case 'call.ringing':
      return eventOf('voice.call.ringing', 'ringing', { call: { status: 'ringing' } });
    case 'call.answered':
      return eventOf('voice.call.answered', 'answered', { call: { status: 'answered' } }, event.answeredAt);
    case 'call.disclosed':
      return eventOf('voice.call.disclosed', 'disclosed', { disclosure: disclosureOf(event) });
    case 'call.turn': {
      const { turnId, speaker, text, interrupted, at: spokenAt } = event.turn;
      const turn = {
        turnId,
        speaker,
        text,
        createdAt: iso(spokenAt),
        interrupted,
        audioOffsetMs: offset(event.turn.audioOffsetMs),
        audioEndOffsetMs: offset(event.turn.audioEndOffsetMs),
      };
      return eventOf('voice.call.turn', `turn:${turnId}`, { turn }, spokenAt);
    }
    case 'call.ended': {
      const { status, endedBy, endReason, durationSeconds, disclosed } = event;
      const disclosure = disclosed === undefined ? NO_DISCLOSURE : disclosureOf(disclosed);
      return eventOf('voice.call.ended', 'ended', {
        call: { status, endedBy, endReason, durationSeconds, disclosure },
      });
    }
    case 'call.recording_finished': {
      const { recording } = event;
      const kept = recording === null ? null : { bytes: recording.bytes, durationMs: recording.durationMs };
      return eventOf('voice.call.recorded', 'recorded', { recording: kept });
    }
    case 'call.settled': {
      const { blocks, chargedMicrocredits } = event;
      return eventOf('voice.call.charged', 'charged', { charge: { blocks, chargedMicrocredits } });
    }
    default:
      return null;
  }
};

/** The disclosure as in the call's resource. */
const disclosureOf = (heard: HeardDisclosure | null): Disclosure =>
  heard === null
    ? { status: 'not_heard', heardAtMs: null, proof: null }
    : { status: 'heard', heardAtMs: heard.heardAtMs, proof: heard.heard };
