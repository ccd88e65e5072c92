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
import { rowNumber, type Stored } from '../kernel/stored-event.js';
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
  readonly analysis_microcredits: number | null;
}

const isVoicemail = ({ end_reason }: CallRow): boolean =>
  VOICEMAIL_END_REASONS.some((reason) => reason === end_reason);

/** An event that is counted. */
type CountedEvent = Extract<
  CallEvent,
  { readonly type: 'call.turn' | 'call.tool_begun' | 'call.tool_ended' }
>;

const isCounted = (event: CallEvent): event is CountedEvent =>
  event.type === 'call.turn' || event.type === 'call.tool_begun' || event.type === 'call.tool_ended';

const CHARGES = slotOf('analysisMicrocredits');

const countCalls = (db: Database) => {
  const find = db.prepare<[string, string], CallRow>(
    `SELECT row, status, agent_id, agent_version, campaign_id, answered_at, created_at, duration_seconds, charged_microcredits,
       end_reason, analysis_status, success,
       (SELECT charged FROM call_analyses a WHERE a.business_id = calls.business_id AND a.call_id = calls.id) AS analysis_microcredits
     FROM calls WHERE business_id = ? AND id = ? AND consultation_of IS NULL`,
  );
  const historyOf = shownEvents(db);
  const counted = counting(db, 'calls');
  const count = (businessId: string, call: CallRow, events: readonly CountedEvent[]): void => {
    const under = {
      businessId,
      agentId: call.agent_id,
      version: call.agent_version,
      campaignId: call.campaign_id,
      channel: null,
      outcome: isVoicemail(call) ? 'voicemail' : call.status,
      at: call.created_at,
    };
    counted.count(call.row, under, callFacts(call, events));
  };
  return {
    /** Counts a call whose charge is settled, unless its callee is no customer. `events`: null: they are in its history. */
    settled: (businessId: string, id: string, events: readonly CountedEvent[] | null): void => {
      const call = find.get(businessId, id);
      if (call !== undefined) count(businessId, call, events ?? historyOf(call.row).filter(isCounted));
    },
    /** Counts a call again if it is counted. */
    changed: (businessId: string, id: string): void => {
      const call = find.get(businessId, id);
      if (call !== undefined && counted.has(call.row))
        count(businessId, call, historyOf(call.row).filter(isCounted));
    },
    /** Counts the charges of its analyses again if it is counted. */
    charged: (businessId: string, id: string): void => {
      const call = find.get(businessId, id);
      if (call !== undefined) counted.replace(call.row, CHARGES, call.analysis_microcredits ?? 0);
    },
  };
};

/** The most calls whose events are held until they are settled; those of others are read from the history. */
const MAX_HELD = 1_000;

interface HeldCall {
  /** Of the last held event, in the order of the journal: events are applied again after an error. */
  position: number;
  readonly events: CountedEvent[];
}

/** Counts calls of customers. Events of calls that began in this process are held, because reading them again takes longer. */
export const projectCountedCalls = (db: Database): ((stored: Stored<CallEvent>) => void) => {
  const { settled, changed } = countCalls(db);
  const held = new Map<string, HeldCall>();
  return (stored) => {
    const { businessId, id, event } = stored;
    if (event.type === 'call.accepted') {
      if (held.size >= MAX_HELD) held.clear();
      held.set(id, { position: rowNumber(stored), events: [] });
      return;
    }
    if (event.type === 'call.settled') {
      settled(businessId, id, held.get(id)?.events ?? null);
      held.delete(id);
      return;
    }
    if (!isCounted(event)) return;
    const call = held.get(id);
    if (call === undefined) changed(businessId, id);
    else if (rowNumber(stored) > call.position) {
      call.position = rowNumber(stored);
      call.events.push(event);
    }
  };
};

/** Counts the outcomes and the charges of analyses. */
export const projectCountedAnalyses = (db: Database): ((stored: Stored<AnalysisEvent>) => void) => {
  const { changed, charged } = countCalls(db);
  return ({ businessId, id, event }) => {
    if (event.type === 'analysis.ended' || event.type === 'analysis.repeated') changed(businessId, id);
    if (event.type === 'analysis.settled') charged(businessId, id);
  };
};

const callFacts = (call: CallRow, events: readonly CountedEvent[]): Facts => {
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
  counter('analysisMicrocredits', call.analysis_microcredits ?? 0);
  counter('analyzed', call.analysis_status === 'completed');
  counter('succeeded', call.success === 1);
  counter('notSucceeded', call.success === 0);
  counter('silenceEnds', call.end_reason === 'silence');
  if (isAnswered) value('callSeconds', call.duration_seconds);
  for (const event of events) {
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
