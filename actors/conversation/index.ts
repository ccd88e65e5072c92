/** The conversation actor: what one person and one account of ours say to each other on one channel. */
import type { Actor } from '../runtime/actor.js';
import type {
  ConversationCommand,
  ConversationEffect,
  ConversationQueries,
  ConversationReplies,
} from './commands.js';
import { decide, mayAskMobile, windowClosesAt } from './decide.js';
import { CONVERSATION_EVENTS, type ConversationEvent } from './events.js';
import { type ConversationState, evolve, initial } from './state.js';

const effects = (state: ConversationState): Readonly<Record<string, ConversationEffect>> => {
  if (state.account === null) return {};
  const { channel, accountId, address } = state.account;
  const owed: Record<string, ConversationEffect> = {};
  if (!state.registered && state.customer !== null)
    owed[state.registrations === 0 ? 'register' : `register-${state.registrations}`] = {
      kind: 'register_participant',
      channel,
      accountId,
      address,
      customer: state.customer,
      gone: state.gone,
      givenMobile: state.givenMobile,
    };
  if (state.reply?.composing === true)
    owed[`reply-${state.reply.turn}`] = {
      kind: 'compose_reply',
      channel,
      accountId,
      address,
      contactId: state.contactId,
      isClaimed: state.isClaimed,
      turn: state.reply.turn,
      mobileAsked: mayAskMobile(state) ? state.mobileAsked : null,
    };
  for (const comment of state.comments)
    owed[`comment-${comment.id}`] = { kind: 'compose_comment_reply', channel, accountId, address, comment };
  for (const { messageId, campaign, outcome } of state.news)
    owed[`news-${messageId}`] = { kind: 'tell_campaign', messageId, campaign, outcome };
  for (const { messageId, type: mediaType, source, attempt, retryAt } of state.media)
    if (retryAt === null)
      owed[`media-${messageId}-${attempt}`] = {
        kind: 'fetch_media',
        channel,
        accountId,
        messageId,
        attempt,
        mediaType,
        source,
      };
  const [head] = state.outbox;
  if (head?.phase.is === 'asking') {
    const { messageId, attempt, content } = head;
    owed[`send-${messageId}-${attempt}`] = {
      kind: 'send_message',
      channel,
      accountId,
      address,
      messageId,
      attempt,
      content,
    };
  }
  // An effect, not a timer: it begins anew in a process that was not there to listen.
  if (head?.phase.is === 'unknown') {
    const { messageId, attempt } = head;
    const { silenceMs } = head.phase;
    owed[`silence-${messageId}-${attempt}`] = { kind: 'await_reports', messageId, attempt, silenceMs };
  }
  return owed;
};

const timers = ({ outbox: [head], reply, media }: ConversationState): Readonly<Record<string, number>> => ({
  ...(head?.phase.is === 'postponed' ? { retry: head.phase.retryAt } : {}),
  ...(reply !== null && !reply.composing ? { reply: reply.dueAt } : {}),
  ...nextMedia(media),
});

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
  replies: { receive: ({ contactId }) => ({ contactId }) },
  queries: (state) => ({
    get: () => ({ contactId: state.contactId, windowClosesAt: windowClosesAt(state) }),
  }),
  snapshotEvery: 200,
  stateVersion: 5,
};
