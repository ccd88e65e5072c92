/** A live call as the live page shows it, and how events change it. Pure. */
import type { Data } from '../../api/client.js';
import type { LiveEvent } from '../../api/operations.js';
import { wantsPerson } from './wants-person.js';

type Summary = Data<'listVoiceCalls'>['calls'][number];
type Detail = Data<'readVoiceCall'>;
type Turn = Extract<LiveEvent, { readonly type: 'call.turn' }>['turn'];
type Latencies = Turn['latencies'];

/** An event of a call. */
export type CallEvent = Extract<LiveEvent, { readonly callId: string }>;

/** From the end of the customer's speech to the audible answer; a longer silence seems like a fault, ms. */
export const SLOW_MS = 1_500;
/** Number of recent answers that are checked. */
const ANSWERS = 3;
/** Codes of a call's notes that report a fault. */
const TROUBLE = /_failed$|_lost$|_missing$|said_nothing$/;

export interface ActiveCall {
  readonly id: string;
  readonly contactName: string | null;
  readonly number: string;
  readonly agentName: string | null;
  readonly campaignName: string | null;
  readonly status: Summary['status'];
  /** ms since the epoch; null until the call is answered. */
  readonly answeredAt: number | null;
  /** ms since the epoch. */
  readonly createdAt: number;
  /** ms since the epoch; null while the call is live. */
  readonly endedAt: number | null;
  /** The last words of either side. */
  readonly lastTurn: { readonly speaker: Turn['speaker']; readonly text: string } | null;
  /** When they were spoken, ms since the epoch. */
  readonly lastTurnAt: number | null;
  /** Whether the customer has requested a person and no colleague has taken over since. */
  readonly wantsPerson: boolean;
  /** Latencies of the last answers, ms; the latest last. */
  readonly answers: readonly number[];
  /** Whether a person speaks in the agent's place; null if not known yet. */
  readonly takenOver: boolean | null;
  /** Code of the note that reports a fault; null if there is none. */
  readonly trouble: string | null;
  /** Whether names and earlier words have been read. */
  readonly isRead: boolean;
}

/** Display name of the call. */
export const displayNameOf = ({ contactName, number }: ActiveCall): string => contactName ?? number;

/** The slowest of the last answers if it is out of budget, ms; otherwise null. */
export const slowestAnswerOf = ({ answers }: ActiveCall): number | null => {
  const slowest = Math.max(0, ...answers);
  return slowest > SLOW_MS ? slowest : null;
};

const timeOf = (at: string | null): number | null => (at === null ? null : Date.parse(at));
const heardLatencies = (latencies: Latencies): readonly number[] => {
  const ms = latencies?.firstPlayedMs ?? latencies?.firstFrameMs ?? null;
  return ms === null ? [] : [Math.round(ms)];
};
const isTrouble = (code: string): boolean => TROUBLE.test(code);

export const fromSummary = (call: Summary): ActiveCall => ({
  id: call.id,
  contactName: call.contactName,
  number: call.calleeNumber,
  agentName: call.agentName,
  campaignName: call.campaignName,
  status: call.status,
  answeredAt: timeOf(call.startedAt),
  createdAt: Date.parse(call.createdAt),
  endedAt: timeOf(call.endedAt),
  lastTurn: null,
  lastTurnAt: null,
  wantsPerson: false,
  answers: [],
  takenOver: null,
  trouble: null,
  isRead: false,
});

/** Adds the call's details; events received since the request are newer and win. */
export const withDetail = (known: ActiveCall, { call, transcript, diagnostics }: Detail): ActiveCall => {
  const last = transcript.at(-1);
  return {
    ...known,
    contactName: call.contactName,
    agentName: call.agentName,
    campaignName: call.campaignName,
    answeredAt: known.answeredAt ?? timeOf(call.startedAt),
    lastTurn: known.lastTurn ?? (last === undefined ? null : { speaker: last.speaker, text: last.text }),
    lastTurnAt: known.lastTurn !== null || last === undefined ? known.lastTurnAt : Date.parse(last.createdAt),
    wantsPerson: known.wantsPerson || hasRequestedPerson(transcript, diagnostics),
    answers: [
      ...diagnostics.turns.flatMap(({ latencies }) => heardLatencies(latencies)),
      ...known.answers,
    ].slice(-ANSWERS),
    takenOver:
      known.takenOver ?? diagnostics.operators?.takeOvers.some(({ until }) => until === null) ?? false,
    trouble: known.trouble ?? diagnostics.notes.findLast(({ code }) => isTrouble(code))?.code ?? null,
    isRead: true,
  };
};

/** Whether the customer requested a person while no colleague had taken over. */
const hasRequestedPerson = (
  transcript: Detail['transcript'],
  { operators }: Detail['diagnostics'],
): boolean =>
  (operators?.takeOvers.length ?? 0) === 0 &&
  transcript.some(({ speaker, text }) => speaker === 'customer' && wantsPerson(text));

/** A call that first becomes known by an event. */
export const fromEvent = (event: CallEvent): ActiveCall => ({
  id: event.callId,
  contactName: null,
  number: event.calleeNumber,
  agentName: null,
  campaignName: null,
  status: 'status' in event ? event.status : 'answered',
  answeredAt: null,
  createdAt: Date.parse(event.occurredAt),
  endedAt: null,
  lastTurn: null,
  lastTurnAt: null,
  wantsPerson: false,
  answers: [],
  takenOver: null,
  trouble: null,
  isRead: false,
});

/** The call after an event; the same object if nothing that is shown changes. */
export const applyEvent = (call: ActiveCall, event: CallEvent): ActiveCall => {
  switch (event.type) {
    case 'call.accepted':
    case 'call.placed':
    case 'call.ringing':
    case 'call.cancelling':
      return call.status === event.status || call.endedAt !== null ? call : { ...call, status: event.status };
    case 'call.answered':
      return {
        ...call,
        status: call.endedAt === null ? event.status : call.status,
        answeredAt: call.answeredAt ?? Date.parse(event.occurredAt),
      };
    case 'call.turn': {
      const { speaker, text, latencies } = event.turn;
      return {
        ...call,
        lastTurn: { speaker, text },
        lastTurnAt: Date.parse(event.occurredAt),
        wantsPerson:
          call.wantsPerson || (speaker === 'customer' && call.takenOver !== true && wantsPerson(text)),
        answers: [...call.answers, ...heardLatencies(latencies)].slice(-ANSWERS),
      };
    }
    case 'call.taken_over':
      return { ...call, takenOver: true, wantsPerson: false };
    case 'call.handed_back':
      return { ...call, takenOver: false };
    case 'call.noted':
      return isTrouble(event.note.code) ? { ...call, trouble: event.note.code } : call;
    case 'call.tool_ended':
      return event.toolUse.outcome === 'done' ? call : { ...call, trouble: `tool_${event.toolUse.outcome}` };
    case 'call.ended':
      return { ...call, status: event.status, takenOver: false, endedAt: Date.parse(event.occurredAt) };
    default:
      return call;
  }
};
