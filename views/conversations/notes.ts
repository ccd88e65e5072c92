/** Take-overs and returns of conversations, as the inbox shows them between the messages. */
import type { Database } from 'better-sqlite3';
import type { ChannelAccountEvent } from '../../actors/channel-account/events.js';
import type { ConversationEvent } from '../../actors/conversation/events.js';
import { assertNever } from '../../schemas/assert.js';
import type { AccountChannel } from '../../schemas/channels/channel.js';
import { rowNumber, type Stored } from '../kernel/stored-event.js';
import { attentionWriter } from './attention.js';

/** `position`: in the order of the journal. `at`: ms since the epoch. */
export const NOTE_TABLES = `
CREATE TABLE conversation_notes (
  conversation_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  at INTEGER NOT NULL,
  type TEXT NOT NULL,
  user_id TEXT NOT NULL,
  PRIMARY KEY (conversation_id, position)
) WITHOUT ROWID;
`;

/** The actions of people in the console. */
type OperatorEvent = Extract<
  ConversationEvent,
  { readonly type: 'conversation.taken' | 'conversation.given_back' | 'conversation.read' }
>;

/** Writes take-overs and returns, the owner of the conversation, and its read position. */
export const operatorWriter = (db: Database) => {
  const attention = attentionWriter(db);
  const insert = db.prepare<{
    readonly id: string;
    readonly position: number;
    readonly at: number;
    readonly type: 'taken' | 'given_back';
    readonly userId: string;
  }>(
    `INSERT INTO conversation_notes (conversation_id, position, at, type, user_id)
     VALUES (:id, :position, :at, :type, :userId)`,
  );
  const owner = db
    .prepare<[string, string], string | null>(
      'SELECT taken_by FROM conversations WHERE business_id = ? AND id = ? AND human_at IS NOT NULL',
    )
    .pluck();
  const note = (stored: Stored<unknown>, type: 'taken' | 'given_back', userId: string): void =>
    void insert.run({ id: stored.id, position: rowNumber(stored), at: stored.at, type, userId });
  return (stored: Stored<unknown>, event: OperatorEvent): void => {
    const { businessId, id } = stored;
    const { userId } = event;
    switch (event.type) {
      case 'conversation.taken':
        // A renewed take-over by the current owner is not noted.
        if (owner.get(businessId, id) !== userId) note(stored, 'taken', userId);
        attention.taken(stored, userId);
        return;
      case 'conversation.given_back':
        note(stored, 'given_back', userId);
        attention.handedBack(stored);
        return;
      case 'conversation.read':
        attention.read(stored, event.messageId);
        return;
      default:
        assertNever(event);
    }
  };
};

/** Handing an account back gives back every conversation on it. */
export const projectHandedBack = (db: Database): ((stored: Stored<ChannelAccountEvent>) => void) => {
  const attention = attentionWriter(db);
  const find = db.prepare<
    [string, string],
    { readonly channel: AccountChannel; readonly account_id: string }
  >('SELECT channel, account_id FROM channel_accounts WHERE business_id = ? AND id = ?');
  return ({ businessId, id, event }) => {
    if (event.type !== 'account.assigned' || event.handedBack !== true) return;
    const account = find.get(businessId, id);
    if (account !== undefined) attention.allHandedBack(businessId, account.channel, account.account_id);
  };
};
