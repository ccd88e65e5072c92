/**
 * Counts calls. A call is counted when its charge is settled, from its row and its history as they are by then, and again when more
 * becomes known of it: a late turn, an analysis. Each time replaces what was counted before, so that the order does not matter.
 */
import type { Database } from 'better-sqlite3';
import type { AnalysisEvent } from '../../actors/analysis/events.js';
import type { CallEvent, Turn } from '../../actors/call/events.js';
import type { CallOutcomeName } from '../../schemas/analytics/analytics.js';
import { VOICEMAIL_END_REASONS } from '../../schemas/calls/voice-call.js';
import { shownEvents } from '../calls/history.js';
import type { ShownEvent } from '../calls/history-row.js';
import type { Stored } from '../kernel/stored-event.js';
import { bucketOf, type Counter, type Distribution, slotOf } from './slots.js';
import { counting } from './tables.js';
import { type Facts, factsOf } from './tally.js';

interface CallRow {
  readonly row: number;
  readonly status: CallOutcomeName;
  readonly agent_id: string;
  readonly agent_version: number | null;
  readonly campaign_id: string | null;
  readonly answered_at: number | null;
  readonly created_at: number;
  readonly duration_seconds: number;
  readonly charged_microcredits: number;
  readonly end_reason: string | null;
  readonly analysis_status: string | null;
  readonly success: number | null;
}

const isVoicemail = ({ end_reason }: CallRow): boolean =>
  VOICEMAIL_END_REASONS.some((reason) => reason === end_reason);

/** Counts a call again; nothing happens while its charge is not settled, or if it is no call of a customer. */
const countCalls = (db: Database) => {
  const find = db.prepare<[string, string], CallRow>(
    `SELECT row, status, agent_id, agent_version, campaign_id, answered_at, created_at, duration_seconds, charged_microcredits,
       end_reason, analysis_status, success FROM calls WHERE business_id = ? AND id = ? AND consultation_of IS NULL`,
  );
  const historyOf = shownEvents(db);
  const counted = counting(db, 'calls');
  return (businessId: string, id: string, isSettled: boolean): void => {
    const call = find.get(businessId, id);
    if (call === undefined || !(isSettled || counted.has(call.row))) return;
    const under = {
      businessId,
      agentId: call.agent_id,
      version: call.agent_version,
      campaignId: call.campaign_id,
      outcome: isVoicemail(call) ? 'voicemail' : call.status,
      at: call.created_at,
    };
    counted.count(call.row, under, callFacts(call, historyOf(call.row)));
  };
};

/** Counts calls of customers. */
export const projectCountedCalls = (db: Database): ((stored: Stored<CallEvent>) => void) => {
  const count = countCalls(db);
  return ({ businessId, id, event }) => {
    switch (event.type) {
      case 'call.settled':
        count(businessId, id, true);
        return;
      case 'call.turn':
      case 'call.tool_begun':
      case 'call.tool_ended':
        count(businessId, id, false);
        return;
      default:
        return;
    }
  };
};

/** Counts the outcomes of analyses. */
export const projectCountedAnalyses = (db: Database): ((stored: Stored<AnalysisEvent>) => void) => {
  const count = countCalls(db);
  return ({ businessId, id, event }) => {
    if (event.type === 'analysis.ended' || event.type === 'analysis.repeated') count(businessId, id, false);
  };
};

const callFacts = (call: CallRow, history: readonly ShownEvent[]): Facts => {
  const counts = new Map<number, number>();
  const add = (slot: number, count: number): void => void counts.set(slot, (counts.get(slot) ?? 0) + count);
  const counter = (name: Counter, count: number | boolean): void => add(slotOf(name), Number(count));
  const value = (name: Distribution, of: number | null): void => {
    if (of !== null) add(bucketOf(name, of), 1);
  };
  const isAnswered = call.answered_at !== null && !isVoicemail(call);
  counter('all', 1);
  counter('answered', isAnswered);
  counter('durationSeconds', call.duration_seconds);
  counter('chargedMicrocredits', call.charged_microcredits);
  counter('analyzed', call.analysis_status === 'completed');
  counter('succeeded', call.success === 1);
  counter('notSucceeded', call.success === 0);
  counter('silenceEnds', call.end_reason === 'silence');
  if (isAnswered) value('callSeconds', call.duration_seconds);
  for (const event of history) {
    if (event.type === 'call.turn' && event.turn.speaker === 'assistant') {
      counter('agentTurns', 1);
      counter('interruptions', event.turn.interrupted);
      counter('silences', event.turn.nudge === true);
      addLatencies(event.turn.latencies, value);
    }
    if (event.type === 'call.tool_begun') counter('toolUses', 1);
    if (event.type === 'call.tool_ended') counter('toolFailures', event.end.outcome === 'failed');
  }
  return factsOf(counts);
};

const addLatencies = (
  latencies: Turn['latencies'],
  value: (name: Distribution, of: number | null) => void,
): void => {
  if (latencies === null) return;
  value('finalTranscriptMs', latencies.finalTranscriptMs);
  value('firstTokenMs', latencies.firstTokenMs);
  value('firstAudioMs', latencies.firstAudioMs);
  value('firstFrameMs', latencies.firstFrameMs);
  value('firstPlayedMs', latencies.firstPlayedMs);
};
