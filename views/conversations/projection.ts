/** Conversations and their messages, and their places on the timelines of contacts. */
import type { Database } from 'better-sqlite3';
import type {
  ConversationEvent,
  Failure,
  OutboundContent,
  Progress,
} from '../../actors/conversation/events.js';
import { assertNever } from '../../schemas/assert.js';
import type { MessageStatus, TaskStatus } from '../../schemas/message.js';
import { keepActivities } from '../campaigns/activities.js';
import { rowNumber } from '../kernel/row-number.js';
import type { Stored } from '../kernel/stored-event.js';
import { mediaOfReceived, projectMedia } from './media.js';
import { messageTimeline } from './message-timeline.js';
import { contactRollups } from './rollups.js';
import type { ConversationRow, MessageRow } from './tables.js';

/** Forward only: the status of a message is the highest that was reached. */
const RANK: Readonly<Record<MessageStatus, number>> = {
  queued: 0,
  submitted: 1,
  accepted: 2,
  sent: 3,
  delivered: 4,
  read: 5,
  failed: 6,
};

/** Of two reports the one that says more, in whatever order they came. */
const furthest = (known: Progress | null, reported: Progress | null): Progress | null => {
  if (known === null || reported === null) return known ?? reported;
  return RANK[reported] > RANK[known] ? reported : known;
};

interface Change {
  readonly status?: MessageStatus;
  readonly task?: TaskStatus;
  readonly providerMessageId?: string | null;
  readonly reported?: { readonly progress: Progress; readonly at: number };
  readonly failure?: Failure | null;
  /** When we gave it up ourselves, ms since the epoch. */
  readonly failedAt?: number;
}

export const projectConversations = (db: Database): ((stored: Stored<ConversationEvent>) => void) => {
  const rollups = contactRollups(db);
  const timeline = messageTimeline(db);
  const open = db.prepare<[string, string, string, string, string]>(
    'INSERT INTO conversations (business_id, id, channel, account_id, address) VALUES (?, ?, ?, ?, ?)',
  );
  const link = db.prepare<[string | null, string, string]>(
    'UPDATE conversations SET contact_id = ? WHERE business_id = ? AND id = ?',
  );
  const find = db.prepare<[string, string], ConversationRow>(
    'SELECT * FROM conversations WHERE business_id = ? AND id = ?',
  );
  const attribute = db.prepare<[string, string, number, string, string]>(
    'UPDATE conversations SET campaign_id = ?, iteration_id = ?, campaign_at = ? WHERE business_id = ? AND id = ?',
  );
  const contactName = db.prepare<[string], { readonly name: string }>(
    'SELECT name FROM contacts WHERE id = ?',
  );
  const activities = keepActivities(db);
  const media = projectMedia(db);
  const sentByHuman = db.prepare<[number, string, string]>(
    'UPDATE messages SET sent_at = ? WHERE business_id = ? AND id = ?',
  );
  const insert = db.prepare<
    [
      string,
      string,
      string,
      number,
      string,
      string,
      string,
      string | null,
      string | null,
      string,
      string,
      string | null,
      number,
      string | null,
      string | null,
      string | null,
      string | null,
    ]
  >(
    `INSERT INTO messages (business_id, id, conversation_id, position, direction, author, type, text, recipient,
       status, task_status, provider_message_id, at, answers, campaign_id, iteration_id, media)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const message = db.prepare<[string, string], MessageRow>(
    'SELECT * FROM messages WHERE business_id = ? AND id = ?',
  );
  const all = db.prepare<[string], MessageRow>(
    'SELECT * FROM messages WHERE conversation_id = ? ORDER BY position',
  );
  const update = db.prepare<
    [
      string,
      string,
      string | null,
      string | null,
      number | null,
      number | null,
      number | null,
      number | null,
      string | null,
      string,
      string,
    ]
  >(
    `UPDATE messages SET status = ?, task_status = ?, provider_message_id = ?, provider_status = ?, sent_at = ?,
       delivered_at = ?, read_at = ?, failed_at = ?, failure = ? WHERE business_id = ? AND id = ?`,
  );

  const show = (conversation: ConversationRow | undefined, row: MessageRow | undefined): void => {
    if (conversation === undefined || row === undefined || conversation.contact_id === null) return;
    timeline.put(conversation.contact_id, conversation.channel, row);
    rollups.ended(conversation.contact_id, conversation.channel, outcomeOf(row));
  };

  const add = (
    stored: Stored<unknown>,
    facts: Pick<
      MessageRow,
      | 'id'
      | 'direction'
      | 'author'
      | 'type'
      | 'text'
      | 'recipient'
      | 'status'
      | 'task_status'
      | 'provider_message_id'
      | 'at'
      | 'answers'
      | 'media'
    >,
  ): void => {
    const { businessId, id } = stored;
    const conversation = find.get(businessId, id);
    // By our clock: the provider's counts in seconds.
    const under = campaignOf(conversation, stored.at);
    insert.run(
      ...([businessId, facts.id, id, rowNumber(stored), facts.direction, facts.author, facts.type] as const),
      ...([facts.text, facts.recipient, facts.status, facts.task_status] as const),
      ...([facts.provider_message_id, facts.at, facts.answers] as const),
      ...([under?.campaignId ?? null, under?.iterationId ?? null, facts.media] as const),
    );
    if (under !== null && conversation?.contact_id != null && conversation.channel === 'whatsapp')
      activities.begin({
        row: rowNumber(stored),
        id: facts.id,
        ...under,
        channel: 'whatsapp',
        at: facts.at,
        contactId: conversation.contact_id,
        contactName: contactName.get(conversation.contact_id)?.name ?? null,
        direction: facts.direction,
        status: facts.direction === 'inbound' ? 'received' : facts.status,
      });
    if (conversation?.contact_id != null)
      rollups.began(conversation.contact_id, conversation.channel, facts.at);
    show(conversation, message.get(businessId, facts.id));
  };

  const change = ({ businessId, id }: Stored<unknown>, messageId: string, changes: Change): void => {
    const before = message.get(businessId, messageId);
    if (before === undefined) return;
    const wanted = changes.status ?? before.status;
    const status = RANK[wanted] > RANK[before.status] ? wanted : before.status;
    const { reported } = changes;
    const at = (progress: Progress, known: number | null): number | null =>
      known ?? (reported?.progress === progress ? reported.at : null);
    update.run(
      status,
      changes.task ?? before.task_status,
      changes.providerMessageId ?? before.provider_message_id,
      furthest(before.provider_status, reported?.progress ?? null),
      at('sent', before.sent_at),
      at('delivered', before.delivered_at),
      at('read', before.read_at),
      at('failed', before.failed_at) ?? changes.failedAt ?? null,
      changes.failure == null ? before.failure : JSON.stringify(changes.failure),
      businessId,
      messageId,
    );
    activities.moved(messageId, status);
    show(find.get(businessId, id), message.get(businessId, messageId));
  };

  /** What was said before it was known whose conversation it is. */
  const move = (businessId: string, conversationId: string, contactId: string): void => {
    const before = find.get(businessId, conversationId);
    if (before === undefined || before.contact_id === contactId) return;
    link.run(contactId, businessId, conversationId);
    for (const row of all.all(conversationId)) {
      if (before.contact_id !== null) timeline.drop(before.contact_id, row);
      rollups.began(contactId, before.channel, row.at);
      show({ ...before, contact_id: contactId }, row);
    }
  };

  /** What was said since the contact was deleted is nobody's until it is known whose it is. */
  const unlink = (businessId: string, conversationId: string, contactId: string): void => {
    link.run(null, businessId, conversationId);
    for (const row of all.all(conversationId)) timeline.drop(contactId, row);
    rollups.forget(contactId);
  };

  return (stored) => {
    const { businessId, id, at, event } = stored;
    switch (event.type) {
      case 'conversation.opened':
        open.run(businessId, id, event.channel, event.accountId, event.address);
        return;
      case 'conversation.registered': {
        const { contactId, given } = event;
        if (contactId === null) return;
        move(businessId, id, contactId);
        const channel = find.get(businessId, id)?.channel;
        if (given !== undefined && channel !== undefined) timeline.give(contactId, channel, stored, given);
        return;
      }
      case 'conversation.linked':
        move(businessId, id, event.contactId);
        return;
      case 'conversation.unlinked':
        unlink(businessId, id, event.contactId);
        return;
      case 'mobile.given':
      case 'reply.begun':
      case 'reply.ended':
      case 'comment_reply.ended':
      case 'campaign.told':
      case 'media.postponed':
      case 'media.due':
        return;
      case 'media.kept':
      case 'media.failed':
        media(businessId, event);
        show(find.get(businessId, id), message.get(businessId, event.messageId));
        return;
      case 'message.received': {
        const { messageId, providerMessageId, content, sentAt } = event;
        add(stored, {
          id: messageId,
          direction: 'inbound',
          author: 'customer',
          type: content.type,
          text: content.text,
          recipient: null,
          status: 'delivered',
          task_status: 'done',
          at: sentAt,
          provider_message_id: providerMessageId,
          answers: null,
          media: mediaOfReceived(event),
        });
        return;
      }
      case 'message.echoed': {
        const { messageId, providerMessageId, recipient, content, sentAt } = event;
        add(stored, {
          id: messageId,
          direction: 'outbound',
          author: 'human',
          type: content.type,
          text: content.text,
          recipient,
          status: 'sent',
          task_status: 'done',
          at: sentAt,
          media: null,
          answers: null,
          provider_message_id: providerMessageId,
        });
        sentByHuman.run(sentAt, businessId, messageId);
        return;
      }
      case 'message.queued': {
        const { messageId, author, recipient, content, campaign } = event;
        if (campaign !== null) attribute.run(campaign.campaignId, campaign.iterationId, at, businessId, id);
        const words = wordsOf(content);
        add(stored, {
          id: messageId,
          direction: 'outbound',
          author,
          type: content.type,
          text: words,
          recipient,
          status: 'queued',
          task_status: 'queued',
          provider_message_id: null,
          at,
          answers: content.type === 'comment_reply' ? JSON.stringify(content.comment) : null,
          media: null,
        });
        return;
      }
      case 'message.submitted':
        change(stored, event.messageId, { status: 'submitted', task: 'running' });
        return;
      case 'message.outcome_unknown':
      case 'message.postponed':
        change(stored, event.messageId, { task: 'retrying' });
        return;
      case 'message.accepted': {
        const { messageId, providerMessageId } = event;
        change(stored, messageId, { status: 'accepted', task: 'done', providerMessageId });
        return;
      }
      case 'message.progressed': {
        const { messageId, progress, providerMessageId, failure } = event;
        const task = progress === 'failed' ? 'failed' : 'done';
        const reported = { progress, at: event.at };
        change(stored, messageId, { status: progress, task, providerMessageId, reported, failure });
        return;
      }
      case 'message.refused': {
        const { messageId, failure } = event;
        change(stored, messageId, { status: 'failed', task: 'failed', failure, failedAt: at });
        return;
      }
      default:
        assertNever(event);
    }
  };
};

const wordsOf = (content: OutboundContent): string | null => {
  switch (content.type) {
    case 'text':
    case 'comment_reply':
      return content.text;
    case 'image':
      return content.caption;
    case 'template':
      return null;
    default:
      return assertNever(content);
  }
};

/** What is said for so long after a campaign wrote counts as said under it, ms. */
const ATTRIBUTION_MS = 72 * 60 * 60 * 1_000;

const campaignOf = (
  conversation: ConversationRow | undefined,
  at: number,
): { readonly campaignId: string; readonly iterationId: string } | null => {
  const { campaign_id: campaignId, iteration_id: iterationId, campaign_at: since } = conversation ?? {};
  if (campaignId == null || iterationId == null || since == null) return null;
  return at >= since && at - since <= ATTRIBUTION_MS ? { campaignId, iterationId } : null;
};

const outcomeOf = (row: MessageRow): string => (row.direction === 'inbound' ? 'received' : row.status);
