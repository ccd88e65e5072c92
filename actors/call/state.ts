/** A call's state, folded from its events. */

import { assertNever } from '../../schemas/assert.js';
import type { EndedBy, EndReason, TerminalStatus, VoiceCallStatus } from '../../schemas/calls/voice-call.js';
import type { ActorRef } from '../runtime/actor.js';
import { type Checking, checkingAfter } from './checking-state.js';
import type {
  AgentSnapshot,
  BegunToolUse,
  CallEvent,
  CalleeSnapshot,
  CampaignLink,
  HeardDisclosure,
  NoteToAgent,
  ToolUseEnd,
  TransferOutcome,
  Turn,
} from './events.js';
import { type MediaState, mediaAfter } from './media-state.js';
import { seenAfter } from './seen.js';

/** Whether a call exists at the carrier. `since`: when that carrier was asked, ms since the epoch. */
type Placement =
  | { readonly type: 'none' }
  | { readonly type: 'placing'; readonly since: number }
  | { readonly type: 'unknown'; readonly since: number }
  | { readonly type: 'placed'; readonly since: number; readonly carrierCallId: string };

export interface Accepted {
  readonly at: number;
  readonly agent: AgentSnapshot;
  readonly callee: CalleeSnapshot;
  readonly campaign: CampaignLink | null;
  /** The call about whose customer the callee is consulted; null: the callee is a customer. */
  readonly consultationOf: string | null;
}

export interface HangUp {
  readonly by: EndedBy;
  readonly reason: EndReason;
  readonly requestedAt: number;
  /** Number of the latest attempt that became due; 0 while the carrier's call is unknown. */
  readonly attempt: number;
  /** Whether attempt `attempt` is yet to be carried out. */
  readonly owed: boolean;
}

interface Billing {
  readonly reservedBlocks: number;
  /** The block being requested; null: none. */
  readonly asking: number | null;
  readonly exhausted: boolean;
}

interface Ended {
  readonly at: number;
  readonly status: TerminalStatus;
  readonly endedBy: EndedBy;
  readonly endReason: EndReason;
  readonly durationSeconds: number;
  readonly carrierCostMicrocredits: number;
}

export interface ToolUseOfCall extends BegunToolUse {
  /** Null: it is in progress, or its session ended before it. */
  readonly end: ToolUseEnd | null;
}

interface Transfer {
  readonly useId: string;
  /** E.164. */
  readonly to: string;
  /** Null: the carrier has not answered yet. */
  readonly outcome: TransferOutcome | null;
  /** When the outcome became known; until then, when the transfer was requested. */
  readonly at: number;
}

export interface CallState {
  readonly callId: string;
  readonly businessId: string;
  /** Null: there is no such call. */
  readonly accepted: Accepted | null;
  readonly status: VoiceCallStatus;
  readonly line: 'waiting' | 'leased';
  readonly carrier: string | null;
  /** Fallback carriers that were not asked yet. */
  readonly standIns: readonly string[];
  /** Carrier → caller number, E.164. */
  readonly from: Readonly<Record<string, string>>;
  /** Number of carriers asked to place the call. */
  readonly asked: number;
  readonly placement: Placement;
  /** No other carrier is tried. */
  readonly isSuppressed: boolean;
  readonly answeredAt: number | null;
  /** Last sign of life ({@link seenAfter}). */
  readonly seenAt: number | null;
  readonly media: MediaState | null;
  readonly greetingBegun: boolean;
  /** Null: the disclosure was not heard, or there is none. */
  readonly disclosed: HeardDisclosure | null;
  readonly turns: readonly Turn[];
  readonly noteCount: number;
  readonly toolUses: readonly ToolUseOfCall[];
  /** The latest transfer. */
  readonly transfer: Transfer | null;
  /** Number of lines that have ever joined; `lines` are those that have not left. */
  readonly linesJoined: number;
  readonly lines: readonly string[];
  /** The line that speaks in place of the agent; null: none. */
  readonly operator: string | null;
  /** Notes to the agent outside the conversation. */
  readonly notes: readonly NoteToAgent[];
  readonly hangUp: HangUp | null;
  readonly billing: Billing;
  readonly checking: Checking;
  readonly ended: Ended | null;
  readonly recordingFinished: boolean;
  readonly settled: boolean;
}

export const initial = (ref: ActorRef): CallState => ({
  callId: ref.id,
  businessId: ref.business,
  accepted: null,
  status: 'queued',
  line: 'waiting',
  carrier: null,
  standIns: [],
  from: {},
  asked: 0,
  placement: { type: 'none' },
  isSuppressed: false,
  answeredAt: null,
  seenAt: null,
  media: null,
  greetingBegun: false,
  disclosed: null,
  turns: [],
  noteCount: 0,
  toolUses: [],
  transfer: null,
  linesJoined: 0,
  lines: [],
  operator: null,
  notes: [],
  hangUp: null,
  billing: { reservedBlocks: 0, asking: null, exhausted: false },
  checking: { count: 0, owed: false, nextAt: 0, missing: null },
  ended: null,
  recordingFinished: false,
  settled: false,
});

/** Delay of the first look-up after each step, ms; `call.checked` sets later ones. */
const FIRST_CHECK_MS = { placing: 15_000, unknown: 2_000, ringing: 20_000, answered: 30_000 } as const;

export const evolve = (state: CallState, event: CallEvent, at: number): CallState => ({
  ...eventApplied(state, event, at),
  seenAt: seenAfter(state.seenAt, event, at),
});

const eventApplied = (state: CallState, event: CallEvent, at: number): CallState => {
  switch (event.type) {
    case 'call.accepted':
      return acceptedAfter(state, event, at);
    case 'call.line_leased':
      return { ...state, line: 'leased' };
    case 'call.placing':
      return {
        ...placed(state, event, at),
        carrier: event.carrier,
        standIns: state.standIns.filter((name) => name !== event.carrier),
        asked: state.asked + 1,
      };
    case 'call.placed':
    case 'call.placement_unknown':
      return placed(state, event, at);
    case 'call.suppression_ordered':
      return { ...state, isSuppressed: true };
    case 'call.ringing':
      return { ...state, status: forward(state.status, 'ringing') };
    case 'call.answered':
      return {
        ...state,
        status: forward(state.status, 'answered'),
        answeredAt: event.answeredAt ?? at,
        checking: { ...state.checking, nextAt: at + FIRST_CHECK_MS.answered, missing: null },
      };
    case 'call.media_attached':
    case 'call.media_detached':
      return { ...state, media: mediaAfter(state.media, event, at) };
    case 'call.tokens_used':
      return state;
    case 'call.greeting_begun':
    case 'call.disclosed':
      return openingAfter(state, event);
    case 'call.turn':
      return { ...state, turns: [...state.turns, event.turn] };
    case 'call.noted':
      return { ...state, noteCount: state.noteCount + 1 };
    case 'call.tool_begun':
    case 'call.tool_ended':
      return { ...state, toolUses: toolUsesAfter(state.toolUses, event) };
    case 'call.transfer_requested':
      return { ...state, transfer: { useId: event.useId, to: event.to, outcome: null, at } };
    case 'call.transfer_answered':
      return state.transfer === null
        ? state
        : { ...state, transfer: { ...state.transfer, outcome: event.outcome, at } };
    case 'call.line_joined':
    case 'call.line_left':
    case 'call.taken_over':
    case 'call.handed_back':
    case 'call.agent_noted':
      return operatorsAfter(state, event, at);
    case 'call.block_due':
    case 'call.block_reserved':
    case 'call.credit_exhausted':
      return { ...state, billing: billingAfter(state.billing, event) };
    case 'call.hangup_requested':
      return {
        ...state,
        status: event.cancelling ? 'cancelling' : state.status,
        hangUp: hangUpAfter(state.hangUp, event, at),
      };
    case 'call.hangup_due':
    case 'call.hangup_attempted':
      return { ...state, hangUp: hangUpAfter(state.hangUp, event, at) };
    case 'call.check_due':
    case 'call.checked':
      return { ...state, checking: checkingAfter(state.checking, event, at) };
    case 'call.ended':
      return { ...state, status: event.status, ended: endOf(event, at) };
    case 'call.recording_finished':
      return { ...state, recordingFinished: true };
    case 'call.settled':
      return { ...state, settled: true };
    default:
      return assertNever(event);
  }
};

const acceptedAfter = (state: CallState, event: EventOf<'call.accepted'>, at: number): CallState => {
  const { agent, callee, campaign, consultationOf = null, carrier, standIns = [], from = {} } = event;
  return {
    ...state,
    accepted: { at, agent, callee, campaign, consultationOf },
    carrier,
    standIns,
    from,
    billing: { ...state.billing, reservedBlocks: event.reservedBlocks },
  };
};

const billingAfter = (
  billing: CallState['billing'],
  event: EventOf<'call.block_due' | 'call.block_reserved' | 'call.credit_exhausted'>,
): CallState['billing'] => {
  switch (event.type) {
    case 'call.block_due':
      return { ...billing, asking: event.block };
    case 'call.block_reserved':
      return { reservedBlocks: event.block, asking: null, exhausted: false };
    case 'call.credit_exhausted':
      return { ...billing, asking: null, exhausted: true };
    default:
      return assertNever(event);
  }
};

type EventOf<Type extends CallEvent['type']> = Extract<CallEvent, { readonly type: Type }>;

const placed = (
  state: CallState,
  event: EventOf<'call.placing' | 'call.placed' | 'call.placement_unknown'>,
  at: number,
): CallState => {
  const { placement, checking } = state;
  const since = placement.type === 'none' ? at : placement.since;
  switch (event.type) {
    case 'call.placing':
      return {
        ...state,
        placement: { type: 'placing', since: at },
        checking: { ...checking, nextAt: at + FIRST_CHECK_MS.placing },
      };
    case 'call.placed':
      return {
        ...state,
        placement: { type: 'placed', since, carrierCallId: event.carrierCallId },
        checking: { ...checking, nextAt: at + FIRST_CHECK_MS.ringing, missing: null },
      };
    case 'call.placement_unknown':
      return {
        ...state,
        placement: { type: 'unknown', since },
        checking: { ...checking, nextAt: at + FIRST_CHECK_MS.unknown },
      };
    default:
      return assertNever(event);
  }
};

/** How far the customer has heard the opening: the greeting and the disclosure. */
const openingAfter = (
  state: CallState,
  event: EventOf<'call.greeting_begun' | 'call.disclosed'>,
): CallState =>
  event.type === 'call.greeting_begun'
    ? { ...state, greetingBegun: true }
    : { ...state, disclosed: { heardAtMs: event.heardAtMs, heard: event.heard } };

const toolUsesAfter = (
  uses: readonly ToolUseOfCall[],
  event: EventOf<'call.tool_begun' | 'call.tool_ended'>,
): readonly ToolUseOfCall[] =>
  event.type === 'call.tool_begun'
    ? [...uses, { ...event.use, end: null }]
    : uses.map((use) => (use.id === event.id ? { ...use, end: event.end } : use));

/** The lines on the call, and the notes to the agent. */
const operatorsAfter = (
  state: CallState,
  event: EventOf<
    'call.line_joined' | 'call.line_left' | 'call.taken_over' | 'call.handed_back' | 'call.agent_noted'
  >,
  at: number,
): CallState => {
  const { lines, linesJoined, notes } = state;
  switch (event.type) {
    case 'call.line_joined':
      return { ...state, linesJoined: linesJoined + 1, lines: [...lines, event.lineId] };
    case 'call.line_left':
      return { ...state, lines: lines.filter((id) => id !== event.lineId) };
    case 'call.taken_over':
      return { ...state, operator: event.lineId };
    case 'call.handed_back': {
      const withNote = event.note === '' ? notes : [...notes, { noteId: null, text: event.note, at }];
      return { ...state, operator: null, notes: withNote };
    }
    case 'call.agent_noted': {
      const { noteId, text } = event;
      return { ...state, notes: [...notes, { noteId, text, at }] };
    }
    default:
      return assertNever(event);
  }
};

/** The first hang-up request determines who ends the call. */
const hangUpAfter = (
  hangUp: HangUp | null,
  event: EventOf<'call.hangup_requested' | 'call.hangup_due' | 'call.hangup_attempted'>,
  at: number,
): HangUp | null => {
  if (event.type === 'call.hangup_requested') {
    const { by, reason } = event;
    return hangUp ?? { by, reason, requestedAt: at, attempt: 0, owed: false };
  }
  if (hangUp === null) return null;
  return event.type === 'call.hangup_due'
    ? { ...hangUp, attempt: event.attempt, owed: true }
    : { ...hangUp, owed: false };
};

const endOf = (event: EventOf<'call.ended'>, at: number): Ended => {
  const { status, endedBy: by, endReason, durationSeconds, carrierCostMicrocredits } = event;
  return { at, status, endedBy: by, endReason, durationSeconds, carrierCostMicrocredits };
};

/** Whether no turns can still arrive: the call has ended and no media socket is attached. */
export const isTranscriptFinal = ({ ended, media }: CallState): boolean =>
  ended !== null && (media === null || media.attachmentId === null);

/**
 * Whether the customer may be connected elsewhere, so that the call needs no media. A transfer with an unknown outcome
 * counts.
 */
export const isPutThrough = ({ transfer }: CallState): boolean =>
  transfer !== null && transfer.outcome !== 'refused' && transfer.outcome !== 'returned';

/** Over for good: late turns are still kept (decide.ts, C4), but have no consequences. */
export const isFinished = ({ ended, settled, media, recordingFinished }: CallState): boolean =>
  ended !== null && settled && (media === null || recordingFinished);

/** A late event never moves a call backwards, and only a terminal result leaves `cancelling`. */
const forward = (from: VoiceCallStatus, to: 'ringing' | 'answered'): VoiceCallStatus =>
  from === 'queued' || (from === 'ringing' && to === 'answered') ? to : from;
