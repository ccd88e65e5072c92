/** Folds a conversation's events into its state. */
import { assertNever } from '../../schemas/assert.js';
import type { AmendedEvent, ConversationEvent, InboundContent, PublicComment, Reported } from './events.js';
import { afterSilence, episodeAfterReceived, episodeAfterSent } from './silence.js';
import type { AcceptedMessage, AwaitedMedia, ConversationState, Waiting } from './state.js';

/** Kept to detect repetitions. A provider repeats a message for up to a week, but hardly after so many later ones. */
const RECEIVED_KEPT = 1_000;
/** Reports on older messages change nothing. */
const TAKEN_KEPT = 1_000;
const REFUSED_KEPT = 200;
/** Kept for messages that are yet to arrive, and to recognise repetitions; channels accept changes for two days at most. */
const AMENDED_KEPT = 200;

export const evolve = (state: ConversationState, event: ConversationEvent, at: number): ConversationState => {
  switch (event.type) {
    case 'conversation.opened': {
      const { channel, accountId, address } = event;
      return { ...state, account: { channel, accountId, address } };
    }
    case 'conversation.registered':
      return {
        ...state,
        registered: true,
        contactId: event.contactId ?? state.contactId,
        isClaimed: event.given !== undefined,
      };
    case 'conversation.linked':
      return { ...state, contactId: event.contactId, isClaimed: false };
    case 'conversation.contact_merged':
      return { ...state, contactId: event.contactId };
    case 'mobile.given': {
      const registrations = state.registrations + 1;
      return { ...state, registered: false, registrations, givenMobile: event.mobile };
    }
    case 'mobile.saved':
      return state;
    case 'conversation.unlinked':
      return unlinked(state, event);
    case 'message.received':
      return received(state, event, at);
    case 'message.edited':
    case 'message.revoked':
      return evolveAmended(state, event);
    case 'message.echoed': {
      const received = latest([...state.received, event.providerMessageId], RECEIVED_KEPT);
      // The provider's clock may be ahead.
      const humanAt = Math.max(state.humanAt ?? 0, Math.min(event.sentAt, at));
      const episode = episodeAfterSent(state, event.messageId, at);
      return { ...state, received, humanAt, reply: null, episode };
    }
    case 'conversation.handed_over':
      return { ...state, humanAt: Math.max(state.humanAt ?? 0, at), handedOver: event.useId };
    case 'conversation.taken':
      return { ...state, humanAt: Math.max(state.humanAt ?? 0, at), reply: null };
    case 'conversation.given_back':
      return { ...state, humanAt: null };
    case 'conversation.status_set':
      return { ...state, isDone: event.status === 'done' };
    case 'conversation.read':
    case 'conversation.assigned':
      return state;
    case 'reply.begun':
      return state.reply === null ? state : { ...state, reply: { ...state.reply, composing: true } };
    case 'reply.ended':
      return { ...state, reply: null, mobileAsked: state.mobileAsked + (event.asksMobile === true ? 1 : 0) };
    case 'comment_reply.ended':
      return { ...state, comments: state.comments.filter(({ id }) => id !== event.commentId) };
    case 'message.queued':
      return queued(state, event, at);
    case 'message.submitted':
    case 'message.outcome_unknown':
    case 'message.postponed':
      return withPhase(state, event);
    case 'message.accepted':
      return accept(state, event.messageId, event.providerMessageId, {});
    case 'message.progressed':
      return accept(state, event.messageId, event.providerMessageId, { [event.progress]: event.at });
    case 'message.refused':
      return refused(state, event.messageId);
    case 'media.postponed':
      return awaited(state, event.messageId, { retryAt: event.retryAt });
    case 'media.due':
      return awaited(state, event.messageId, { attempt: event.attempt, retryAt: null });
    case 'media.kept':
      return kept(state, event.messageId);
    case 'media.transcribed':
      return { ...state, notes: state.notes.filter((messageId) => messageId !== event.messageId) };
    case 'media.failed':
      return { ...state, media: state.media.filter(({ messageId }) => messageId !== event.messageId) };
    case 'conversation.fell_silent':
    case 'conversation.silence_noted':
      return { ...state, ...afterSilence(state, event) };
    case 'campaign.told':
      return { ...state, news: state.news.filter(({ messageId }) => messageId !== event.messageId) };
    default:
      return assertNever(event);
  }
};

type EventOf<Type extends ConversationEvent['type']> = Extract<ConversationEvent, { readonly type: Type }>;

const queued = (
  state: ConversationState,
  { messageId, author, content, campaign, confirmsConsent }: EventOf<'message.queued'>,
  at: number,
): ConversationState => {
  const message: Waiting = {
    messageId,
    author,
    content,
    campaign,
    ...(confirmsConsent === undefined ? {} : { confirmsConsent: true as const }),
    attempt: 0,
    phase: { type: 'queued' },
  };
  return {
    ...state,
    outbox: [...state.outbox, message],
    confirmedConsent: confirmsConsent ?? state.confirmedConsent,
    episode: episodeAfterSent(state, messageId, at),
  };
};

const unlinked = (state: ConversationState, event: EventOf<'conversation.unlinked'>): ConversationState => {
  const registrations = state.registrations + 1;
  return { ...state, registered: false, registrations, contactId: null, gone: event.contactId };
};

const received = (
  state: ConversationState,
  event: EventOf<'message.received'>,
  at: number,
): ConversationState => {
  const { customer, replyAt, sentAt } = event;
  const after = {
    ...state,
    customer,
    received: latest([...state.received, event.providerMessageId], RECEIVED_KEPT),
    media: awaiting(state, event),
    episode: episodeAfterReceived(state, event, at),
  };
  if (!event.opensWindow) {
    const comment = replyAt === null ? null : commentOf(event.content);
    return comment === null ? after : { ...after, comments: [...state.comments, comment] };
  }
  const turn = state.turn + 1;
  const unanswered = state.reply?.messages ?? [];
  return {
    ...after,
    turn,
    lastMessageId: event.providerMessageId,
    lastReceivedAt: Math.max(state.lastReceivedAt ?? 0, sentAt),
    reply:
      replyAt === null
        ? null
        : { turn, dueAt: replyAt, composing: false, messages: [...unanswered, event.providerMessageId] },
  };
};

/** A1 (amendments.ts) */
const evolveAmended = (state: ConversationState, event: AmendedEvent): ConversationState => {
  const others = state.amended.filter(({ originalId }) => originalId !== event.originalId);
  const after = { ...state, amended: latest([...others, event], AMENDED_KEPT) };
  return event.type === 'message.edited' ? after : withoutReply(after, event.originalId);
};

/** A3 */
const withoutReply = (state: ConversationState, originalId: string): ConversationState => {
  const { reply, media, notes } = state;
  const messageIds = new Set(
    state.amended.flatMap((applied) => (applied.originalId === originalId ? [applied.messageId] : [])),
  );
  const after = {
    ...state,
    media: media.filter(({ messageId }) => !messageIds.has(messageId)),
    notes: notes.filter((messageId) => !messageIds.has(messageId)),
  };
  if (reply === null || reply.composing) return after;
  const messages = (reply.messages ?? []).filter((id) => id !== originalId);
  const answersNothing = reply.messages !== undefined && messages.length === 0;
  return { ...after, reply: answersNothing ? null : { ...reply, messages } };
};

/** Applies that an attempt has begun, has an unknown outcome, or is postponed. */
const withPhase = (
  state: ConversationState,
  event: EventOf<'message.submitted' | 'message.outcome_unknown' | 'message.postponed'>,
): ConversationState =>
  waiting(state, event.messageId, (message) => {
    switch (event.type) {
      case 'message.submitted':
        return { ...message, attempt: event.attempt, phase: { type: 'asking' } };
      case 'message.outcome_unknown':
        return { ...message, phase: { type: 'unknown', silenceMs: event.silenceMs } };
      case 'message.postponed':
        return { ...message, phase: { type: 'postponed', retryAt: event.retryAt } };
      default:
        return assertNever(event);
    }
  });

const refused = (state: ConversationState, messageId: string): ConversationState => {
  const campaign = state.outbox.find((message) => message.messageId === messageId)?.campaign ?? null;
  return {
    ...without(state, messageId),
    refused: latest([...state.refused, messageId], REFUSED_KEPT),
    news: campaign === null ? state.news : [...state.news, { messageId, campaign, outcome: 'failed' }],
  };
};

/** A comment that can be answered under the post: it has a text, and is not itself an answer. */
export const commentOf = ({ type, text, details }: InboundContent): PublicComment | null => {
  const id = details?.id ?? null;
  if (type !== 'comment' || id === null || text === null || details?.parentId != null) return null;
  return { id, mediaId: details?.mediaId ?? null, text };
};

const awaiting = (
  { media }: ConversationState,
  { messageId, content, keepsMedia = false, transcribes = false }: EventOf<'message.received'>,
): readonly AwaitedMedia[] => {
  const { type, media: source } = content;
  return source === null || !keepsMedia
    ? media
    : [...media, { messageId, type, source, attempt: 1, retryAt: null, transcribes }];
};

/** A stored file is awaited no longer; a voice note is listened to. */
const kept = (state: ConversationState, keptId: string): ConversationState => {
  const file = state.media.find(({ messageId }) => messageId === keptId);
  return {
    ...state,
    media: state.media.filter(({ messageId }) => messageId !== keptId),
    notes: file?.transcribes === true ? [...state.notes, keptId] : state.notes,
  };
};

const awaited = (
  state: ConversationState,
  messageId: string,
  changes: Partial<AwaitedMedia>,
): ConversationState => ({
  ...state,
  media: state.media.map((file) => (file.messageId === messageId ? { ...file, ...changes } : file)),
});

const latest = <T>(list: readonly T[], count: number): readonly T[] =>
  list.length <= count ? list : list.slice(-count);

const waiting = (
  state: ConversationState,
  messageId: string,
  change: (message: Waiting) => Waiting,
): ConversationState => ({
  ...state,
  outbox: state.outbox.map((message) => (message.messageId === messageId ? change(message) : message)),
});

const without = (state: ConversationState, messageId: string): ConversationState => ({
  ...state,
  outbox: state.outbox.filter((message) => message.messageId !== messageId),
});

/** The provider has accepted the message: it leaves the outbox if it was there, and its reports are kept. */
const accept = (
  state: ConversationState,
  messageId: string,
  providerMessageId: string | null,
  reported: Reported,
): ConversationState => {
  const earlier = state.taken.find((message) => message.messageId === messageId);
  const isReport = Object.keys(reported).length > 0;
  const sent = state.outbox.find((message) => message.messageId === messageId);
  const campaign = earlier === undefined ? (sent?.campaign ?? null) : earlier.campaign;
  const repeated =
    sent !== undefined && sent.attempt > 1 && sent.content.type === 'text' ? sent.content.text : null;
  const after: AcceptedMessage = {
    messageId,
    providerMessageId: providerMessageId ?? earlier?.providerMessageId ?? null,
    reported: { ...earlier?.reported, ...reported },
    // A report that the message was sent or failed is the outcome that the campaign waits for.
    campaign: isReport ? null : campaign,
    repeated: earlier === undefined ? repeated : earlier.repeated,
  };
  const outcome = reported.failed === undefined ? 'completed' : 'failed';
  const news =
    campaign === null || !isReport ? state.news : [...state.news, { messageId, campaign, outcome } as const];
  const taken =
    earlier === undefined
      ? latest([...state.taken, after], TAKEN_KEPT)
      : state.taken.map((message) => (message === earlier ? after : message));
  return { ...without(state, messageId), taken, news };
};

/** Whether a message of ours was accepted under this id before. */
export const isKnown = (state: ConversationState, messageId: string): boolean =>
  state.outbox.some((message) => message.messageId === messageId) ||
  state.taken.some((message) => message.messageId === messageId) ||
  state.refused.includes(messageId);
