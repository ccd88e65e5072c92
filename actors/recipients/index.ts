/**
 * A block of recipients: some hundreds of an iteration's members, which it claims, tracks and retries. An iteration has as
 * many blocks as needed, so the cost of a claim does not grow with the campaign.
 */
import type { Actor } from '../runtime/actor.js';
import { waitsUntil } from './call-backs.js';
import type {
  BlockFacts,
  RecipientsCommand,
  RecipientsEffect,
  RecipientsQueries,
  RecipientsReplies,
} from './commands.js';
import { decide, isConfirmed, isHeld } from './decide.js';
import { effects } from './effects.js';
import { RECIPIENTS_EVENTS, type RecipientsEvent } from './events.js';
import { evolve, initial, type RecipientsState } from './state.js';

/** The earliest retry, call-back or end of a postponement, the earliest end of another wait for a call-back, and the end of a hold. */
const timers = ({ recipients, heldUntil }: RecipientsState): Readonly<Record<string, number>> => {
  let retry = Number.POSITIVE_INFINITY;
  let wait = Number.POSITIVE_INFINITY;
  for (const recipient of recipients) {
    if (recipient.retryAt !== null) retry = Math.min(retry, recipient.retryAt);
    wait = Math.min(wait, ...waitsUntil(recipient));
  }
  return {
    ...(Number.isFinite(wait) ? { wait } : {}),
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
  alone: ['recipients.created'],
  snapshotEvery: 100,
  stateVersion: 2,
};
