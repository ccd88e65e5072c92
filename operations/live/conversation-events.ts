/** The live events of a conversation for open pages (docs/how-to/live-updates.md), from the journal's events alone. Pure. */
import type { ConversationEvent } from '../../actors/conversation/events.js';
import { assertNever } from '../../schemas/assert.js';
import type { LiveEvent } from '../../schemas/events/live.js';
import { participantOf } from '../../schemas/ids.js';
import { type ChangingEvent, type ConversationRecord, wordsOf } from '../../views/conversations/index.js';
import { iso } from '../../views/kernel/dates.js';

/** Null if the event is not published. `at`: time of the commit, ms since the epoch. */
export const conversationLiveEvent = (
  conversationId: string,
  { channel, accountId, contactId }: ConversationRecord,
  event: ConversationEvent,
  at: number,
): LiveEvent | null => {
  const facts = {
    occurredAt: iso(at),
    conversationId,
    participantId: participantOf(conversationId),
    channel,
    accountId,
    contactId,
  };
  switch (event.type) {
    case 'message.received': {
      const { messageId, sentAt, content } = event;
      const fields = { direction: 'inbound', author: 'customer', campaignId: null, status: null } as const;
      const message = {
        messageId,
        at: iso(sentAt),
        messageType: content.type,
        text: content.text,
        ...fields,
      };
      return { type: 'message.added', ...facts, message };
    }
    case 'message.echoed': {
      const { messageId, sentAt, content } = event;
      const fields = { direction: 'outbound', author: 'human', campaignId: null, status: 'sent' } as const;
      const message = {
        messageId,
        at: iso(sentAt),
        messageType: content.type,
        text: content.text,
        ...fields,
      };
      return { type: 'message.added', ...facts, message };
    }
    case 'message.queued': {
      const { messageId, author, content, campaign } = event;
      const message = {
        messageId,
        at: iso(at),
        direction: 'outbound',
        author,
        messageType: content.type,
        text: wordsOf(content),
        campaignId: campaign?.campaignId ?? null,
        status: 'queued',
      } as const;
      return { type: 'message.added', ...facts, message };
    }
    case 'message.submitted':
    case 'message.outcome_unknown':
    case 'message.postponed':
    case 'message.accepted':
    case 'message.progressed':
    case 'message.refused':
      return { type: 'message.changed', ...facts, messageId: event.messageId, ...changeOf(event) };
    case 'media.kept':
      return { type: 'message.media', ...facts, messageId: event.messageId, kept: true };
    case 'media.failed':
      return { type: 'message.media', ...facts, messageId: event.messageId, kept: false };
    case 'conversation.handed_over':
      return { type: 'conversation.handed_over', ...facts, reason: event.reason };
    case 'conversation.taken':
    case 'conversation.given_back':
    case 'conversation.read':
      return { type: event.type, ...facts, userId: event.userId };
    case 'conversation.registered':
    case 'conversation.linked':
      // The contact is the one in the event, because the views may already show a later one.
      if (event.contactId === null) return null;
      return { type: 'conversation.linked', ...facts, contactId: event.contactId };
    case 'conversation.unlinked':
      return { type: 'conversation.linked', ...facts, contactId: null };
    default:
      return null;
  }
};

const changeOf = (event: ChangingEvent) => {
  switch (event.type) {
    case 'message.submitted':
      return { status: 'submitted', taskStatus: 'running', failure: null } as const;
    case 'message.outcome_unknown':
    case 'message.postponed':
      return { status: null, taskStatus: 'retrying', failure: null } as const;
    case 'message.accepted':
      return { status: 'accepted', taskStatus: 'done', failure: null } as const;
    case 'message.progressed': {
      const { progress, failure } = event;
      const taskStatus = progress === 'failed' ? ('failed' as const) : ('done' as const);
      return { status: progress, taskStatus, failure: failure && { ...failure } };
    }
    case 'message.refused':
      return { status: 'failed', taskStatus: 'failed', failure: { ...event.failure } } as const;
    default:
      return assertNever(event);
  }
};
