/** The messages of a conversation with what people did and noted in between; the latest first. */
import type { Database } from 'better-sqlite3';
import type { Failure } from '../../../actors/conversation/events.js';
import type { AnswerSource } from '../../../schemas/agents/knowledge.js';
import type { MessagePayload } from '../../../schemas/channels/message-payload.js';
import { numberOf, pageByNumber } from '../../kernel/cursor.js';
import type { Page, PageRequest } from '../../kernel/page.js';
import { type MediaRecord, parseMedia } from '../media.js';
import type { MessageRow, TemplateUse } from '../tables.js';
import { payloadOf, sourcesOf } from './conversations.js';

/** `position`: in the order of the journal, which is the order of the thread. Times in ms since the epoch. */
export type ThreadRecord =
  | {
      readonly type: 'message';
      readonly position: number;
      readonly row: MessageRow;
      readonly failure: Failure | null;
      readonly template: TemplateUse | null;
      readonly media: MediaRecord | null;
      /** The structured form of a customer's message; null: it has none. */
      readonly payload: MessagePayload | null;
      /** The sources of an agent's answer; null: it has none. */
      readonly sources: AnswerSource[] | null;
      /** The console user who wrote it; null if no user did, or the user no longer exists. */
      readonly userName: string | null;
    }
  | {
      readonly type: 'taken' | 'given_back' | 'done' | 'reopened';
      readonly position: number;
      readonly at: number;
      /** Null also if no user did it. */
      readonly userName: string | null;
    }
  | {
      readonly type: 'assigned';
      readonly position: number;
      readonly at: number;
      readonly userName: string | null;
      /** Null: it is assigned to no member. */
      readonly assigneeId: string | null;
      readonly assigneeName: string | null;
    }
  | {
      readonly type: 'note';
      readonly position: number;
      readonly at: number;
      readonly noteId: string;
      readonly text: string;
      /** The author. */
      readonly userId: string;
      readonly userName: string | null;
      readonly editedAt: number | null;
    }
  | {
      readonly type: 'handed_over';
      readonly position: number;
      readonly at: number;
      readonly reason: string | null;
    };

interface ThreadParameters {
  readonly id: string;
  readonly before: number;
  readonly count: number;
}

type ThreadRow = MessageRow & { readonly user_name: string | null };

const messageRecord = ({ user_name: userName, ...row }: ThreadRow): ThreadRecord => {
  const failure: Failure | null = row.failure === null ? null : JSON.parse(row.failure);
  const template: TemplateUse | null = row.template === null ? null : JSON.parse(row.template);
  const { position } = row;
  const payload = payloadOf(row.payload);
  return {
    type: 'message',
    position,
    row,
    failure,
    template,
    media: parseMedia(row.media),
    payload,
    sources: sourcesOf(row.sources),
    userName,
  };
};

const pageClause = 'conversation_id = :id AND position < :before ORDER BY position DESC LIMIT :count';

/** Queries on threads. */
export const threadQueries = (db: Database) => {
  const messages = db.prepare<ThreadParameters, ThreadRow>(
    `SELECT m.*, u.name AS user_name FROM messages m LEFT JOIN console_users u ON u.id = m.user_id WHERE m.${pageClause}`,
  );
  const notes = db.prepare<
    ThreadParameters,
    {
      readonly position: number;
      readonly at: number;
      readonly type: 'taken' | 'given_back' | 'done' | 'reopened' | 'assigned';
      readonly userName: string | null;
      readonly assigneeId: string | null;
      readonly assigneeName: string | null;
    }
  >(
    `SELECT n.position, n.at, n.type, u.name AS userName, n.assignee_id AS assigneeId, a.name AS assigneeName
     FROM conversation_notes n LEFT JOIN console_users u ON u.id = n.user_id
       LEFT JOIN console_users a ON a.id = n.assignee_id WHERE n.${pageClause}`,
  );
  const internal = db.prepare<
    ThreadParameters,
    Omit<Extract<ThreadRecord, { readonly type: 'note' }>, 'type'>
  >(
    `SELECT i.position, i.at, i.note_id AS noteId, i.text, i.user_id AS userId, u.name AS userName,
       i.edited_at AS editedAt
     FROM internal_notes i LEFT JOIN console_users u ON u.id = i.user_id WHERE i.${pageClause}`,
  );
  const handOvers = db.prepare<
    ThreadParameters,
    { readonly position: number; readonly at: number; readonly reason: string | null }
  >(`SELECT position, at, reason FROM hand_overs WHERE ${pageClause}`);
  return {
    thread: (conversationId: string, { limit, cursor }: PageRequest): Page<ThreadRecord> => {
      const scope = ['thread', conversationId];
      const before = numberOf(scope, cursor, Number.MAX_SAFE_INTEGER);
      const parameters: ThreadParameters = { id: conversationId, before, count: limit + 1 };
      const records: readonly ThreadRecord[] = [
        ...messages.all(parameters).map(messageRecord),
        ...notes
          .all(parameters)
          .map(
            ({ type, assigneeId, assigneeName, ...note }): ThreadRecord =>
              type === 'assigned' ? { type, ...note, assigneeId, assigneeName } : { type, ...note },
          ),
        ...internal.all(parameters).map((note): ThreadRecord => ({ type: 'note', ...note })),
        ...handOvers.all(parameters).map((handOver): ThreadRecord => ({ type: 'handed_over', ...handOver })),
      ].toSorted((a, b) => b.position - a.position);
      return pageByNumber(
        scope,
        records.slice(0, limit + 1),
        limit,
        ({ position }) => position,
        (record) => record,
      );
    },
  };
};
