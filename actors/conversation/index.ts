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
import { evolve } from './evolve.js';
import { awaitedForAnswer } from './media.js';
import { silentAt } from './silence.js';
import { type ConversationState, initial } from './state.js';

/** The timers of a conversation: the next attempt of a message or of media, the debounced answer, and the end of the episode. */
const timers = ({
  outbox: [head],
  reply,
  media,
  episode,
}: ConversationState): Readonly<Record<string, number>> => ({
  ...(head?.phase.type === 'postponed' ? { retry: head.phase.retryAt } : {}),
  ...(reply !== null && !reply.composing ? { reply: reply.dueAt } : {}),
  ...nextMedia(media),
  ...silence(episode),
});

const silence = (episode: ConversationState['episode']): Readonly<Record<string, number>> => {
  const at = silentAt({ episode });
  return at === null ? {} : { silence: at };
};

const nextMedia = (media: ConversationState['media']): Readonly<Record<string, number>> => {
  const times = media.flatMap(({ retryAt }) => (retryAt === null ? [] : [retryAt]));
  return times.length === 0 ? {} : { media: Math.min(...times) };
};

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
      lastMessageId: state.lastMessageId,
      awaits: awaitedForAnswer(state),
    }),
  }),
  snapshotEvery: 200,
  stateVersion: 12,
};
