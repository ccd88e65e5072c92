/** Messages on the timelines of contacts: one item a message, which shows how far it has come. */
import type { Database } from 'better-sqlite3';
import type { AccountChannel } from '../schemas/channel.js';
import { participantOf } from '../schemas/ids.js';
import type { MessageItem } from '../schemas/timeline.js';
import type { MessageRow } from './conversations.js';

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
      const item: Omit<MessageItem, 'id' | 'at'> = {
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
      };
      put.run(contactId, row.at, row.position, row.campaign_id, JSON.stringify(item));
    },
    drop: (contactId: string, row: MessageRow): void => void drop.run(contactId, row.at, row.position),
  };
};
