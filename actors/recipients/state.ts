/** A block of recipients, folded from its events. */
import { assertNever } from '../../schemas/assert.js';
import type { MembershipStatus } from '../../schemas/campaigns/states.js';
import type { Gate, IterationLink, RecipientsEvent, Report, Work } from './events.js';

export interface Recipient {
  readonly contactId: string;
  readonly status: MembershipStatus;
  /** Revision of the latest claim; 0 before the first. */
  readonly revision: number;
  /** Number of contacts made. */
  readonly attempts: number;
  /** When the next attempt is due or allowed, ms since the epoch; null if there is none, or it is due already. */
  readonly retryAt: number | null;
  /** Whether its conversation does not have the message yet. */
  readonly handingOver: boolean;
  /** Until when the findings about its last call are awaited, ms since the epoch; null: they are not. */
  readonly findingsUntil: number | null;
  /** The call-back that is planned or claimed, and not begun; null: none. Times in ms since the epoch. */
  readonly callBack: { readonly plannedAt: number; readonly latestAt: number } | null;
  /** Number of call-backs that were planned. */
  readonly callBacks: number;
  /** Contacts before the latest call-back: each has retries of its own. */
  readonly attemptsBefore: number;
}

export interface RecipientsState {
  readonly created: {
    readonly link: IterationLink;
    readonly work: Work;
    readonly cursor: string | null;
  } | null;
  readonly recipients: readonly Recipient[];
  /** How many recipients may be claimed or contacted at a time. */
  readonly permits: number;
  readonly gate: { readonly seq: number; readonly is: Gate };
  readonly grantSeq: number;
  /** How many wanted permits the iteration knows of. */
  readonly wantedTold: number;
  readonly reports: number;
  /** The report in flight. There is no other until the iteration has taken it. */
  readonly owedReport: Report | null;
  readonly finishedTold: boolean;
  /** No recipient is claimed until then, ms since the epoch; null: not on hold. */
  readonly heldUntil: number | null;
  readonly withdrawals: readonly { readonly index: number; readonly revision: number }[];
}

export const initial = (): RecipientsState => ({
  created: null,
  recipients: [],
  permits: 0,
  gate: { seq: 0, is: 'open' },
  grantSeq: 0,
  wantedTold: 0,
  reports: 0,
  owedReport: null,
  finishedTold: false,
  heldUntil: null,
  withdrawals: [],
});

/** Whether a recipient uses a permit. */
export const isInFlight = ({ status }: Recipient): boolean => status === 'claimed' || status === 'active';

/** Whether a recipient may be claimed now. */
export const isClaimable = ({ status, retryAt }: Recipient): boolean =>
  (status === 'pending' || status === 'retry_wait') && retryAt === null;

export const isFinished = ({ status, findingsUntil }: Recipient): boolean =>
  findingsUntil === null &&
  !(status === 'pending' || status === 'claimed' || status === 'active' || status === 'retry_wait');

const NEW_RECIPIENT: Omit<Recipient, 'contactId' | 'status'> = {
  revision: 0,
  attempts: 0,
  retryAt: null,
  handingOver: false,
  findingsUntil: null,
  callBack: null,
  callBacks: 0,
  attemptsBefore: 0,
};

type EventOf<Type extends RecipientsEvent['type']> = Extract<RecipientsEvent, { readonly type: Type }>;

const created = (
  state: RecipientsState,
  { link, work, cursor, members }: EventOf<'recipients.created'>,
): RecipientsState => {
  const recipients = members.map(({ contactId, skip }): Recipient => {
    const status = skip === null ? 'pending' : 'skipped';
    return { ...NEW_RECIPIENT, contactId, status };
  });
  // The iteration knows these from the beginning.
  const wantedReported = recipients.filter(isClaimable).length;
  return { ...state, created: { link, work, cursor }, recipients, wantedTold: wantedReported };
};

const reported = (state: RecipientsState, { report }: EventOf<'recipients.reported'>): RecipientsState => ({
  ...state,
  permits: state.permits - report.returned,
  wantedTold: report.wanted,
  reports: report.report,
  owedReport: report,
  finishedTold: report.finished,
});

export const evolve = (state: RecipientsState, event: RecipientsEvent, at: number): RecipientsState => {
  switch (event.type) {
    case 'recipients.created':
      return created(state, event);
    case 'recipients.permitted': {
      const wantedReported = Math.max(0, state.wantedTold - event.count);
      return {
        ...state,
        grantSeq: event.seq,
        permits: state.permits + event.count,
        wantedTold: wantedReported,
      };
    }
    case 'recipients.gated':
      return { ...state, gate: { seq: event.seq, is: event.gate } };
    case 'recipients.reported':
      return reported(state, event);
    case 'recipients.report_taken':
      return { ...state, owedReport: null };
    case 'recipients.claimed':
      return event.claims.reduce(
        (after, { index, revision }) => change(after, [index], () => ({ status: 'claimed', revision })),
        state,
      );
    case 'recipients.released':
      return {
        ...change(state, event.indexes, waitingAgain),
        withdrawals: event.withdraw ? withdrawing(state, event.indexes) : state.withdrawals,
      };
    case 'recipient.contacted':
      return change(state, [event.index], ({ attempts }) => ({
        status: 'active',
        attempts: attempts + 1,
        handingOver: event.activity.kind === 'message',
        callBack: null,
      }));
    case 'recipient.handed_over':
      return change(state, [event.index], () => ({ handingOver: false }));
    case 'recipient.ended': {
      const { index, outcome, retryAt, findingsUntil = null } = event;
      return change(state, [index], () => ({
        status: retryAt === null ? outcome : 'retry_wait',
        retryAt,
        handingOver: false,
        findingsUntil,
        callBack: null,
      }));
    }
    case 'recipient.findings_noted':
      return change(state, [event.index], () => ({ findingsUntil: null }));
    case 'recipient.call_back_planned': {
      const { index, until, latestAt } = event;
      return change(state, [index], ({ attempts, callBacks }) => ({
        status: 'retry_wait',
        retryAt: until,
        findingsUntil: null,
        callBack: { plannedAt: at, latestAt },
        callBacks: callBacks + 1,
        attemptsBefore: attempts,
      }));
    }
    case 'recipient.call_back_dropped':
      return change(state, [event.index], () => ({ status: 'completed', retryAt: null, callBack: null }));
    case 'recipient.skipped':
      return change(state, [event.index], () => ({ status: 'skipped' }));
    case 'recipient.postponed':
      return change(state, [event.index], () => ({ status: 'retry_wait', retryAt: event.until }));
    case 'recipients.retries_due':
      return change(state, event.indexes, () => ({ retryAt: null }));
    case 'recipients.held':
      return { ...state, heldUntil: event.until };
    case 'recipients.hold_ended':
      return { ...state, heldUntil: null };
    case 'recipients.cancelled':
      return {
        ...change(state, event.indexes, () => ({ status: 'cancelled', retryAt: null })),
        withdrawals: withdrawing(state, event.withdraw),
      };
    case 'recipient.withdrawn': {
      const { index, revision } = event;
      const withdrawals = state.withdrawals.filter(
        (withdrawal) => withdrawal.index !== index || withdrawal.revision !== revision,
      );
      return { ...state, withdrawals };
    }
    default:
      return assertNever(event);
  }
};

const change = (
  state: RecipientsState,
  indexes: readonly number[],
  changesOf: (recipient: Recipient) => Partial<Recipient>,
): RecipientsState => {
  const recipients = [...state.recipients];
  for (const index of indexes) {
    const recipient = recipients[index];
    if (recipient !== undefined) recipients[index] = { ...recipient, ...changesOf(recipient) };
  }
  return { ...state, recipients };
};

/** A recipient that was attempted before waits for a retry; others are pending again. */
const waitingAgain = ({ attempts }: Recipient): Partial<Recipient> => ({
  status: attempts === 0 ? 'pending' : 'retry_wait',
});

const withdrawing = (
  { withdrawals, recipients }: RecipientsState,
  indexes: readonly number[],
): RecipientsState['withdrawals'] => [
  ...withdrawals,
  ...indexes.map((index) => ({ index, revision: recipients[index]?.revision ?? 0 })),
];
