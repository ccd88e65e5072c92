/** Conversations on the timelines of contacts: one item a message, which shows how far it has come. */
import type { Database } from 'better-sqlite3';
import type { GivenMobile } from '../../actors/conversation/events.js';
import type { AccountChannel } from '../../schemas/channel.js';
import { participantOf } from '../../schemas/ids.js';
import type { MessageItem, MobileGivenItem } from '../../schemas/timeline.js';
import { rowNumber } from '../kernel/row-number.js';
import type { Stored } from '../kernel/stored-event.js';
import { type MediaRecord, parseMedia } from './media.js';
import type { MessageRow } from './tables.js';

/** As it is stored: what it carries has no link yet. */
export type StoredMessageItem = Omit<MessageItem, 'id' | 'at' | 'media'> & {
  readonly media: MediaRecord | null;
};

export const messageTimeline = (db: Database) => {
  const put = db.prepare<[string, number, number, string | null, string]>(
    `INSERT INTO timeline (contact_id, at, position, campaign_id, body) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET body = excluded.body`,
  );
  const drop = db.prepare<[string, number, number]>(
    'DELETE FROM timeline WHERE contact_id = ? AND at = ? AND position = ?',
  );
  return {
    /** Shows the message as it is now. */
    put: (contactId: string, channel: AccountChannel, row: MessageRow): void => {
      const item: StoredMessageItem = {
        type: 'message',
        channel,
        messageId: row.id,
        conversationId: row.conversation_id,
        participantId: participantOf(row.conversation_id),
        campaignId: row.campaign_id,
        direction: row.direction,
        author: row.author,
        messageType: row.type,
        text: row.text,
        status: row.direction === 'inbound' ? null : row.status,
        media: parseMedia(row.media),
      };
      put.run(contactId, row.at, row.position, row.campaign_id, JSON.stringify(item));
    },
    /** Says that the person of a conversation is the contact since they gave its mobile. */
    give: (contactId: string, channel: AccountChannel, stored: Stored<unknown>, given: GivenMobile): void => {
      const item: Omit<MobileGivenItem, 'id' | 'at'> = {
        type: 'mobile_given',
        channel,
        conversationId: stored.id,
        participantId: participantOf(stored.id),
        campaignId: null,
        ...given,
      };
      put.run(contactId, stored.at, rowNumber(stored), null, JSON.stringify(item));
    },
    drop: (contactId: string, row: MessageRow): void => void drop.run(contactId, row.at, row.position),
  };
};
