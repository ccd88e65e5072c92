/** Checks calls: placed once, ended eventually, billed exactly, states in order, transcripts as heard. */
import { isTerminal, TERMINAL_STATUSES } from '../../../schemas/calls/voice-call.js';
import { groupedBy } from '../groups.js';
import type { CallRecord, History, StatusSample } from '../history.js';
import type { Violation } from './violation.js';

/** @returns the broken promises about calls */
export const checkCalls = (history: History): readonly Violation[] => [
  ...checkPlacements(history),
  ...checkDenied(history),
  ...checkEnds(history),
  ...checkLedger(history),
  ...checkOrder(history),
  ...checkTranscripts(history),
  ...checkCuts(history),
];

const checkPlacements = ({ placements, calls }: History): readonly Violation[] => {
  const sids = groupedBy(placements, ({ callId }) => callId);
  const known = new Set(calls.map(({ callId }) => callId));
  return [...sids].flatMap(([callId, placed]) => [
    ...(placed.length > 1
      ? [{ code: 'placed_twice', what: `call ${callId} was placed ${placed.length} times` }]
      : []),
    ...(known.has(callId)
      ? []
      : [{ code: 'placed_unknown', what: `the carrier placed ${callId}, which the API does not show` }]),
  ]);
};

/**
 * A call that the carrier has placed must not end as `placement_unknown`. The documented exception is a request that
 * leaves a frozen node after its thaw.
 */
const checkDenied = ({ placements, calls, faults }: History): readonly Violation[] => {
  if (faults.some(({ type }) => type === 'node_frozen')) return [];
  const placed = new Set(placements.map(({ callId }) => callId));
  return calls
    .filter(({ callId, endReason }) => endReason === 'placement_unknown' && placed.has(callId))
    .map(({ callId }) => ({
      code: 'placement_denied',
      what: `call ${callId} ended as placement_unknown, but the carrier has placed it`,
    }));
};

const checkEnds = ({ calls }: History): readonly Violation[] =>
  calls
    .filter(({ status }) => !isTerminal(status))
    .map(({ callId, status }) => ({
      code: status === 'missing' ? 'accepted_request_lost' : 'call_open',
      what: `call ${callId} is ${status}`,
    }));

const checkLedger = ({ ledger, calls, placements }: History): readonly Violation[] => {
  if (ledger === null) return [{ code: 'ledger_unreadable', what: 'the balance cannot be read' }];
  const found: Violation[] = [];
  const charged = calls.reduce((sum, { chargedMicrocredits }) => sum + chargedMicrocredits, 0);
  const { chargedMicrocredits, reservedMicrocredits, leasedLines } = ledger;
  if (chargedMicrocredits !== charged)
    found.push({
      code: 'ledger_wrong',
      what: `the business is charged ${chargedMicrocredits}, its calls sum up to ${charged}`,
    });
  if (reservedMicrocredits !== 0 || leasedLines !== 0)
    found.push({
      code: 'ledger_held',
      what: `${reservedMicrocredits} microcredits and ${leasedLines} lines are held`,
    });
  const byCall = new Map(calls.map((call) => [call.callId, call]));
  for (const { callId, status, durationSeconds } of placements) {
    const call = byCall.get(callId);
    if (call === undefined || status !== 'completed' || durationSeconds === 0) continue;
    if (call.chargedMicrocredits === 0)
      found.push({
        code: 'call_free',
        what: `call ${callId} was answered for ${durationSeconds} s, is ${call.status} ${call.endReason}, and costs nothing`,
      });
  }
  return found;
};

/** A status never goes back to one of a lower rank. */
const RANK: Readonly<Record<string, number>> = {
  queued: 0,
  ringing: 1,
  answered: 2,
  cancelling: 3,
  ...Object.fromEntries(TERMINAL_STATUSES.map((status) => [status, 4])),
};

const checkOrder = ({ samples, calls }: History): readonly Violation[] => {
  const last = new Map<string, StatusSample>();
  const found: Violation[] = [];
  for (const sample of samples) {
    const key = `${sample.callId} ${sample.node} ${sample.generation}`;
    const before = last.get(key);
    last.set(key, sample);
    if (before === undefined) continue;
    const isBack = (RANK[sample.status] ?? 0) < (RANK[before.status] ?? 0);
    const hasOtherEnd = isTerminal(before.status) && before.status !== sample.status;
    if (isBack || hasOtherEnd)
      found.push({
        code: 'state_went_back',
        what: `call ${sample.callId} was ${before.status} and then ${sample.status} at node ${sample.node}`,
      });
  }
  const ends = new Map(calls.map(({ callId, status }) => [callId, status]));
  for (const { callId, status } of last.values()) {
    const end = ends.get(callId);
    if (isTerminal(status) && end !== undefined && end !== status)
      found.push({ code: 'state_went_back', what: `call ${callId} was ${status}, and is ${end} in the end` });
  }
  return found;
};

/** A killed process loses unwritten words, as documented. Nothing within this time before and after a fault is judged, ms. */
const NEAR_MS = 6_000;

type Applied = History['faults'][number];

/** Whether a fault that is not harmless happened near the call. */
const isTouched = (
  { faults }: History,
  { answeredAt, endedAt }: { readonly answeredAt: number | null; readonly endedAt: number | null },
  isHarmless: (fault: Applied) => boolean,
): boolean =>
  faults.some(
    (fault) =>
      !isHarmless(fault) &&
      fault.beganAt !== null &&
      fault.beganAt - NEAR_MS < (endedAt ?? Number.POSITIVE_INFINITY) &&
      (fault.endedAt ?? Number.POSITIVE_INFINITY) + NEAR_MS > (answeredAt ?? 0),
  );

/**
 * Faults that lose no words: the session survives, or finalises its transcript first, and the journal receives the
 * words later.
 */
const KEEPS_WORDS: ReadonlySet<string> = new Set([
  'node_drained',
  'node_link_slow',
  'server_killed',
  'server_frozen',
  'leader_steps_down',
  'disk_full',
  'disk_read_only',
  'carrier_requests_lost',
  'callbacks_unreliable',
  'answered_lost',
  'meta_frozen',
  'meta_unreliable',
  'receiver_fails',
  'receiver_slow',
  'carrier_slow',
  'carrier_answers_lost',
  'clock_stepped',
]);

/** That much of the greeting has more than its first word, ms, also where its words are placed by their sound. */
const PROVES_WORDS_MS = 1_200;

/** The transcript contains what the carrier has acknowledged as played. */
const checkTranscripts = (history: History): readonly Violation[] => {
  const byCall = new Map(history.calls.map((call) => [call.callId, call]));
  return history.placements.flatMap((placement) => {
    const call = byCall.get(placement.callId);
    const isHeard = placement.streams === 1 && placement.acknowledgedMs >= PROVES_WORDS_MS;
    if (call === undefined || !isHeard || placement.endedAt === null) return [];
    if (isTouched(history, placement, ({ type }) => KEEPS_WORDS.has(type))) return [];
    if (call.transcript.some(({ speaker }) => speaker === 'assistant')) return [];
    const what = `call ${call.callId}: ${placement.acknowledgedMs} ms acknowledged, but no turn of the agent`;
    return [{ code: 'transcript_short', what }];
  });
};

/** A call waits half a minute for its media; it may not survive a node that is away for longer than this, ms. */
const AWAY_MS = 20_000;
/** A single node that stops, dies or freezes leaves its calls to another one. */
const LEAVES_CALLS: ReadonlySet<string> = new Set([
  'node_killed',
  'views_lost',
  'node_frozen',
  'node_drained',
]);
const keepsCalls = ({ type, beganAt, endedAt }: Applied): boolean =>
  KEEPS_WORDS.has(type) ||
  (LEAVES_CALLS.has(type) && beganAt !== null && endedAt !== null && endedAt - beganAt < AWAY_MS);

/** Reasons for which no call may end while its callee wants to continue. */
const CUT: ReadonlySet<string> = new Set(['media_lost', 'internal']);
const isCut = ({ endReason, endedBy }: CallRecord): boolean =>
  CUT.has(endReason ?? '') || (endedBy === 'system' && endReason === 'completed');

/** A call with a stream that only such faults touched is ended by its customer, or by an operator. */
const checkCuts = (history: History): readonly Violation[] => {
  const byCall = new Map(history.calls.map((call) => [call.callId, call]));
  return history.placements.flatMap((placement) => {
    const call = byCall.get(placement.callId);
    if (call === undefined || placement.streams === 0 || !isCut(call)) return [];
    if (isTouched(history, placement, keepsCalls)) return [];
    return [{ code: 'call_cut', what: `call ${call.callId} ended as ${call.endReason} by ${call.endedBy}` }];
  });
};
