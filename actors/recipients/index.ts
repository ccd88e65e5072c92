/**
 * A block of recipients: some hundreds of an iteration's members, which it claims, follows and tries again. An iteration
 * has as many blocks as it takes, so that what a claim costs does not grow with the campaign.
 */
import type { Actor } from '../runtime/actor.js';
import type {
  BlockFacts,
  RecipientsCommand,
  RecipientsEffect,
  RecipientsQueries,
  RecipientsReplies,
} from './commands.js';
import { decide, isConfirmed, isHeld } from './decide.js';
import { RECIPIENTS_EVENTS, type RecipientsEvent } from './events.js';
import { evolve, initial, type RecipientsState } from './state.js';

const effects = (state: RecipientsState): Readonly<Record<string, RecipientsEffect>> => {
  if (state.created === null) return {};
  const { link, work } = state.created;
  const owed: Record<string, RecipientsEffect> = {};
  for (const [index, { status, revision, contactId, handingOver }] of state.recipients.entries())
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

const timers = ({ recipients, heldUntil }: RecipientsState): Readonly<Record<string, number>> => {
  let retry = Number.POSITIVE_INFINITY;
  for (const { retryAt } of recipients) if (retryAt !== null && retryAt < retry) retry = retryAt;
  return {
    ...(Number.isFinite(retry) ? { retry } : {}),
    ...(heldUntil === null ? {} : { hold: heldUntil }),
  };
};

const facts = ({ created, recipients }: RecipientsState): BlockFacts => ({
  size: recipients.length,
  eligible: recipients.filter(({ status }) => status !== 'skipped').length,
  cursor: created?.cursor ?? null,
});

export const recipients: Actor<
  RecipientsState,
  RecipientsCommand,
  RecipientsEvent,
  RecipientsEffect,
  RecipientsReplies,
  RecipientsQueries
> = {
  kind: 'recipients',
  events: RECIPIENTS_EVENTS,
  initial,
  decide,
  evolve,
  timers,
  effects,
  replies: {
    create: facts,
    confirm: (state, { claim }) => ({ confirmed: isConfirmed(state, claim) }),
  },
  queries: (state) => ({
    get: () => (state.created === null ? null : facts(state)),
    is_held: (claim) => isHeld(state, claim),
  }),
  snapshotEvery: 100,
};
