/** Analyses of conversations: a row for each episode. The list of conversations shows the outcome of the latest one. */
import type { Database } from 'better-sqlite3';
import type { ConversationAnalysisEvent } from '../../actors/conversation-analysis/events.js';
import type {
  ConversationAnalysis,
  ConversationFindings,
  Episode,
} from '../../schemas/analysis/conversation-analysis.js';
import {
  ANALYSIS_COLUMNS,
  type AnalysisRow,
  analysisFrom,
  analysisWriter,
  SHOW_OUTCOME,
  type ToAnalyse,
} from '../kernel/analyses.js';
import type { Stored } from '../kernel/stored-event.js';
import { parseMedia } from './media.js';
import type { SpokenMessage } from './queries/conversations.js';
import type { MessageRow } from './tables.js';

/** `last_position`: that of the last message of the episode in the order of the journal. */
export const CONVERSATION_ANALYSIS_TABLES = `
CREATE TABLE conversation_analyses (
  business_id TEXT NOT NULL,
  id TEXT NOT NULL,
  conversation_id TEXT,
  first_message TEXT,
  last_message TEXT,
  last_position INTEGER,${ANALYSIS_COLUMNS},
  PRIMARY KEY (business_id, id)
) WITHOUT ROWID;
CREATE INDEX conversation_analyses_by_conversation ON conversation_analyses (business_id, conversation_id, last_position DESC);
`;

/** Projects analyses of conversations. */
export const projectConversationAnalyses = (
  db: Database,
): ((stored: Stored<ConversationAnalysisEvent>) => void) => {
  const write = analysisWriter<ConversationFindings>(db, { table: 'conversation_analyses', key: 'id' });
  const name = db.prepare<Episode & { businessId: string; id: string }>(
    `INSERT INTO conversation_analyses (business_id, id, status, conversation_id, first_message, last_message, last_position)
     VALUES (:businessId, :id, 'running', :conversationId, :firstMessageId, :lastMessageId,
       (SELECT position FROM messages WHERE business_id = :businessId AND id = :lastMessageId))
     ON CONFLICT DO NOTHING`,
  );
  const show = db.prepare<[string, string]>(
    `UPDATE conversations SET analysis_id = a.id, analysed_to = a.last_position, ${SHOW_OUTCOME}
     FROM conversation_analyses a WHERE a.business_id = conversations.business_id AND a.conversation_id = conversations.id
       AND a.business_id = ? AND a.id = ? AND (analysed_to IS NULL OR a.last_position >= analysed_to)`,
  );
  return (stored) => {
    const { businessId, id, event } = stored;
    const episode =
      event.type === 'analysis.prepared' || event.type === 'analysis.repeated' ? event.episode : undefined;
    if (episode !== undefined) name.run({ businessId, id, ...episode });
    if (write(stored)) show.run(businessId, id);
  };
};

/** A message of an episode. */
export interface EpisodeMessage extends SpokenMessage {
  readonly messageId: string;
  readonly author: MessageRow['author'];
  /** ms since the epoch. */
  readonly at: number;
}

/** The messages that follow the latest analysis begin a new episode; without any, the latest one is analysed again. */
const TO_ANALYSE = `SELECT v.id, v.last_at, a.run_id,
    coalesce(n.id, a.first_message) AS first_message,
    CASE WHEN n.id IS NULL THEN a.last_message ELSE v.last_message END AS last_message,
    CASE WHEN n.id IS NULL THEN a.settings_id END AS settings_id
  FROM conversations v
  JOIN channel_accounts c ON c.business_id = v.business_id AND c.channel = v.channel AND c.account_id = v.account_id
  LEFT JOIN conversation_analyses a ON a.business_id = v.business_id AND a.id = v.analysis_id
  LEFT JOIN messages n ON n.business_id = v.business_id AND n.id = (
    SELECT m.id FROM messages m WHERE m.conversation_id = v.id AND m.direction = 'inbound'
      AND m.type NOT IN ('reaction', 'comment', 'referral') AND m.position > coalesce(v.analysed_to, -1)
    ORDER BY m.position LIMIT 1)
  WHERE v.business_id = :businessId AND c.agent_id = :agentId AND v.last_at >= :from AND v.last_at < :to`;
const DUE = `first_message IS NOT NULL AND (settings_id IS NULL OR settings_id <> :settingsId OR run_id = :analysisRunId)`;

interface DueRow {
  readonly id: string;
  readonly run_id: string | null;
  readonly first_message: string;
  readonly last_message: string;
  readonly isDone: number;
}

/** Queries on analyses of conversations. A run covers those on the agent's accounts whose last message is of the period. */
export const conversationAnalysisQueries = (db: Database) => {
  const latest = db.prepare<
    [string, string],
    AnalysisRow & { readonly first_message: string; readonly last_message: string }
  >(
    `SELECT a.* FROM conversations v JOIN conversation_analyses a ON a.business_id = v.business_id AND a.id = v.analysis_id
     WHERE v.business_id = ? AND v.id = ?`,
  );
  const conversationOf = db
    .prepare<[string, string], string | null>(
      'SELECT conversation_id FROM conversation_analyses WHERE business_id = ? AND id = ?',
    )
    .pluck();
  const messages = db.prepare<
    { conversationId: string; first: string; last: string; limit: number; before: number },
    Pick<MessageRow, 'id' | 'direction' | 'author' | 'type' | 'text' | 'media' | 'at'> & {
      readonly isEarlier: number;
    }
  >(
    `WITH bounds AS (SELECT
       (SELECT position FROM messages WHERE conversation_id = :conversationId AND id = :first) AS first,
       (SELECT position FROM messages WHERE conversation_id = :conversationId AND id = :last) AS last),
     episode AS (SELECT * FROM messages, bounds WHERE conversation_id = :conversationId AND position BETWEEN first AND last
       AND status != 'failed' AND revoked_at IS NULL ORDER BY position DESC LIMIT :limit),
     earlier AS (SELECT * FROM messages, bounds WHERE conversation_id = :conversationId AND position < first
       AND status != 'failed' AND revoked_at IS NULL ORDER BY position DESC LIMIT :before)
     SELECT id, position, direction, author, type, text, media, at, 0 AS isEarlier FROM episode
     UNION ALL SELECT id, position, direction, author, type, text, media, at, 1 AS isEarlier FROM earlier ORDER BY position`,
  );
  type Parameters = ToAnalyse & { readonly businessId: string; readonly limit: number };
  const count = db.prepare<Parameters, { readonly conversations: number }>(
    `SELECT count(*) AS conversations FROM (SELECT 1 FROM (${TO_ANALYSE}) WHERE ${DUE} LIMIT :limit)`,
  );
  const page = db.prepare<Parameters & { readonly cursor: string | null }, DueRow>(
    `SELECT *, run_id IS :analysisRunId AND settings_id IS NOT NULL AS isDone FROM (${TO_ANALYSE}) WHERE ${DUE}
       AND (:cursor IS NULL OR id < :cursor)
     ORDER BY id DESC LIMIT :limit`,
  );
  return {
    /** Of its latest episode. Null: the conversation was not analysed. */
    analysisOfConversation: (businessId: string, conversationId: string): ConversationAnalysis | null => {
      const row = latest.get(businessId, conversationId);
      if (row === undefined) return null;
      return {
        ...analysisFrom<ConversationFindings>(row),
        firstMessageId: row.first_message,
        lastMessageId: row.last_message,
      };
    },
    /** Null: the analysis is unknown. */
    conversationOfAnalysis: (businessId: string, analysisId: string): string | null =>
      conversationOf.get(businessId, analysisId) ?? null,
    /** The latest messages of an episode, and the ones before it, oldest first, without failed and revoked ones. */
    episodeMessages: (
      { conversationId, firstMessageId, lastMessageId }: Episode,
      limits: { readonly limit: number; readonly before: number },
    ): { readonly earlier: readonly EpisodeMessage[]; readonly messages: readonly EpisodeMessage[] } => {
      const rows = messages.all({ conversationId, first: firstMessageId, last: lastMessageId, ...limits });
      const of = (isEarlier: number): readonly EpisodeMessage[] =>
        rows
          .filter((row) => row.isEarlier === isEarlier)
          .map(({ id: messageId, direction, author, type, text, media, at }) => ({
            messageId,
            direction,
            author,
            type,
            text,
            media: parseMedia(media),
            at,
          }));
      return { earlier: of(1), messages: of(0) };
    },
    /** At most `limit`. */
    countConversationsToAnalyse: (businessId: string, conversations: ToAnalyse, limit: number): number =>
      count.get({ ...conversations, businessId, limit })?.conversations ?? 0,
    /** After the conversation `cursor`. `isDone`: the run has analysed it. */
    conversationsToAnalyse: (
      businessId: string,
      conversations: ToAnalyse,
      cursor: string | null,
      limit: number,
    ): readonly { readonly episode: Episode; readonly isDone: boolean }[] =>
      page
        .all({ ...conversations, businessId, cursor, limit })
        .map(({ id, first_message: firstMessageId, last_message: lastMessageId, isDone }) => ({
          episode: { conversationId: id, firstMessageId, lastMessageId },
          isDone: isDone === 1,
        })),
  };
};

/** Queries on what contacts requested in writing. */
export const refusalQueries = (db: Database) => {
  const refused = db
    .prepare<{ readonly businessId: string; readonly contactId: string; readonly since: number }, number>(
      `SELECT 1 FROM conversations WHERE business_id = :businessId AND contact_id = :contactId AND last_at >= :since
         AND wants_no_contact = 1 LIMIT 1`,
    )
    .pluck();
  return {
    /** Whether the contact requested in a conversation that went on since then, ms since the epoch, not to be contacted again. */
    refusedInWriting: (businessId: string, contactId: string, since: number): boolean =>
      refused.get({ businessId, contactId, since }) !== undefined,
  };
};
