/** Search over the messages of conversations, one by one, with the words of voice notes. */
import type { Database } from 'better-sqlite3';
import type { ContactEvent } from '../../actors/contact-partition/events.js';
import type { Author, ConversationEvent } from '../../actors/conversation/events.js';
import type { AnalysisStatus, CustomerRequest, Sentiment } from '../../schemas/analysis/call-analysis.js';
import type { AccountChannel } from '../../schemas/channels/channel.js';
import { UNASSIGNED } from '../../schemas/conversations/assignment.js';
import { parseMedia } from '../conversations/media.js';
import type { MessageRow } from '../conversations/tables.js';
import { encodeCursor, type ListScope, numberOf } from '../kernel/cursor.js';
import { iso } from '../kernel/dates.js';
import type { Page, PageRequest } from '../kernel/page.js';
import { rowNumber, type Stored } from '../kernel/stored-event.js';
import { type Excerpt, excerptOf, foundIn } from './excerpt.js';
import { indexedWords, searchOf } from './query.js';
import { findSearchTenant, searchTenants } from './tables.js';

/** Messages with the words that one page compares with the filters. */
const MAX_CANDIDATES = 2_000;

type Worded = Pick<MessageRow, 'text' | 'media'>;

/** The text of a message, and the words of its voice note. */
const wordsOf = ({ text, media }: Worded): string => {
  const transcription = parseMedia(media)?.transcription;
  const spoken = transcription?.is === 'understood' ? transcription.text : null;
  return [text, spoken].filter((part) => part !== null && part !== '').join('\n');
};

/** Indexes messages as they are now: edited ones again, revoked ones no longer. */
export const projectMessageWords = (db: Database): ((stored: Stored<ConversationEvent>) => void) => {
  const tenantOf = searchTenants(db);
  const find = db.prepare<[string, string], Worded & Pick<MessageRow, 'position'>>(
    `SELECT m.position, m.text, m.media FROM messages m
     LEFT JOIN forgotten_conversations f ON f.conversation_id = m.conversation_id
     WHERE m.business_id = ? AND m.id = ? AND m.position > coalesce(f.position, 0)`,
  );
  const remove = db.prepare<[number]>('DELETE FROM message_words WHERE rowid = ?');
  const insert = db.prepare<[number, string]>('INSERT INTO message_words (rowid, words) VALUES (?, ?)');
  return ({ businessId, event }) => {
    switch (event.type) {
      case 'message.received':
      case 'message.echoed':
      case 'message.queued':
      case 'message.edited':
      case 'message.revoked':
      case 'media.transcribed': {
        const message = find.get(businessId, event.messageId);
        if (message === undefined) return;
        remove.run(message.position);
        const words = wordsOf(message);
        if (words !== '') insert.run(message.position, indexedWords(tenantOf(businessId), [words]));
        return;
      }
      default:
        return;
    }
  };
};

/** Removes the words of a deleted contact's conversations. What the person writes after that is found. */
export const projectForgottenMessages = (db: Database): ((stored: Stored<ContactEvent>) => void) => {
  const of = db
    .prepare<[string, string], string>(
      'SELECT id FROM conversations WHERE contact_id = ? AND business_id = ?',
    )
    .pluck();
  const remove = db.prepare<[string]>(
    'DELETE FROM message_words WHERE rowid IN (SELECT position FROM messages WHERE conversation_id = ?)',
  );
  const note = db.prepare<[string, number]>(
    'INSERT OR REPLACE INTO forgotten_conversations (conversation_id, position) VALUES (?, ?)',
  );
  return (stored) => {
    if (stored.event.type !== 'contact.deleted') return;
    for (const conversationId of of.all(stored.event.contactId, stored.businessId)) {
      remove.run(conversationId);
      note.run(conversationId, rowNumber(stored));
    }
  };
};

/** Omitted fields match all messages. */
export interface MessageFilter {
  readonly channel?: AccountChannel;
  /** The agent that answered last in the conversation. */
  readonly agentId?: string;
  readonly contactId?: string;
  readonly campaignId?: string;
  readonly author?: Author | 'customer';
  /** The outcome of the latest analysis of the conversation. */
  readonly analysis?: AnalysisStatus;
  readonly success?: boolean;
  readonly sentiment?: Sentiment;
  /** What the customer requested. */
  readonly request?: CustomerRequest;
  /** The user to whom the conversation is assigned, or {@link UNASSIGNED}. */
  readonly assignee?: string;
  readonly conversationStatus?: 'open' | 'done';
  /** At or after, ms since the epoch. */
  readonly from?: number;
  /** Before, ms since the epoch. */
  readonly to?: number;
}

/** A message that was found. */
export interface FoundMessage extends Excerpt {
  readonly messageId: string;
  readonly conversationId: string;
  readonly channel: AccountChannel;
  readonly contactId: string | null;
  /** The name of the contact, or else the name that the channel shows. */
  readonly name: string | null;
  readonly campaignId: string | null;
  readonly author: Author | 'customer';
  readonly type: string;
  readonly at: string;
}

const REQUESTED = `CASE :request WHEN 'human' THEN v.wants_human WHEN 'no_contact' THEN v.wants_no_contact ELSE v.wants_call_back END`;

const CONDITIONS = [
  ['channel', 'v.channel = :channel'],
  ['agentId', 'v.agent_id = :agentId'],
  ['contactId', 'v.contact_id = :contactId'],
  ['campaignId', 'm.campaign_id = :campaignId'],
  ['author', 'm.author = :author'],
  ['analysis', 'v.analysis_status = :analysis'],
  ['success', 'v.success = :success'],
  ['sentiment', 'v.sentiment = :sentiment'],
  ['request', `(${REQUESTED})`],
  ['assignee', `coalesce(v.assigned_to, '${UNASSIGNED}') = :assignee`],
  ['conversationStatus', `iif(v.done_at IS NULL, 'open', 'done') = :conversationStatus`],
  ['from', 'm.at >= :from'],
  ['to', 'm.at < :to'],
] as const satisfies readonly (readonly [keyof MessageFilter, string])[];

interface FoundRow extends Worded {
  readonly position: number;
  readonly messageId: string;
  readonly conversationId: string;
  readonly channel: AccountChannel;
  readonly contactId: string | null;
  readonly name: string | null;
  readonly campaignId: string | null;
  readonly author: Author | 'customer';
  readonly type: string;
  readonly at: number;
}

/** Queries on the words of messages. */
export const messageSearchQueries = (db: Database) => {
  const tenantOf = findSearchTenant(db);
  const candidates = db
    .prepare<[string, number], number>(
      `SELECT rowid FROM message_words WHERE message_words MATCH ? AND rowid < ? ORDER BY rowid DESC LIMIT ${MAX_CANDIDATES}`,
    )
    .pluck();
  // Without a value, a condition holds for every message.
  const conditions = CONDITIONS.map(([name, condition]) => `(:${name} IS NULL OR ${condition})`);
  const rows = db.prepare<Readonly<Record<string, string | number | null>>, FoundRow>(
    `SELECT m.position, m.id AS messageId, m.conversation_id AS conversationId, v.channel, v.contact_id AS contactId,
       coalesce(c.name, v.person) AS name, m.campaign_id AS campaignId, m.author, m.type, m.at, m.text, m.media
     FROM json_each(:positions) j JOIN messages m ON m.position = j.value
     JOIN conversations v ON v.business_id = m.business_id AND v.id = m.conversation_id
     LEFT JOIN contacts c ON c.id = v.contact_id
     WHERE m.business_id = :businessId AND ${conditions.join(' AND ')} ORDER BY m.position DESC`,
  );
  return {
    /**
     * Messages with all of it, the latest first. A page may hold fewer than `limit`, even none, while `nextCursor` leads to more: it compares
     * a limited number of messages.
     */
    searchMessages: (
      businessId: string,
      { text, filter }: { readonly text: string; readonly filter: MessageFilter },
      { limit, cursor }: PageRequest,
    ): Page<FoundMessage> => {
      const parameters = Object.fromEntries(
        CONDITIONS.map(([name]) => {
          const value = filter[name] ?? null;
          return [name, typeof value === 'boolean' ? Number(value) : value];
        }),
      );
      const scope: ListScope = ['message-search', businessId, text, ...Object.values(parameters)];
      const from = numberOf(scope, cursor, Number.MAX_SAFE_INTEGER);
      const tenant = tenantOf(businessId);
      const search = tenant === null ? null : searchOf(tenant, text);
      if (search === null) return { items: [], nextCursor: null };
      const all = candidates.all(search.match, from);
      const found: FoundRow[] = [];
      for (const row of rows.iterate({ ...parameters, businessId, positions: JSON.stringify(all) })) {
        if (foundIn(wordsOf(row), search.needles).length < search.needles.length) continue;
        found.push(row);
        if (found.length > limit) break;
      }
      const last = found.length > limit ? found[limit - 1]?.position : all[MAX_CANDIDATES - 1];
      return {
        items: found
          .slice(0, limit)
          .map(({ position: _position, text: _text, media: _media, at, ...message }, index) => ({
            ...message,
            at: iso(at),
            ...excerptOf(wordsOf(found[index] ?? { text: null, media: null }), search.needles),
          })),
        nextCursor: last === undefined ? null : encodeCursor(scope, { createdAt: last, id: '' }),
      };
    },
  };
};
