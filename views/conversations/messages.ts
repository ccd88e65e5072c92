/** Messages as stored and shown: a row, an item on the timeline of their contact, and the contact's latest outcome. */
import type { Database } from 'better-sqlite3';
import type { AmendedEvent } from '../../actors/conversation/events.js';
import { rowNumber, type Stored } from '../kernel/stored-event.js';
import { attentionWriter } from './attention.js';
import { type MediaEvent, mediaWriter } from './media.js';
import { type Changed, type ChangingEvent, changed, changeOf } from './message-change.js';
import type { NewMessage } from './new-message.js';
import { contactRollups } from './rollups.js';
import type { ConversationRow, MessageRow } from './tables.js';
import { templateWriter } from './templates.js';
import { messageItems } from './timeline/message-items.js';

/** How long after a campaign's message a conversation's messages count as part of the campaign, ms. */
const ATTRIBUTION_MS = 72 * 60 * 60 * 1_000;

/**
 * `at`: by our clock, because the provider's counts in seconds. The message follows the campaign's in the journal, even where its
 * node's clock differs.
 */
const campaignOf = (
  conversation: ConversationRow | undefined,
  at: number,
): { readonly campaignId: string; readonly iterationId: string } | null => {
  const { campaign_id: campaignId, iteration_id: iterationId, campaign_at: since } = conversation ?? {};
  if (campaignId == null || iterationId == null || since == null) return null;
  return at - since <= ATTRIBUTION_MS ? { campaignId, iterationId } : null;
};

const outcomeOf = (row: MessageRow): string => (row.direction === 'inbound' ? 'received' : row.status);

/** The statement that finds a conversation. */
export const findConversation = (db: Database) =>
  db.prepare<[string, string], ConversationRow>(
    'SELECT * FROM conversations WHERE business_id = ? AND id = ?',
  );

/** Shows a message in its current state, if its contact is known. */
export const showMessages = (db: Database) => {
  const items = messageItems(db);
  const rollups = contactRollups(db);
  return (conversation: ConversationRow | undefined, row: MessageRow | undefined): void => {
    if (conversation === undefined || row === undefined || conversation.contact_id === null) return;
    items.put(conversation.contact_id, conversation.channel, row);
    rollups.ended(conversation.contact_id, conversation.channel, outcomeOf(row));
  };
};

const prepare = (db: Database) => ({
  insert: db.prepare<
    NewMessage & {
      readonly businessId: string;
      readonly id: string;
      readonly position: number;
      readonly campaignId: string | null;
      readonly iterationId: string | null;
    }
  >(
    `INSERT INTO messages (business_id, id, conversation_id, position, direction, author, type, text, recipient,
       status, task_status, provider_message_id, at, sent_at, answers, campaign_id, iteration_id, media,
       user_id, template, payload, sources)
     VALUES (:businessId, :messageId, :id, :position, :direction, :author, :type, :text, :recipient,
       :status, :taskStatus, :providerMessageId, :at, :sentAt, :answers, :campaignId, :iterationId, :media,
       :userId, :template, :payload, :sources)`,
  ),
  find: db.prepare<[string, string], MessageRow>('SELECT * FROM messages WHERE business_id = ? AND id = ?'),
  update: db.prepare<Changed & { readonly businessId: string; readonly messageId: string }>(
    `UPDATE messages SET status = :status, task_status = :taskStatus, provider_message_id = :providerMessageId,
       provider_status = :providerStatus, sent_at = :sentAt, delivered_at = :deliveredAt, read_at = :readAt,
       failed_at = :failedAt, failure = :failure WHERE business_id = :businessId AND id = :messageId`,
  ),
  know: db.prepare<{ readonly businessId: string; readonly id: string; readonly knownAs: string }>(
    'UPDATE conversations SET known_as = :knownAs WHERE business_id = :businessId AND id = :id',
  ),
  edit: db.prepare<{
    readonly businessId: string;
    readonly messageId: string;
    readonly text: string | null;
    readonly at: number;
  }>(`UPDATE messages SET text = :text, edited_at = :at WHERE business_id = :businessId AND id = :messageId`),
  revoke: db.prepare<{ readonly businessId: string; readonly messageId: string; readonly at: number }>(
    `UPDATE messages SET text = NULL, media = NULL, payload = NULL, revoked_at = :at
     WHERE business_id = :businessId AND id = :messageId`,
  ),
});

/** Writes messages of a conversation, which is the actor of the event. */
export const messageWriter = (db: Database) => {
  const messages = prepare(db);
  const conversations = findConversation(db);
  const rollups = contactRollups(db);
  const show = showMessages(db);
  const keepMedia = mediaWriter(db);
  const attention = attentionWriter(db);
  const templates = templateWriter(db);
  return {
    add: (stored: Stored<unknown>, message: NewMessage): void => {
      const { businessId, id } = stored;
      const { messageId, at } = message;
      const conversation = conversations.get(businessId, id);
      const attribution = campaignOf(conversation, stored.at);
      const { campaignId, iterationId } = attribution ?? { campaignId: null, iterationId: null };
      messages.insert.run({
        ...message,
        businessId,
        id,
        position: rowNumber(stored),
        campaignId,
        iterationId,
      });
      attention.messageAdded(stored, message);
      if (conversation?.contact_id != null) rollups.began(conversation.contact_id, conversation.channel, at);
      show(conversation, messages.find.get(businessId, messageId));
    },
    change: ({ businessId, id, at }: Stored<unknown>, event: ChangingEvent): void => {
      const { messageId } = event;
      const before = messages.find.get(businessId, messageId);
      if (before === undefined) return;
      messages.update.run({ ...changed(before, changeOf(event, at)), businessId, messageId });
      if (event.type === 'message.accepted' && event.knownAs !== undefined)
        messages.know.run({ businessId, id, knownAs: event.knownAs });
      const conversation = conversations.get(businessId, id);
      if (event.type === 'message.accepted' && conversation !== undefined)
        templates(businessId, conversation.account_id, before);
      show(conversation, messages.find.get(businessId, messageId));
    },
    /** What a customer did with a message of theirs. */
    amend: ({ businessId, id }: Stored<unknown>, event: AmendedEvent): void => {
      const { messageId, at } = event;
      if (event.type === 'message.edited') messages.edit.run({ businessId, messageId, text: event.text, at });
      else messages.revoke.run({ businessId, messageId, at });
      show(conversations.get(businessId, id), messages.find.get(businessId, messageId));
    },
    /** The result of fetching a message's media. */
    changeMedia: ({ businessId, id }: Stored<unknown>, event: MediaEvent): void => {
      keepMedia(businessId, event);
      show(conversations.get(businessId, id), messages.find.get(businessId, event.messageId));
    },
  };
};
