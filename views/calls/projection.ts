/** Projects calls from their actors' events. Status moves as in actors/call/state.ts: late events never move a call backwards. */
import type { Database } from 'better-sqlite3';
import type { CallEvent, Turn } from '../../actors/call/events.js';
import type { ContactEvent } from '../../actors/contact-partition/events.js';
import { assertNever } from '../../schemas/assert.js';
import type { VoiceCallDiagnostics } from '../../schemas/calls/diagnostics.js';
import { SLOW_ANSWER_MS } from '../../schemas/calls/voice-call.js';
import { CONTACTS_SOURCE_NAME } from '../../schemas/ids.js';
import { survivorOf } from '../contacts/merges.js';
import { offset } from '../kernel/dates.js';
import type { Stored } from '../kernel/stored-event.js';
import { outcomeOfCall } from './analyses.js';
import { reviewOfCall } from './reviews.js';

type Accepted = Extract<CallEvent, { readonly type: 'call.accepted' }>;

interface NewCall {
  readonly businessId: string;
  readonly id: string;
  readonly agentId: string;
  readonly agentName: string;
  readonly agentVersion: number | null;
  readonly campaignId: string | null;
  readonly campaignName: string | null;
  readonly iterationId: string | null;
  readonly contactId: string | null;
  readonly contactName: string | null;
  readonly destination: string;
  readonly sourceName: string | null;
  readonly callData: string;
  readonly testVariables: string;
  readonly hasDisclosure: number;
  readonly consultationOf: string | null;
  readonly at: number;
}

const newCall = (businessId: string, id: string, at: number, event: Accepted): NewCall => {
  const { agent, callee, campaign, consultationOf = null } = event;
  const { contactId, contactName, destination, callData, replaced = [] } = callee;
  // Calls of earlier versions lack it.
  const { sourceName = contactId === null ? null : CONTACTS_SOURCE_NAME } = callee;
  const testVariables: VoiceCallDiagnostics['testVariables'] = replaced.map(({ alias, was }) => ({
    alias,
    replaced: was,
  }));
  return {
    businessId,
    id,
    agentId: agent.agentId,
    agentName: agent.name,
    agentVersion: agent.version ?? null,
    campaignId: campaign?.campaignId ?? null,
    campaignName: campaign?.campaignName ?? null,
    iterationId: campaign?.iterationId ?? null,
    contactId,
    contactName,
    destination,
    sourceName,
    callData: JSON.stringify(callData),
    testVariables: JSON.stringify(testVariables),
    hasDisclosure: agent.disclosure === undefined ? 0 : 1,
    consultationOf,
    at,
  };
};

interface Ending {
  readonly businessId: string;
  readonly id: string;
  readonly status: string;
  readonly endedBy: string;
  readonly endReason: string;
  readonly durationSeconds: number;
  readonly at: number;
}

const OF_CALL = 'WHERE business_id = :businessId AND id = :id';

const prepare = (db: Database) => ({
  accept: db.prepare<NewCall>(
    `INSERT INTO calls (business_id, id, agent_id, agent_name, agent_version, campaign_id, campaign_name, iteration_id, contact_id,
       contact_name, callee_number, source_name, call_data, test_variables, has_disclosure, consultation_of, created_at)
     VALUES (:businessId, :id, :agentId, :agentName, :agentVersion, :campaignId, :campaignName, :iterationId, :contactId,
       :contactName, :destination, :sourceName, :callData, :testVariables, :hasDisclosure, :consultationOf, :at)`,
  ),
  ring: db.prepare<{ businessId: string; id: string }>(
    `UPDATE calls SET status = CASE status WHEN 'queued' THEN 'ringing' ELSE status END ${OF_CALL}`,
  ),
  answer: db.prepare<{ businessId: string; id: string; at: number }>(
    `UPDATE calls SET answered_at = coalesce(answered_at, :at),
       status = CASE WHEN status IN ('queued', 'ringing') THEN 'answered' ELSE status END ${OF_CALL}`,
  ),
  cancel: db.prepare<{ businessId: string; id: string }>(
    `UPDATE calls SET status = 'cancelling' ${OF_CALL} AND ended_at IS NULL`,
  ),
  disclose: db.prepare<{ businessId: string; id: string; heardAtMs: number; heard: string }>(
    `UPDATE calls SET disclosed_at_ms = :heardAtMs, disclosure_proof = :heard ${OF_CALL}`,
  ),
  speak: db.prepare<{
    businessId: string;
    id: string;
    customer: number;
    slow: number;
    interrupted: number;
    answeredMs: number | null;
    audioOffsetMs: number | null;
  }>(
    // The place is that of the answer which is the slowest so far; expressions see the row as it was before.
    `UPDATE calls SET turns = turns + 1, customer_turns = customer_turns + :customer, slow = max(slow, :slow),
       interrupted = max(interrupted, :interrupted),
       slowest_at_ms = CASE WHEN :answeredMs > coalesce(slowest_ms, -1) THEN :audioOffsetMs ELSE slowest_at_ms END,
       slowest_ms = max(coalesce(:answeredMs, slowest_ms), coalesce(slowest_ms, :answeredMs)),
       answers = answers + (:answeredMs IS NOT NULL), answers_ms = answers_ms + coalesce(:answeredMs, 0) ${OF_CALL}`,
  ),
  failTool: db.prepare<{ businessId: string; id: string }>(`UPDATE calls SET tool_failed = 1 ${OF_CALL}`),
  end: db.prepare<Ending>(
    `UPDATE calls SET status = :status, ended_by = :endedBy, end_reason = :endReason,
       duration_seconds = :durationSeconds, ended_at = :at ${OF_CALL}`,
  ),
  record: db.prepare<{ businessId: string; id: string; filename: string | null }>(
    `UPDATE calls SET recording_filename = :filename ${OF_CALL}`,
  ),
  settle: db.prepare<{ businessId: string; id: string; charged: number }>(
    `UPDATE calls SET charged_microcredits = :charged ${OF_CALL}`,
  ),
});

/** What a turn adds to the filters of its call. */
const marksOf = ({ speaker, interrupted, latencies, audioOffsetMs }: Turn) => {
  const answeredMs = latencies?.firstPlayedMs ?? latencies?.firstFrameMs ?? null;
  return {
    customer: Number(speaker === 'customer'),
    slow: Number((answeredMs ?? 0) > SLOW_ANSWER_MS),
    interrupted: Number(speaker === 'assistant' && interrupted),
    answeredMs: answeredMs === null ? null : Math.round(answeredMs),
    audioOffsetMs: offset(audioOffsetMs),
  };
};

/** Projects the columns of the list of calls. */
export const projectCalls = (db: Database): ((stored: Stored<CallEvent>) => void) => {
  const statements = prepare(db);
  const showOutcome = outcomeOfCall(db);
  const showReview = reviewOfCall(db);
  const current = survivorOf(db);
  return ({ businessId, id, at, event }) => {
    switch (event.type) {
      case 'call.accepted': {
        const call = newCall(businessId, id, at, event);
        const contactId = call.contactId === null ? null : current(call.contactId);
        statements.accept.run({ ...call, contactId });
        showOutcome(businessId, id);
        showReview(businessId, id);
        return;
      }
      case 'call.ringing':
        statements.ring.run({ businessId, id });
        return;
      case 'call.answered':
        statements.answer.run({ businessId, id, at: event.answeredAt ?? at });
        return;
      case 'call.hangup_requested':
        if (event.cancelling) statements.cancel.run({ businessId, id });
        return;
      case 'call.disclosed':
        statements.disclose.run({ businessId, id, heardAtMs: event.heardAtMs, heard: event.heard });
        return;
      case 'call.turn':
        statements.speak.run({ businessId, id, ...marksOf(event.turn) });
        return;
      case 'call.tool_ended':
        if (event.end.outcome === 'failed') statements.failTool.run({ businessId, id });
        return;
      case 'call.ended': {
        const { status, endedBy, endReason, durationSeconds } = event;
        statements.end.run({ businessId, id, status, endedBy, endReason, durationSeconds, at });
        return;
      }
      case 'call.recording_finished':
        statements.record.run({ businessId, id, filename: event.recording?.filename ?? null });
        return;
      case 'call.settled':
        statements.settle.run({ businessId, id, charged: event.chargedMicrocredits });
        return;
      case 'call.line_leased':
      case 'call.placing':
      case 'call.placed':
      case 'call.suppression_ordered':
      case 'call.placement_unknown':
      case 'call.media_attached':
      case 'call.media_detached':
      case 'call.greeting_begun':
      case 'call.noted':
      case 'call.tokens_used':
      case 'call.tool_begun':
      case 'call.transfer_requested':
      case 'call.transfer_answered':
      case 'call.line_joined':
      case 'call.line_left':
      case 'call.taken_over':
      case 'call.handed_back':
      case 'call.agent_noted':
      case 'call.block_due':
      case 'call.block_reserved':
      case 'call.credit_exhausted':
      case 'call.hangup_due':
      case 'call.hangup_attempted':
      case 'call.check_due':
      case 'call.checked':
        return;
      default:
        assertNever(event);
    }
  };
};

/** Moves the calls of a merged contact to the one that took it over. They keep the name under which they were placed. */
export const projectMergedCalls = (db: Database): ((stored: Stored<ContactEvent>) => void) => {
  const move = db.prepare<[string, string, string]>(
    'UPDATE calls SET contact_id = ? WHERE business_id = ? AND contact_id = ?',
  );
  return ({ businessId, event }) => {
    if (event.type === 'contact.merged') move.run(event.contactId, businessId, event.otherContactId);
  };
};
