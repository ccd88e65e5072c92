/** Conversations on the timelines of contacts: one item per message, which shows its progress. */
import type { Database } from 'better-sqlite3';
import type { ClaimedMobile } from '../../../actors/conversation/events.js';
import type { AccountChannel } from '../../../schemas/channels/channel.js';
import { participantOf } from '../../../schemas/ids.js';
import { iso } from '../../kernel/dates.js';
import { rowNumber, type Stored } from '../../kernel/stored-event.js';
import { parseMedia } from '../media.js';
import { payloadFrom, sourcesOf } from '../queries/conversations.js';
import type { MessageRow } from '../tables.js';
import { timelineWriter } from './entries.js';

/** Writes the items of a conversation. */
export const messageItems = (db: Database) => {
  const items = timelineWriter(db);
  return {
    /** Shows the message in its current state. */
    put: (contactId: string, channel: AccountChannel, row: MessageRow): void => {
      const sources = sourcesOf(row.sources);
      items.put(
        { contactId, at: row.at, position: row.position, campaignId: row.campaign_id },
        {
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
          ...(row.payload === null ? {} : { payload: payloadFrom(row.payload) }),
          ...(sources === null ? {} : { sources }),
          ...(row.edited_at === null ? {} : { editedAt: iso(row.edited_at) }),
          ...(row.revoked_at === null ? {} : { revokedAt: iso(row.revoked_at) }),
        },
      );
    },
    /**
     * Shows that the person of a conversation gave this mobile, which either linked them to the contact or was saved as the
     * contact's.
     */
    putMobile: (
      contactId: string,
      channel: AccountChannel,
      stored: Stored<unknown>,
      mobile: ClaimedMobile,
    ): void =>
      items.put(
        { contactId, at: stored.at, position: rowNumber(stored), campaignId: null },
        {
          type: 'mobile_given',
          channel,
          conversationId: stored.id,
          participantId: participantOf(stored.id),
          campaignId: null,
          ...mobile,
        },
      ),
    drop: (contactId: string, row: MessageRow): void => items.drop(contactId, row.at, row.position),
  };
};
