/** Conversations that agents handed over to people, as shown on the timelines of contacts. */
import type { Database } from 'better-sqlite3';
import type { AccountChannel } from '../../../schemas/channels/channel.js';
import { participantOf } from '../../../schemas/ids.js';
import { timelineWriter } from './entries.js';

/** `position`: in the order of the journal. `at`: ms since the epoch. */
export const HAND_OVER_TABLES = `
CREATE TABLE hand_overs (
  conversation_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  at INTEGER NOT NULL,
  reason TEXT,
  PRIMARY KEY (conversation_id, position)
) WITHOUT ROWID;
`;

interface HandOver {
  readonly position: number;
  readonly at: number;
  readonly reason: string | null;
}

/** The contact of a conversation; `contactId` is null while it is unknown. */
interface Owned {
  readonly conversationId: string;
  readonly channel: AccountChannel;
  readonly contactId: string | null;
}

/** Writes hand-overs. */
export const handOvers = (db: Database) => {
  const insert = db.prepare<HandOver & { readonly conversationId: string }>(
    `INSERT INTO hand_overs (conversation_id, position, at, reason)
     VALUES (:conversationId, :position, :at, :reason)`,
  );
  const byConversation = db.prepare<[string], HandOver>(
    'SELECT position, at, reason FROM hand_overs WHERE conversation_id = ? ORDER BY position',
  );
  const items = timelineWriter(db);
  const show = ({ conversationId, channel, contactId }: Owned, { at, position, reason }: HandOver): void => {
    if (contactId === null) return;
    items.put(
      { contactId, at, position, campaignId: null },
      {
        type: 'handed_over',
        channel,
        conversationId,
        participantId: participantOf(conversationId),
        campaignId: null,
        reason,
      },
    );
  };
  return {
    add: (owned: Owned, handOver: HandOver): void => {
      insert.run({ ...handOver, conversationId: owned.conversationId });
      show(owned, handOver);
    },
    /** The conversation now belongs to another contact, or to none. */
    move: (from: Owned, contactId: string | null): void => {
      for (const handOver of byConversation.all(from.conversationId)) {
        if (from.contactId !== null) items.drop(from.contactId, handOver.at, handOver.position);
        show({ ...from, contactId }, handOver);
      }
    },
  };
};
