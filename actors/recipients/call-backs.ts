/**
 * Call-backs that customers requested in calls of a campaign. It guarantees:
 *
 * C1. A call leads to at most one call-back: its findings count once, and only while the block waits for them.
 * C2. A recipient is called back as often as the settings allow, and not after the last day that they allow. A recipient who requested
 *     not to be contacted is not called back.
 * C3. Waits end: for findings after {@link FINDINGS_MS}, for a call-back at its last day, and all when the gate is cancelled.
 * C4. A call-back that is not made leaves the outcome of the call in which it was requested.
 */
import type { RecipientsCommand } from './commands.js';
import type { CallBackDeclined, RecipientsEvent } from './events.js';
import type { Recipient, RecipientsState } from './state.js';

/** How long a block waits for the findings about a call, ms. The analysis of a call takes seconds, and minutes if the model fails. */
export const FINDINGS_MS = 30 * 60_000;
/** Shortest wait of a recipient, ms: a time that has passed in the meantime must not make the block spin. */
export const LEAST_WAIT_MS = 1_000;

/** Until when the findings about an attempt are awaited, ms since the epoch; null: not at all. C2 */
export const findingsAwaitedUntil = (
  { created, gate }: RecipientsState,
  { callBacks }: Recipient,
  { outcome, awaitsFindings = false }: Extract<RecipientsCommand, { readonly type: 'attempt_ended' }>,
  at: number,
): number | null => {
  const limits = created?.work.callBacks;
  if (limits === undefined || !awaitsFindings || outcome !== 'completed' || gate.is === 'cancelled')
    return null;
  return callBacks < limits.max ? at + FINDINGS_MS : null;
};

/** What the findings about a call of the block lead to. C1 */
export const findingsReported = (
  { created, recipients }: RecipientsState,
  { claim, callBackAt, refusesContact }: Extract<RecipientsCommand, { readonly type: 'findings' }>,
  at: number,
): readonly RecipientsEvent[] => {
  const { index, revision } = claim;
  const recipient = recipients[index];
  const limits = created?.work.callBacks;
  if (recipient?.revision !== revision || recipient.findingsUntil === null || limits === undefined) return [];
  const latestAt = at + limits.withinMs;
  const declined = callBackAt === null ? null : declinedFor(callBackAt, { latestAt, refusesContact });
  if (callBackAt === null || declined !== null)
    return [{ type: 'recipient.findings_noted', index, callBackAt, declined }];
  const until = Math.max(callBackAt, at + LEAST_WAIT_MS);
  return [{ type: 'recipient.call_back_planned', index, callBackAt, until, latestAt }];
};

/** C2 */
const declinedFor = (
  callBackAt: number,
  { latestAt, refusesContact }: { readonly latestAt: number; readonly refusesContact: boolean },
): CallBackDeclined | null => {
  if (refusesContact) return 'no_contact';
  return callBackAt > latestAt ? 'too_late' : null;
};

/** Whether a planned call-back waits: it is neither claimed nor being made. */
const waitsForCallBack = ({ status, callBack }: Recipient): boolean =>
  callBack !== null && status === 'retry_wait';

/** When waits of a recipient end, ms since the epoch. C3 */
export const waitsUntil = (recipient: Recipient): readonly number[] => [
  ...(recipient.findingsUntil === null ? [] : [recipient.findingsUntil]),
  ...(recipient.callBack !== null && waitsForCallBack(recipient) ? [recipient.callBack.latestAt] : []),
];

type EndedWait = Extract<
  RecipientsEvent,
  { readonly type: 'recipient.findings_noted' | 'recipient.call_back_dropped' }
>;

/** The waits that have ended. C3 */
export const endedWaits = (recipients: readonly Recipient[], at: number): readonly EndedWait[] =>
  recipients.flatMap((recipient, index): readonly EndedWait[] => {
    const { findingsUntil, callBack } = recipient;
    if (findingsUntil !== null && findingsUntil <= at)
      return [{ type: 'recipient.findings_noted', index, callBackAt: null, declined: null }];
    return callBack !== null && waitsForCallBack(recipient) && callBack.latestAt <= at
      ? [{ type: 'recipient.call_back_dropped', index, reason: 'too_late' }]
      : [];
  });

/** All waits end when the campaign is cancelled. C3, C4 */
export const cancelledWaits = (recipients: readonly Recipient[]): readonly EndedWait[] =>
  recipients.flatMap((recipient, index): readonly EndedWait[] => {
    if (recipient.findingsUntil !== null)
      return [{ type: 'recipient.findings_noted', index, callBackAt: null, declined: null }];
    return isCallBack(recipient) ? [{ type: 'recipient.call_back_dropped', index, reason: 'cancelled' }] : [];
  });

/** Whether a call-back is planned or claimed, and not begun. */
export const isCallBack = ({ callBack }: Recipient): boolean => callBack !== null;
