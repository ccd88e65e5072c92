/** Effects of a block of recipients: contact claimed recipients, withdraw that, and report. */
import type { RecipientsEffect } from './commands.js';
import type { RecipientsState } from './state.js';

export const effects = (state: RecipientsState): Readonly<Record<string, RecipientsEffect>> => {
  if (state.created === null) return {};
  const { link, work } = state.created;
  const owed: Record<string, RecipientsEffect> = {};
  for (const [index, { status, revision, contactId, handingOver, callBack }] of state.recipients.entries())
    if (handingOver)
      owed[`hand-over:${index}:${revision}`] = {
        kind: 'hand_over',
        link,
        work,
        contactId,
        claim: { index, revision },
      };
    else if (status === 'claimed')
      owed[`dispatch:${index}:${revision}`] = {
        kind: 'dispatch',
        link,
        work,
        contactId,
        claim: { index, revision },
        ...(callBack === null ? {} : { callBackPlannedAt: callBack.plannedAt }),
      };
  for (const claim of state.withdrawals)
    owed[`withdraw:${claim.index}:${claim.revision}`] = {
      kind: 'withdraw',
      link,
      channel: work.channel,
      claim,
      contactId: state.recipients[claim.index]?.contactId ?? '',
    };
  if (state.owedReport !== null) {
    const { iterationId, block } = link;
    const report = state.owedReport;
    owed[`report:${report.report}`] = { kind: 'report', iterationId, block, report };
  }
  return owed;
};
