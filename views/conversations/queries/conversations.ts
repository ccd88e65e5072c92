/** Queries on conversations and their messages. */

import type { Database } from 'better-sqlite3';
import type { Author, Failure, PublicComment } from '../../../actors/conversation/events.js';
import type { AnswerSource } from '../../../schemas/agents/knowledge.js';
import type { AccountChannel } from '../../../schemas/channels/channel.js';
import type { MessageDeliveryState } from '../../../schemas/channels/message.js';
import type { MessagePayload } from '../../../schemas/channels/message-payload.js';
import { participantOf } from '../../../schemas/ids.js';
import { iso, isoOrNull } from '../../kernel/dates.js';
import { type MediaRecord, parseMedia } from '../media.js';
import type { ConversationRow, MessageRow } from '../tables.js';

/** The parties of a conversation. */
export interface ConversationRecord {
  readonly channel: AccountChannel;
  /** The id of our account. */
  readonly accountId: string;
  /** Null while the contact is unknown. */
  readonly contactId: string | null;
}

/** A message as input for a reply. */
export interface SpokenMessage {
  readonly direction: 'inbound' | 'outbound';
  readonly type: string;
  readonly text: string | null;
  /** The media of a customer's message. Absent or null: none is stored. */
  readonly media?: MediaRecord | null;
  /** The structured form of a customer's message. Absent or null: it has none. */
  readonly payload?: MessagePayload | null;
}

/** The facts of one of our messages that are fixed once it is queued. */
export interface OwnMessage {
  readonly author: Author;
  readonly recipient: string;
  /** The campaign that it belongs to; null: none. */
  readonly campaignId: string | null;
  /** The comment that it answers, and the text of the answer; null when it answers none. */
  readonly answers: { readonly comment: PublicComment; readonly text: string } | null;
}

/** A stored structured form of a message. */
export const payloadFrom = (json: string): MessagePayload => JSON.parse(json);

export const payloadOf = (json: string | null): MessagePayload | null =>
  json === null ? null : payloadFrom(json);

/** The sources of a message as stored; null: it has none. */
export const sourcesOf = (json: string | null): AnswerSource[] | null => {
  if (json === null) return null;
  const sources: AnswerSource[] = JSON.parse(json);
  return sources;
};

/** Queries on conversations and messages. */
export const conversationQueries = (db: Database) => {
  const message = db.prepare<
    [string, string],
    MessageRow & { readonly channel: AccountChannel; readonly account_id: string }
  >(
    `SELECT m.*, c.channel, c.account_id FROM messages m
     JOIN conversations c ON c.business_id = m.business_id AND c.id = m.conversation_id
     WHERE m.business_id = ? AND m.id = ? AND m.direction = 'outbound'`,
  );
  const spoken = db.prepare<
    [string, number],
    Pick<MessageRow, 'direction' | 'type' | 'text' | 'media' | 'payload'>
  >(
    `SELECT direction, type, text, media, payload FROM messages
     WHERE conversation_id = ? AND status != 'failed' AND revoked_at IS NULL
     ORDER BY position DESC LIMIT ?`,
  );
  const media = db.prepare<[string, string], Pick<MessageRow, 'media'>>(
    'SELECT media FROM messages WHERE business_id = ? AND id = ?',
  );
  const conversation = db.prepare<
    [string, string],
    Pick<ConversationRow, 'channel' | 'account_id' | 'contact_id'>
  >('SELECT channel, account_id, contact_id FROM conversations WHERE business_id = ? AND id = ?');
  const identities = db
    .prepare<[string, string], string>(
      `SELECT DISTINCT address FROM conversations
       WHERE contact_id = ? AND business_id = ? AND channel = 'instagram' LIMIT 20`,
    )
    .pluck();
  return {
    /** The Instagram ids under which the contact has written; at most 20. */
    instagramIdentities: (businessId: string, contactId: string): readonly string[] =>
      identities.all(contactId, businessId),
    /** The latest messages of a conversation, oldest first, without failed ones. */
    conversationMessages: (conversationId: string, count: number): readonly SpokenMessage[] =>
      spoken
        .all(conversationId, count)
        .toReversed()
        .map(({ media: file, payload, ...message }) => ({
          ...message,
          media: parseMedia(file),
          payload: payloadOf(payload),
        })),
    conversation: (businessId: string, conversationId: string): ConversationRecord | null => {
      const row = conversation.get(businessId, conversationId);
      if (row === undefined) return null;
      return { channel: row.channel, accountId: row.account_id, contactId: row.contact_id };
    },
    /** The immutable facts of one of our messages. */
    ownMessage: (businessId: string, messageId: string): OwnMessage | null => {
      const row = message.get(businessId, messageId);
      if (row === undefined || row.author === 'customer') return null;
      const comment: PublicComment | null = row.answers === null ? null : JSON.parse(row.answers);
      return {
        author: row.author,
        recipient: row.recipient ?? '',
        campaignId: row.campaign_id,
        answers: comment === null ? null : { comment, text: row.text ?? '' },
      };
    },
    /** The media of a customer's message; null when none is stored. */
    messageMedia: (businessId: string, messageId: string): MediaRecord | null =>
      parseMedia(media.get(businessId, messageId)?.media ?? null),
    /** One of our messages and its progress. */
    message: (businessId: string, messageId: string): MessageDeliveryState | null => {
      const row = message.get(businessId, messageId);
      if (row === undefined) return null;
      const failure: Failure | null = row.failure === null ? null : JSON.parse(row.failure);
      return {
        messageId: row.id,
        businessId,
        conversationId: row.conversation_id,
        participantId: participantOf(row.conversation_id),
        phoneNumberId: row.channel === 'whatsapp' ? row.account_id : null,
        recipient: row.recipient ?? '',
        type: row.type,
        status: row.status,
        taskStatus: row.task_status,
        providerMessageId: row.provider_message_id,
        providerStatus: row.provider_status,
        queuedAt: iso(row.at),
        sentAt: isoOrNull(row.sent_at),
        deliveredAt: isoOrNull(row.delivered_at),
        readAt: isoOrNull(row.read_at),
        failedAt: isoOrNull(row.failed_at),
        failure,
      };
    },
  };
};
