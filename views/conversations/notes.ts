/** Take-overs, returns, assignments and the status of conversations, as the inbox shows them between the messages. */
import type { Database } from 'better-sqlite3';
import type { ChannelAccountEvent } from '../../actors/channel-account/events.js';
import type { ConsoleTeamEvent } from '../../actors/console-team/events.js';
import { mayNoLongerAnswer } from '../../actors/console-team/leavers.js';
import type { ConversationEvent } from '../../actors/conversation/events.js';
import { assertNever } from '../../schemas/assert.js';
import type { AccountChannel } from '../../schemas/channels/channel.js';
import { rowNumber, type Stored } from '../kernel/stored-event.js';
import { attentionWriter } from './attention.js';
import { deskWriter } from './desk.js';

/** `position`: in the order of the journal. `at`: ms since the epoch. `assignee_id`: of an assignment; null: to no member. */
export const NOTE_TABLES = `
CREATE TABLE conversation_notes (
  conversation_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  at INTEGER NOT NULL,
  type TEXT NOT NULL,
  user_id TEXT,
  assignee_id TEXT,
  PRIMARY KEY (conversation_id, position)
) WITHOUT ROWID;
`;

/** The actions of people in the console. */
type OperatorEvent = Extract<
  ConversationEvent,
  {
    readonly type:
      | 'conversation.taken'
      | 'conversation.given_back'
      | 'conversation.read'
      | 'conversation.assigned'
      | 'conversation.status_set';
  }
>;

type NoteType = 'taken' | 'given_back' | 'assigned' | 'done' | 'reopened';

/** Writes take-overs, returns and assignments, the owner of the conversation, its status, and its read position. */
export const operatorWriter = (db: Database) => {
  const attention = attentionWriter(db);
  const desk = deskWriter(db);
  const insert = db.prepare<{
    readonly id: string;
    readonly position: number;
    readonly at: number;
    readonly type: NoteType;
    readonly userId: string | null;
    readonly assigneeId: string | null;
  }>(
    `INSERT INTO conversation_notes (conversation_id, position, at, type, user_id, assignee_id)
     VALUES (:id, :position, :at, :type, :userId, :assigneeId)`,
  );
  const assignee = db
    .prepare<[string, string], string | null>(
      'SELECT assigned_to FROM conversations WHERE business_id = ? AND id = ?',
    )
    .pluck();
  const owner = db
    .prepare<[string, string], string | null>(
      'SELECT taken_by FROM conversations WHERE business_id = ? AND id = ? AND human_at IS NOT NULL',
    )
    .pluck();
  const note = (
    stored: Stored<unknown>,
    type: NoteType,
    userId: string | null,
    assigneeId: string | null = null,
  ): void =>
    void insert.run({ id: stored.id, position: rowNumber(stored), at: stored.at, type, userId, assigneeId });
  return (stored: Stored<unknown>, event: OperatorEvent): void => {
    const { businessId, id } = stored;
    const { userId } = event;
    switch (event.type) {
      case 'conversation.assigned': {
        const { assigneeId } = event;
        if ((assignee.get(businessId, id) ?? null) === assigneeId) return;
        note(stored, 'assigned', userId, assigneeId);
        desk.assigned(stored, assigneeId);
        return;
      }
      case 'conversation.status_set':
        note(stored, event.status === 'done' ? 'done' : 'reopened', userId);
        desk.statusSet(stored, event.status);
        return;
      case 'conversation.taken':
        // A renewed take-over by the current owner is not noted.
        if (owner.get(businessId, id) !== event.userId) note(stored, 'taken', userId);
        attention.taken(stored, event.userId);
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

/** Conversations of members who leave, are disabled or may only read are assigned to no member. */
export const projectLeavers = (db: Database): ((stored: Stored<ConsoleTeamEvent>) => void) => {
  const desk = deskWriter(db);
  return ({ businessId, event }) => {
    if (mayNoLongerAnswer(event)) desk.released(businessId, event.userId);
  };
};
