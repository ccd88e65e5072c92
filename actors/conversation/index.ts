/** The conversation actor: the messages between one person and one account of ours on one channel. */
import type { Actor } from '../runtime/actor.js';
import type {
  ConversationCommand,
  ConversationEffect,
  ConversationQueries,
  ConversationReplies,
} from './commands.js';
import { decide, windowClosesAt } from './decide.js';
import { effects } from './effects.js';
import { CONVERSATION_EVENTS, type ConversationEvent } from './events.js';
import { type ConversationState, evolve, initial } from './state.js';
import { timers } from './timers.js';

export const conversation: Actor<
  ConversationState,
  ConversationCommand,
  ConversationEvent,
  ConversationEffect,
  ConversationReplies,
  ConversationQueries
> = {
  kind: 'conversation',
  events: CONVERSATION_EVENTS,
  initial,
  decide,
  evolve,
  timers,
  effects,
  replies: {
    receive: ({ contactId }) => ({ contactId }),
    give_mobile: ({ givenMobile }) => ({ givenMobile }),
  },
  queries: (state) => ({
    get: () => ({
      contactId: state.contactId,
      account: state.account,
      isClaimed: state.isClaimed,
      customerMobile: state.customer?.mobile ?? null,
      windowClosesAt: windowClosesAt(state),
    }),
  }),
  snapshotEvery: 200,
  stateVersion: 8,
};
