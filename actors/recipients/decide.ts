/**
 * Decisions of a block of recipients. It guarantees:
 *
 * R1. A recipient is contacted under a claim with a revision of its own, and only if the claim still holds at the last
 *     moment before. A stale claim can neither contact a recipient nor report.
 * R2. No more recipients are claimed or contacted than there are permits, and a permit is used, kept or returned, never
 *     lost.
 * R3. Busy, unanswered and failed attempts are retried as often as the settings allow, and those that a machine answered if
 *     the settings say so; completed and cancelled ones never.
 * R4. While the gate is closed, no recipient is contacted, and those that were only claimed wait again. When the gate is
 *     cancelled, all waiting recipients are cancelled.
 * R5. A message is decided on before it is handed over, and then owed to its conversation until that has it.
 * R6. A recipient that may not be contacted yet waits without a permit until it may, and delays no other recipient.
 */
import { assertNever } from '../../schemas/assert.js';
import type { Outcome } from '../../schemas/campaigns/states.js';
import type { Envelope, TimerDue } from '../runtime/actor.js';
import {
  cancelledWaits,
  endedWaits,
  findingsAwaitedUntil,
  findingsReported,
  isCallBack,
  LEAST_WAIT_MS,
} from './call-backs.js';
import type { RecipientClaim, RecipientsCommand } from './commands.js';
import type { Gate, RecipientsEvent } from './events.js';
import {
  evolve,
  isClaimable,
  isFinished,
  isInFlight,
  type Recipient,
  type RecipientsState,
} from './state.js';

export const decide = (
  state: RecipientsState,
  { command, at }: Envelope<RecipientsCommand | TimerDue>,
): readonly RecipientsEvent[] => {
  const events = first(state, command, at);
  if (events.length === 0) return events;
  const claimed = [...events, ...claims(after(state, events, at))];
  return [...claimed, ...report(after(state, claimed, at))];
};

const after = (state: RecipientsState, events: readonly RecipientsEvent[], at: number): RecipientsState =>
  events.reduce((before, event) => evolve(before, event, at), state);

const first = (
  state: RecipientsState,
  command: RecipientsCommand | TimerDue,
  at: number,
): readonly RecipientsEvent[] => {
  switch (command.type) {
    case 'create': {
      const { link, work, members, cursor } = command;
      return state.created === null ? [{ type: 'recipients.created', link, work, members, cursor }] : [];
    }
    case 'direct':
      return state.created === null ? [] : direct(state, command);
    case 'report_taken':
      return state.owedReport?.report === command.report
        ? [{ type: 'recipients.report_taken', report: command.report }]
        : [];
    case 'confirm': {
      const { claim, activity } = command;
      return heldRecipient(state, claim)?.status === 'claimed'
        ? [{ type: 'recipient.contacted', ...claim, activity }]
        : [];
    }
    case 'handed_over':
      return heldRecipient(state, command.claim)?.handingOver === true
        ? [{ type: 'recipient.handed_over', ...command.claim }]
        : [];
    case 'attempt_ended':
      return attemptEnded(state, command, at);
    case 'findings':
      return findingsReported(state, command, at);
    case 'skip': {
      const { claim, reason } = command;
      const recipient = heldRecipient(state, claim);
      if (recipient?.status !== 'claimed') return [];
      const { index } = claim;
      return [
        { type: isCallBack(recipient) ? 'recipient.call_back_dropped' : 'recipient.skipped', index, reason },
      ];
    }
    case 'hold': {
      const { claim, reason, forMs } = command;
      if (heldRecipient(state, claim)?.status !== 'claimed') return [];
      return [
        { type: 'recipients.released', indexes: [claim.index], withdraw: false },
        { type: 'recipients.held', reason, until: at + forMs },
      ];
    }
    case 'postpone': {
      const { claim, reason, until } = command;
      return heldRecipient(state, claim)?.status === 'claimed'
        ? [
            {
              type: 'recipient.postponed',
              index: claim.index,
              reason,
              until: Math.max(until, at + LEAST_WAIT_MS),
            },
          ]
        : [];
    }
    case 'withdrawn':
      return [{ type: 'recipient.withdrawn', ...command.claim }];
    case 'timer_due':
      return due(state, at);
    default:
      return assertNever(command);
  }
};

/** R1 */
const heldRecipient = (
  { recipients }: RecipientsState,
  { index, revision }: RecipientClaim,
): Recipient | undefined => {
  const recipient = recipients[index];
  return recipient?.revision === revision && isInFlight(recipient) ? recipient : undefined;
};

/** Whether the recipient is claimed or contacted under the claim. */
export const isHeld = (state: RecipientsState, claim: RecipientClaim): boolean =>
  heldRecipient(state, claim) !== undefined;

/** Whether the claim allows contact. A repeated `confirm` gets true again. */
export const isConfirmed = (state: RecipientsState, claim: RecipientClaim): boolean =>
  heldRecipient(state, claim)?.status === 'active';

const direct = (
  state: RecipientsState,
  { gate, grant }: Extract<RecipientsCommand, { type: 'direct' }>,
): readonly RecipientsEvent[] => [
  ...(gate.seq > state.gate.seq ? gated(state, gate) : []),
  ...(grant.seq === state.grantSeq + 1
    ? [{ type: 'recipients.permitted', seq: grant.seq, count: grant.count } as const]
    : []),
];

/** R4 */
const gated = (
  { recipients }: RecipientsState,
  { seq, is: gate }: { readonly seq: number; readonly is: Gate },
): readonly RecipientsEvent[] => {
  const indexesWhere = (matches: (recipient: Recipient) => boolean): readonly number[] =>
    recipients.flatMap((recipient, index) => (matches(recipient) ? [index] : []));
  const claimed = indexesWhere(({ status }) => status === 'claimed');
  const changed = { type: 'recipients.gated', seq, gate } as const;
  switch (gate) {
    case 'open':
      return [changed];
    case 'closed':
      return claimed.length === 0
        ? [changed]
        : [changed, { type: 'recipients.released', indexes: claimed, withdraw: true }];
    case 'cancelled': {
      const waits = cancelledWaits(recipients);
      const indexes = indexesWhere(
        (recipient) =>
          !isFinished(recipient) &&
          recipient.status !== 'active' &&
          recipient.findingsUntil === null &&
          !isCallBack(recipient),
      );
      return [
        changed,
        { type: 'recipients.cancelled', indexes, withdraw: indexesWhere(isInFlight) },
        ...waits,
      ];
    }
    default:
      return assertNever(gate);
  }
};

/** R3 */
const attemptEnded = (
  state: RecipientsState,
  command: Extract<RecipientsCommand, { readonly type: 'attempt_ended' }>,
  at: number,
): readonly RecipientsEvent[] => {
  const { claim, outcome } = command;
  const recipient = heldRecipient(state, claim);
  if (recipient === undefined || state.created === null) return [];
  const { maxRetries, retryDelayMs, retryVoicemail = false } = state.created.work;
  // The attempt ended before contact, for lack of a line for example. Unless cancelled, the recipient waits again.
  if (recipient.status === 'claimed' && outcome !== 'cancelled')
    return [{ type: 'recipients.released', indexes: [claim.index], withdraw: false }];
  const isRepeatable = outcome === 'voicemail' ? retryVoicemail : RETRIED.has(outcome);
  const attempts = recipient.attempts - recipient.attemptsBefore;
  const again = isRepeatable && attempts <= maxRetries && state.gate.is !== 'cancelled';
  const ended = outcome === 'no_line' ? 'failed' : outcome;
  const retryAt = again ? at + retryDelayMs : null;
  const findingsUntil = findingsAwaitedUntil(state, recipient, command, at);
  return [
    {
      type: 'recipient.ended',
      ...claim,
      outcome: ended,
      retryAt,
      ...(findingsUntil === null ? {} : { findingsUntil }),
    },
  ];
};

const RETRIED: ReadonlySet<Outcome | 'no_line'> = new Set(['busy', 'no_answer', 'failed']);

const due = ({ recipients, heldUntil }: RecipientsState, at: number): readonly RecipientsEvent[] => {
  const waits = endedWaits(recipients, at);
  const dropped = new Set(waits.map(({ index }) => index));
  const indexes = recipients.flatMap(({ retryAt }, index) =>
    retryAt !== null && retryAt <= at && !dropped.has(index) ? [index] : [],
  );
  return [
    ...waits,
    ...(indexes.length === 0 ? [] : [{ type: 'recipients.retries_due', indexes } as const]),
    ...(heldUntil !== null && heldUntil <= at ? [{ type: 'recipients.hold_ended' } as const] : []),
  ];
};

/** R2: free permits are used at once, with retries first. */
const claims = ({ recipients, permits, gate, heldUntil }: RecipientsState): readonly RecipientsEvent[] => {
  const free = permits - recipients.filter(isInFlight).length;
  if (gate.is !== 'open' || heldUntil !== null || free <= 0) return [];
  const waiting: number[] = [];
  const tried: number[] = [];
  for (const [index, recipient] of recipients.entries())
    if (isClaimable(recipient)) (recipient.attempts > 0 ? tried : waiting).push(index);
  const chosen = [...tried, ...waiting].slice(0, free);
  if (chosen.length === 0) return [];
  const claimed = chosen.map((index) => ({ index, revision: (recipients[index]?.revision ?? 0) + 1 }));
  return [{ type: 'recipients.claimed', claims: claimed }];
};

/** R2: unused permits are returned, and missing ones are requested. */
const report = (state: RecipientsState): readonly RecipientsEvent[] => {
  const {
    recipients,
    permits,
    gate,
    heldUntil,
    owedReport,
    finishedTold: finishedReported,
    wantedTold: wantedReported,
  } = state;
  if (owedReport !== null || state.created === null) return [];
  const idle = permits - recipients.filter(isInFlight).length;
  const claimable = gate.is === 'open' ? recipients.filter(isClaimable).length : 0;
  // A block on hold keeps its permits, as it would get them back at once.
  const returned = heldUntil === null || claimable === 0 ? Math.max(0, idle - claimable) : 0;
  const wanted = heldUntil === null ? Math.max(0, claimable - idle) : 0;
  const finished = recipients.every(isFinished) && state.withdrawals.length === 0;
  const hasChanged = returned > 0 || (finished && !finishedReported) || (wanted > 0 && wantedReported === 0);
  if (!hasChanged) return [];
  const facts = { returned, wanted, finished, grantSeq: state.grantSeq };
  return [{ type: 'recipients.reported', report: { report: state.reports + 1, ...facts } }];
};
