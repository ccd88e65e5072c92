/** The public events of a conversation (webhooks: spec section 6). */
import {
  type AmendedEvent,
  type Author,
  CONVERSATION_KIND,
  type ConversationEvent,
  type Failure,
  type MessageProgress,
  type Reported,
} from '../../actors/conversation/events.js';
import type { AccountChannel } from '../../schemas/channels/channel.js';
import type { MessageStatus, TaskStatus } from '../../schemas/channels/message.js';
import type { AmendmentKind } from '../../schemas/channels/message-payload.js';
import type { EventType } from '../../schemas/events/subscription.js';
import { participantOf } from '../../schemas/ids.js';
import { type ConversationRecord, type OwnMessage, wordsOf } from '../../views/conversations/index.js';
import { iso, isoOrNull } from '../../views/kernel/dates.js';
import { type NamedDraft, publicEventsOf, type Subject } from './public-event.js';
import { type PublicViews, publicSource } from './source.js';

interface ConversationFacts extends ConversationRecord {
  readonly conversationId: string;
  readonly participantId: string;
}

export interface ConversationSubject extends Subject<ConversationFacts> {
  /** What does not change in one of our messages. */
  readonly ownMessage: (messageId: string) => OwnMessage | null;
}

/** The event types of a message's steps; subscribers are not notified of omitted steps. */
type Names = Readonly<Partial<Record<MessageProgress, EventType>>>;
type EventNames = Readonly<Record<AccountChannel, Names>>;

/** Steps of a message of the message endpoint (spec section 6). */
const OF_MESSAGES: EventNames = {
  whatsapp: {
    sent: 'whatsapp.message.sent',
    delivered: 'whatsapp.message.delivered',
    read: 'whatsapp.message.read',
    failed: 'whatsapp.message.failed',
  },
  instagram: {
    sent: 'instagram.message.sent',
    read: 'instagram.message.seen',
    failed: 'instagram.message.failed',
  },
};
/** Steps of a message of an agent or a campaign. */
const OF_AGENTS: EventNames = {
  whatsapp: {
    sent: 'whatsapp.agent_message.sent',
    delivered: 'whatsapp.agent_message.delivered',
    read: 'whatsapp.agent_message.read',
    failed: 'whatsapp.agent_message.failed',
  },
  instagram: {
    sent: 'instagram.agent_message.sent',
    read: 'instagram.agent_message.seen',
    failed: 'instagram.agent_message.failed',
  },
};
/** Steps of a public answer, like those of a message. */
const OF_COMMENT_REPLIES: Names = { sent: 'instagram.comment.replied', failed: 'instagram.comment.failed' };

/** Subscribers are not notified of messages by humans, who write where everything is visible. */
const OF_AUTHORS: Readonly<Record<Author, EventNames | null>> = {
  api: OF_MESSAGES,
  agent: OF_AGENTS,
  campaign: OF_AGENTS,
  human: null,
};
const STEPS: readonly Names[] = [
  ...Object.values(OF_MESSAGES),
  ...Object.values(OF_AGENTS),
  OF_COMMENT_REPLIES,
];

const RECEIVED: Readonly<Record<AccountChannel, EventType>> = {
  whatsapp: 'whatsapp.message.received',
  instagram: 'instagram.message.received',
};
const AMENDED: Readonly<Record<AccountChannel, Readonly<Record<AmendmentKind, EventType>>>> = {
  whatsapp: { edited: 'whatsapp.message.edited', revoked: 'whatsapp.message.revoked' },
  instagram: { edited: 'instagram.message.edited', revoked: 'instagram.message.revoked' },
};
/** What customers do on Instagram besides sending messages. */
const INSTAGRAM_TYPES: Readonly<Record<string, EventType>> = {
  reaction: 'instagram.message.reaction',
  referral: 'instagram.message.referral',
  comment: 'instagram.comment.received',
};

const publicEvent = publicEventsOf<ConversationEvent, ConversationSubject>();

/** What a user of the console does with a conversation. */
const byUser = (type: 'conversation.taken' | 'conversation.given_back' | 'conversation.read', when: string) =>
  publicEvent(type, when, { live: type, toLive: (facts, { userId }) => ({ ...facts, userId }) });

const EVENTS = [
  publicEvent('message.received', 'A customer has written, reacted, commented, or come through a link.', {
    webhooks: [...Object.values(RECEIVED), ...Object.values(INSTAGRAM_TYPES)],
    live: 'message.added',
    toWebhooks: ({ facts }, event) => [received(facts.channel, event)],
    toLive: (facts, event) => {
      const fields = { direction: 'inbound', author: 'customer', campaignId: null, status: null } as const;
      return { ...facts, message: { ...contentOf(event), ...fields } };
    },
  }),
  publicEvent('message.edited', 'A customer has changed a message.', {
    webhooks: Object.values(AMENDED).map(({ edited }) => edited),
    live: 'message.amended',
    toWebhooks: ({ facts }, event) => [amended(AMENDED[facts.channel].edited, event, event.text)],
    toLive: (facts, { messageId, at, text }) => ({ ...facts, messageId, kind: 'edited', at: iso(at), text }),
  }),
  publicEvent('message.revoked', 'A customer has taken a message back; its content is gone.', {
    webhooks: Object.values(AMENDED).map(({ revoked }) => revoked),
    live: 'message.amended',
    toWebhooks: ({ facts }, event) => [amended(AMENDED[facts.channel].revoked, event, null)],
    toLive: (facts, { messageId, at }) => ({ ...facts, messageId, kind: 'revoked', at: iso(at), text: null }),
  }),
  publicEvent('message.echoed', 'A human has answered in the channel’s own app.', {
    live: 'message.added',
    toLive: (facts, event) => {
      const fields = { direction: 'outbound', author: 'human', campaignId: null, status: 'sent' } as const;
      return { ...facts, message: { ...contentOf(event), ...fields } };
    },
  }),
  publicEvent('message.queued', 'A message of ours is queued.', {
    live: 'message.added',
    toLive: (facts, { messageId, author, content, campaign, sources }, at) => ({
      ...facts,
      message: {
        messageId,
        at: iso(at),
        direction: 'outbound',
        author,
        messageType: content.type,
        text: wordsOf(content),
        campaignId: campaign?.campaignId ?? null,
        status: 'queued',
        ...(sources === undefined ? {} : { sources: [...sources] }),
      },
    }),
  }),
  publicEvent('message.submitted', 'The message is being sent to the channel.', {
    live: 'message.changed',
    toLive: (facts, event) => ({ ...facts, ...change(event, 'submitted', 'running') }),
  }),
  publicEvent(['message.outcome_unknown', 'message.postponed'], 'The message is retried or looked up.', {
    live: 'message.changed',
    toLive: (facts, event) => ({ ...facts, ...change(event, null, 'retrying') }),
  }),
  publicEvent('message.accepted', 'The channel has accepted the message.', {
    live: 'message.changed',
    toLive: (facts, event) => ({ ...facts, ...change(event, 'accepted', 'done') }),
  }),
  publicEvent('message.progressed', 'The channel has reported a step of the delivery.', {
    webhooks: STEPS.flatMap((names) => Object.values(names)),
    live: 'message.changed',
    toWebhooks: (of, event) => {
      const { progress, at, earlier } = event;
      return delivery(of, { ...event, providerStatus: progress, reported: { ...earlier, [progress]: at } });
    },
    toLive: (facts, event) => {
      const { progress, failure } = event;
      return { ...facts, ...change(event, progress, progress === 'failed' ? 'failed' : 'done', failure) };
    },
  }),
  publicEvent('message.refused', 'The message is finally refused, before the channel accepted it.', {
    webhooks: STEPS.flatMap(({ failed }) => failed ?? []),
    live: 'message.changed',
    toWebhooks: (of, event, { at }) => {
      const step = { progress: 'failed', providerMessageId: null, providerStatus: null } as const;
      return delivery(of, { ...event, ...step, at, reported: { failed: at } });
    },
    toLive: (facts, event) => ({ ...facts, ...change(event, 'failed', 'failed', event.failure) }),
  }),
  publicEvent(
    ['media.kept', 'media.failed', 'media.transcribed'],
    'The media of a customer’s message is stored, or will never be available, or was listened to.',
    {
      live: 'message.media',
      toLive: (facts, { type, messageId }) => ({ ...facts, messageId, kept: type !== 'media.failed' }),
    },
  ),
  publicEvent('conversation.handed_over', 'An agent has handed the conversation over to people.', {
    live: 'conversation.handed_over',
    toLive: (facts, { reason }) => ({ ...facts, reason }),
  }),
  byUser('conversation.taken', 'A user of the console has taken the conversation.'),
  byUser('conversation.given_back', 'A user has given the conversation back to the agent.'),
  byUser('conversation.read', 'A user has read what the customer wrote.'),
  publicEvent('conversation.assigned', 'A user has assigned the conversation to a member of the team.', {
    live: 'conversation.assigned',
    toLive: (facts, { userId, assigneeId }) => ({ ...facts, userId, assigneeId }),
  }),
  publicEvent('conversation.status_set', 'People are done with the conversation, or it is open again.', {
    live: 'conversation.status_set',
    toLive: (facts, { status, userId }) => ({ ...facts, status, userId }),
  }),
  publicEvent(['conversation.registered', 'conversation.linked'], 'The person has become a contact.', {
    live: 'conversation.linked',
    // The contact is the one in the event, because the views may already show a later one.
    toLive: (facts, { contactId }) => (contactId === null ? null : { ...facts, contactId }),
  }),
  publicEvent('conversation.unlinked', 'The person’s contact is gone.', {
    live: 'conversation.linked',
    toLive: (facts) => ({ ...facts, contactId: null }),
  }),
];

/** Null: the views do not know the conversation. */
export const subjectOfConversation = (
  views: Pick<PublicViews, 'conversation' | 'ownMessage'>,
  businessId: string,
  conversationId: string,
): ConversationSubject | null => {
  const conversation = views.conversation(businessId, conversationId);
  if (conversation === null) return null;
  const { channel, accountId, contactId } = conversation;
  const participantId = participantOf(conversationId);
  return {
    channel,
    accountId,
    about: { conversationId },
    webhookFacts: { [TERMS[channel].account]: accountId, participantId },
    facts: { conversationId, participantId, channel, accountId, contactId },
    ownMessage: (messageId) => views.ownMessage(businessId, messageId),
  };
};

export const CONVERSATIONS = publicSource<ConversationSubject>({
  kind: CONVERSATION_KIND,
  reaction: 'webhooks',
  topic: 'conversations',
  subjectOf: subjectOfConversation,
  events: EVENTS,
  gathered: null,
});

/** The names that a channel's webhooks have for our account and for a recipient. */
const TERMS = {
  whatsapp: { account: 'phoneNumberId', recipient: 'mobileE164' },
  instagram: { account: 'instagramAccountId', recipient: 'instagramId' },
} as const;

type Received = Extract<ConversationEvent, { readonly type: 'message.received' }>;
type Echoed = Extract<ConversationEvent, { readonly type: 'message.echoed' }>;

const contentOf = ({ messageId, sentAt, content }: Received | Echoed) => ({
  messageId,
  at: iso(sentAt),
  messageType: content.type,
  text: content.text,
  ...payloadOf(content),
});

/** The structured form of a message, if it has one. */
const payloadOf = (content: (Received | Echoed)['content']) =>
  'payload' in content && content.payload !== undefined ? { payload: content.payload } : {};

/** A customer's change of a message. The id is different for each change. */
const amended = (name: EventType, { originalId, at }: AmendedEvent, text: string | null): NamedDraft => ({
  name,
  id: `${originalId}:${name}:${at}`,
  at,
  fields: { providerMessageId: originalId, message: { text } },
});

/** What an event changes in one of our messages. */
const change = (
  { messageId }: { readonly messageId: string },
  status: MessageStatus | null,
  taskStatus: TaskStatus,
  failure: Failure | null = null,
) => ({ messageId, status, taskStatus, failure });

const received = (channel: AccountChannel, event: Received): NamedDraft => {
  const { messageId, providerMessageId, customer, content, sentAt, humanHandoff = false } = event;
  const { mobile, whatsappId, userId, username, name } = customer;
  const isWhatsApp = channel === 'whatsapp';
  const special = isWhatsApp ? undefined : INSTAGRAM_TYPES[content.type];
  return {
    name: special ?? RECEIVED[channel],
    id: providerMessageId,
    at: sentAt,
    fields: {
      providerMessageId,
      customer: isWhatsApp
        ? { mobileE164: mobile, whatsappId, name }
        : { instagramId: userId, username, name },
      ...(special === undefined
        ? { message: { type: content.type, text: content.text, ...payloadOf(content) } }
        : { [content.type]: content.details }),
      humanHandoffActive: humanHandoff,
    },
    ...(event.keepsMedia === true ? { mediaId: messageId } : {}),
  };
};

type Progressed = Extract<ConversationEvent, { readonly type: 'message.progressed' }>;

/** A step of one of our messages. */
interface Step extends Omit<Progressed, 'type' | 'earlier'> {
  /** Null if the provider never had the message. */
  readonly providerStatus: MessageProgress | null;
  /** This step and those that were reported before it. */
  readonly reported: Reported;
}

/** The id is different for each step of the message. */
const delivery = (
  { facts: { channel }, ownMessage }: ConversationSubject,
  { messageId, progress, at, providerMessageId, providerStatus, failure, reported }: Step,
): readonly NamedDraft[] => {
  const message = ownMessage(messageId);
  if (message === null) return [];
  const { author, campaignId, answers, recipient } = message;
  const names = answers === null ? OF_AUTHORS[author]?.[channel] : OF_COMMENT_REPLIES;
  const name = names?.[progress];
  if (name === undefined) return [];
  // Our comment has the shape of the customers' (docs/reference/api.md "Channels, messages, conversations").
  const comment = answers && {
    id: providerMessageId,
    text: answers.text,
    mediaId: answers.comment.mediaId,
    parentId: answers.comment.id,
  };
  const fields = {
    ...(comment === null ? {} : { comment }),
    ...(author === 'api' ? {} : { author, campaignId }),
    providerMessageId,
    messageId,
    recipient: { [TERMS[channel].recipient]: recipient },
    delivery: {
      status: progress,
      providerStatus,
      sentAt: isoOrNull(reported.sent ?? null),
      deliveredAt: isoOrNull(reported.delivered ?? null),
      readAt: isoOrNull(reported.read ?? null),
      failedAt: isoOrNull(reported.failed ?? null),
      failure: progress === 'failed' ? failure : null,
    },
  };
  return [{ name, id: `${messageId}:${progress}`, at, fields }];
};
