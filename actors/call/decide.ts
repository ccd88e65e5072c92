/**
 * Decisions of a call. It guarantees:
 *
 * C1. At most one placement is requested at a time: `call.placing` is written before the carrier is asked, another
 *     carrier is asked only when one has definitely placed nothing, and an unclear outcome leads to look-ups only.
 * C2. A call ends exactly once, with one reason, and nothing after the end changes its status.
 * C3. Late, repeated and reordered reports never move a call backwards; `cancelling` ends only in a terminal result.
 * C4. What the customer and the agent said is kept even if it arrives after the end.
 * C5. A campaign's call is placed only after the campaign has confirmed, with the line in hand, that its claim still holds.
 * C6. An answered call ends on the carrier's report, or after the carrier was asked to hang up and did not confirm it;
 *     either way with its connected seconds.
 * C7. A call is placed only within a minute of a clearance that was decided with the line in hand.
 * C8. After a suppression of its callee, a call no longer writes `call.placing`.
 */

import { DEFAULT_VOICEMAIL } from '../../schemas/agents/voicemail.js';
import { assertNever } from '../../schemas/assert.js';
import { END_REASONS, type EndReason, type TerminalStatus } from '../../schemas/calls/voice-call.js';
import { DomainError } from '../../schemas/errors.js';
import type { Envelope, TimerDue } from '../runtime/actor.js';
import { checkEvery, isGone, isNotPlaced } from './checking.js';
import { clearResult } from './clearing.js';
import type { CallCommand, CallProgressReport, CheckResult, PlacementResult } from './commands.js';
import { answerFromReport, end, endFromReport } from './ending.js';
import type { CallEvent } from './events.js';
import { cancel, hangUpResult, orderSuppression, requestHangUp } from './hanging-up.js';
import { operatorEvents } from './operators.js';
import type { CallState } from './state.js';
import { transfer, transferResult } from './transferring.js';

/** More tool uses than sessions allow a model on one call (media/session/reply/tools.ts). */
const MAX_TOOL_USES = 100;
/** Enough to diagnose what went wrong; more notes from a session are noise. */
const MAX_NOTES = 100;

export const decide = (
  state: CallState,
  { command, at }: Envelope<CallCommand | TimerDue>,
): readonly CallEvent[] => {
  if (command.type === 'start') return start(state, command, at);
  if (state.accepted === null) {
    if (command.type === 'attach_media') throw new DomainError('call_not_live');
    throw new DomainError('call_not_found');
  }
  switch (command.type) {
    case 'line_granted':
      return state.ended === null && state.line === 'waiting' ? [{ type: 'call.line_leased' }] : [];
    case 'clear_result':
      return clearResult(state, command.result, at);
    case 'order_suppression':
      return orderSuppression(state, command.hangUp, at);
    case 'placement_result':
      return placementResult(state, command.result, at);
    case 'carrier_report':
      return report(state, command.report, at);
    case 'check_result':
      return checkResult(state, command.check, command.result, at);
    case 'attach_media':
      return attach(state, command.attachmentId, command.carrierCallId);
    case 'detach_media':
      return [...tokensUsed(command), ...detach(state, command)];
    case 'begin_greeting':
      return state.greetingBegun ? [] : [{ type: 'call.greeting_begun' }];
    case 'disclose':
      return disclose(state, command);
    case 'record_turn':
      return state.turns.some((turn) => turn.turnId === command.turn.turnId)
        ? []
        : [{ type: 'call.turn', turn: command.turn }];
    case 'note':
      return state.noteCount >= MAX_NOTES ? [] : [{ type: 'call.noted', note: command.note }];
    case 'begin_tool':
      return state.toolUses.length >= MAX_TOOL_USES || state.toolUses.some(({ id }) => id === command.use.id)
        ? []
        : [{ type: 'call.tool_begun', use: command.use }];
    case 'end_tool':
      return state.toolUses.some(({ id, end }) => id === command.id && end === null)
        ? [{ type: 'call.tool_ended', id: command.id, end: command.end }]
        : [];
    case 'join_line':
    case 'leave_line':
    case 'take_over':
    case 'hand_back':
    case 'note_to_agent':
      return operatorEvents(state, command);
    case 'transfer':
      return transfer(state, command.useId, command.to);
    case 'transfer_result':
      return transferResult(state, command.useId, command.outcome, at);
    case 'hang_up':
      return state.ended !== null || state.hangUp !== null || isSuperseded(state, command.attachmentId)
        ? []
        : requestHangUp(state, at, command.by, command.reason, false);
    case 'cancel':
      return cancel(state, at);
    case 'hangup_result':
      return hangUpResult(state, command.attempt, command.outcome);
    case 'block_result':
      return blockResult(state, command.block, command.granted);
    case 'recording_result':
      return state.ended === null || state.recordingFinished
        ? []
        : [{ type: 'call.recording_finished', recording: command.recording }];
    case 'settle_result':
      return state.ended === null || state.settled
        ? []
        : [
            {
              type: 'call.settled',
              blocks: command.blocks,
              chargedMicrocredits: command.chargedMicrocredits,
            },
          ];
    case 'timer_due':
      return timerDue(state, command.name, at);
    default:
      return assertNever(command);
  }
};

const start = (
  state: CallState,
  command: Extract<CallCommand, { type: 'start' }>,
  at: number,
): readonly CallEvent[] => {
  if (state.accepted !== null) return [];
  if (at > command.startBy) throw new DomainError('not_ready');
  const accepted: CallEvent = {
    type: 'call.accepted',
    agent: command.agent,
    callee: command.callee,
    campaign: command.campaign,
    carrier: command.carrier,
    reservedBlocks: command.reservedBlocks,
    ...(command.standIns === undefined ? {} : { standIns: command.standIns }),
    ...(command.from === undefined ? {} : { from: command.from }),
    ...(command.consultationOf === undefined ? {} : { consultationOf: command.consultationOf }),
  };
  if (command.line === 'waiting') return [accepted];
  return [accepted, { type: 'call.line_leased' }];
};

const placementResult = (state: CallState, result: PlacementResult, at: number): readonly CallEvent[] => {
  // A callback may have arrived before the carrier's answer to our request.
  if (state.ended !== null || state.placement.type === 'placed' || state.placement.type === 'none') return [];
  switch (result.outcome) {
    case 'placed':
      return [...placed(state, result.carrierCallId), { type: 'call.ringing' }];
    case 'refused':
      // The call is already answered, so it exists despite the refusal of our request.
      if (state.answeredAt !== null) return placementUnknown(state);
      return refused(state, result.reason, at);
    case 'unknown':
      return placementUnknown(state);
    default:
      return assertNever(result);
  }
};

/** A failure of the carrier itself says nothing about the number, so the next carrier is asked. C1 */
const refused = (
  state: CallState,
  reason: Extract<PlacementResult, { readonly outcome: 'refused' }>['reason'],
  at: number,
): readonly CallEvent[] => {
  const [next] = state.standIns;
  return next === undefined || reason !== 'carrier_failed' || state.hangUp !== null || state.isSuppressed
    ? [endUnplaced(state, at, reason)]
    : [{ type: 'call.placing', carrier: next }];
};

/** If the answer to our request was lost, the attached media socket still identifies the call. */
const placementUnknown = (state: CallState): readonly CallEvent[] => {
  const carrierCallId = state.media?.carrierCallId;
  if (carrierCallId) return placed(state, carrierCallId);
  return state.placement.type === 'unknown' ? [] : [{ type: 'call.placement_unknown' }];
};

/** No call exists, for certain, so an operator's cancellation has succeeded. */
const endUnplaced = (state: CallState, at: number, reason: EndReason): CallEvent =>
  state.status === 'cancelling' ? end(state, at, 'cancelled', 'cancelled') : end(state, at, 'failed', reason);

const placed = (state: CallState, carrierCallId: string): readonly CallEvent[] => {
  const events: CallEvent[] = [{ type: 'call.placed', carrierCallId }];
  if (state.hangUp !== null) events.push({ type: 'call.hangup_due', attempt: 1 });
  return events;
};

const report = (state: CallState, reported: CallProgressReport, at: number): readonly CallEvent[] => {
  if (state.ended !== null || state.placement.type === 'none') return [];
  if (state.placement.type === 'placed' && state.placement.carrierCallId !== reported.carrierCallId)
    return [];
  const placement = state.placement.type === 'placed' ? [] : placed(state, reported.carrierCallId);
  switch (reported.progress) {
    case 'queued':
      return placement;
    case 'ringing':
      return state.status === 'queued' ? [...placement, { type: 'call.ringing' }] : placement;
    case 'answered':
      return [
        ...placement,
        ...(state.answeredAt === null ? [{ type: 'call.answered' } as const] : []),
        ...hangUpOnMachine(state, reported, at),
      ];
    case 'ended':
      return [...placement, endFromReport(state, at, statusOf(state), reported)];
    case 'completed':
    case 'busy':
    case 'no_answer':
    case 'failed':
    case 'cancelled':
      return [
        ...placement,
        ...answerFromReport(state, at, reported),
        endFromReport(state, at, reported.progress, reported),
      ];
    default:
      return assertNever(reported.progress);
  }
};

/** The status of an ended call if its carrier does not report how it ended. */
const statusOf = ({ answeredAt, hangUp }: CallState): TerminalStatus => {
  if (answeredAt !== null) return 'completed';
  return hangUp === null ? 'failed' : 'cancelled';
};

/** The session, not the call, speaks the agent's message to a machine (media/session/hearing/voicemail.ts). */
const hangUpOnMachine = (
  state: CallState,
  { answeredBy }: CallProgressReport,
  at: number,
): readonly CallEvent[] => {
  const { type } = state.accepted?.agent.voicemail ?? DEFAULT_VOICEMAIL;
  if (answeredBy !== 'machine' || type !== 'hang_up' || state.hangUp !== null) return [];
  return requestHangUp(state, at, END_REASONS.voicemail, 'voicemail', false);
};

const checkResult = (
  state: CallState,
  check: number,
  result: CheckResult,
  at: number,
): readonly CallEvent[] => {
  if (state.ended !== null || !state.checking.owed || state.checking.count !== check) return [];
  const { outcome } = result;
  const checked: CallEvent = { type: 'call.checked', check, nextCheckAt: at + checkEvery(state), outcome };
  switch (outcome) {
    case 'found':
      return [checked, ...report(state, result.report, at)];
    case 'not_found':
      if (isNotPlaced(state, at)) return [checked, end(state, at, 'failed', 'placement_unknown')];
      return isGone(state, at) ? [checked, endUnplaced(state, at, 'carrier_failed')] : [checked];
    case 'unknown':
      return [checked];
    default:
      return assertNever(outcome);
  }
};

const attach = (
  state: CallState,
  attachmentId: string,
  carrierCallId: string | undefined,
): readonly CallEvent[] => {
  if (state.ended !== null || state.hangUp !== null || state.placement.type === 'none')
    throw new DomainError('call_not_live');
  if (state.media?.attachmentId === attachmentId) return [];
  const placement =
    carrierCallId !== undefined && state.placement.type === 'unknown' ? placed(state, carrierCallId) : [];
  const { transfer: previousTransfer } = state;
  // A transferred customer comes back for one reason only: the transfer did not connect.
  const returned: readonly CallEvent[] =
    previousTransfer !== null && previousTransfer.outcome === 'accepted'
      ? [{ type: 'call.transfer_answered', useId: previousTransfer.useId, outcome: 'returned' }]
      : [];
  const attached: CallEvent = {
    type: 'call.media_attached',
    attachmentId,
    ...(carrierCallId === undefined ? {} : { carrierCallId }),
  };
  // Media flows only on an answered call, whatever the carrier's callbacks have reported so far.
  return state.answeredAt === null
    ? [...placement, { type: 'call.answered' }, attached]
    : [...placement, ...returned, attached];
};

/** Whether media with another id is attached by now. */
const isSuperseded = ({ media }: CallState, attachmentId: string | undefined): boolean =>
  attachmentId !== undefined &&
  media !== null &&
  media.attachmentId !== null &&
  media.attachmentId !== attachmentId;

/** The first report counts, even if it arrives after the end (C4). */
const disclose = (
  { accepted, disclosed }: CallState,
  { heardAtMs, heard }: Extract<CallCommand, { type: 'disclose' }>,
): readonly CallEvent[] =>
  disclosed !== null || accepted?.agent.disclosure === undefined
    ? []
    : [{ type: 'call.disclosed', heardAtMs, heard }];

/** Also recorded for a superseded session and for an ended call: the tokens were used. */
const tokensUsed = ({
  attachmentId,
  tokens = [],
}: Extract<CallCommand, { type: 'detach_media' }>): readonly CallEvent[] =>
  tokens.length === 0 ? [] : [{ type: 'call.tokens_used', attachmentId, models: tokens }];

const detach = (
  state: CallState,
  { attachmentId, heardUntil }: Extract<CallCommand, { type: 'detach_media' }>,
): readonly CallEvent[] => {
  // A newer socket has replaced this one, so its detach says nothing about the call.
  if (state.media?.attachmentId !== attachmentId) return [];
  const heard = heardUntil === undefined ? {} : { heardUntil };
  const detached: CallEvent = { type: 'call.media_detached', attachmentId, ...heard };
  return state.ended === null && !state.checking.owed
    ? [detached, { type: 'call.check_due', check: state.checking.count + 1 }]
    : [detached];
};

const blockResult = (state: CallState, block: number, granted: boolean): readonly CallEvent[] => {
  if (state.ended !== null || state.billing.asking !== block) return [];
  return [granted ? { type: 'call.block_reserved', block } : { type: 'call.credit_exhausted', block }];
};

const timerDue = (state: CallState, name: string, at: number): readonly CallEvent[] => {
  if (state.ended !== null) return name === 'books' ? finaliseTranscript(state) : [];
  switch (name) {
    case 'line_wait':
      return [end(state, at, 'failed', 'no_line')];
    case 'reconcile':
      return [end(state, at, 'failed', 'placement_unknown')];
    case 'deadline':
      if (state.hangUp !== null) return [end(state, at, 'failed', 'carrier_failed')];
      return requestHangUp(
        state,
        at,
        'system',
        state.answeredAt === null ? 'carrier_failed' : 'max_duration',
        false,
      );
    case 'check':
      return [{ type: 'call.check_due', check: state.checking.count + 1 }];
    case 'hang_up':
      return state.hangUp === null ? [] : [{ type: 'call.hangup_due', attempt: state.hangUp.attempt + 1 }];
    case 'block':
      return [{ type: 'call.block_due', block: state.billing.reservedBlocks + 1 }];
    case 'credit_end':
      return requestHangUp(state, at, 'system', 'insufficient_credit', false);
    case 'media_lost':
      return requestHangUp(state, at, 'provider', 'media_lost', false);
    default:
      return [];
  }
};

/** Stops waiting for a session that is still attached. */
const finaliseTranscript = ({ media }: CallState): readonly CallEvent[] =>
  media === null || media.attachmentId === null
    ? []
    : [{ type: 'call.media_detached', attachmentId: media.attachmentId }];
