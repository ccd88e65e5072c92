/**
 * What is remembered of contacts. It guarantees, also if an analysis comes after the erasures that followed it, as archived messages do
 * when the views are rebuilt:
 *
 * R1. What was said before everything was erased, or before the contact was deleted, is not remembered.
 * R2. An erased entry does not return. Once an entry of a call is erased, later analyses of the call add nothing that was said before
 *     that, because they may state the same in other words.
 * R3. A contact has what was remembered of the contacts that were merged into it.
 * R4. Of a message that the customer took back, no entry that cites it is remembered, and no summary that was made with it.
 */
import type { Database } from 'better-sqlite3';
import type { AnalysisEvent } from '../../actors/analysis/events.js';
import type { ContactEvent, ErasedEntry } from '../../actors/contact-partition/events.js';
import type { ConversationEvent } from '../../actors/conversation/events.js';
import type { Evidence } from '../../schemas/analysis/call-analysis.js';
import type { MessageEvidence } from '../../schemas/analysis/conversation-analysis.js';
import type {
  EntryKind,
  MemoryEntry,
  NewEntry,
  Promiser,
  Remembered,
  RememberedEpisode,
} from '../../schemas/contacts/memory.js';
import { deriveId } from '../../schemas/ids.js';
import { type PageParameters, pageOf, positionOf } from '../kernel/cursor.js';
import { iso } from '../kernel/dates.js';
import type { Page, PageRequest } from '../kernel/page.js';
import type { Stored } from '../kernel/stored-event.js';
import { survivorOf } from './merges.js';

/**
 * `said_at`, `erased_at`, `until`: ms since the epoch. `evidence`: JSON. `memory_erasures.until`: everything until then is erased;
 * {@link FOR_EVER} for a deleted contact. `source_id`: the analysis. `conversation_id`, `last_at`: of an episode of a conversation, and when its
 * last message was sent; null: it was a call.
 */
export const MEMORY_TABLES = `
CREATE TABLE memory_entries (
  business_id TEXT NOT NULL,
  id TEXT NOT NULL,
  contact_id TEXT NOT NULL,
  source_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  text TEXT NOT NULL,
  promised_by TEXT,
  said_at INTEGER NOT NULL,
  evidence TEXT NOT NULL,
  conversation_id TEXT,
  last_at INTEGER,
  PRIMARY KEY (business_id, id)
) WITHOUT ROWID;
CREATE INDEX memory_of_contact ON memory_entries (business_id, contact_id, said_at DESC, id DESC);
CREATE INDEX memory_of_source ON memory_entries (business_id, source_id);
CREATE INDEX memory_of_conversation ON memory_entries (business_id, conversation_id) WHERE conversation_id IS NOT NULL;
CREATE TABLE memory_kept (
  business_id TEXT NOT NULL,
  entry_id TEXT NOT NULL,
  source_id TEXT NOT NULL,
  PRIMARY KEY (business_id, entry_id, source_id)
) WITHOUT ROWID;
CREATE INDEX memory_kept_by_source ON memory_kept (business_id, source_id);
CREATE TABLE memory_erasures (
  business_id TEXT NOT NULL,
  contact_id TEXT NOT NULL,
  until INTEGER NOT NULL,
  PRIMARY KEY (business_id, contact_id)
) WITHOUT ROWID;
CREATE TABLE erased_entries (
  business_id TEXT NOT NULL,
  entry_id TEXT NOT NULL,
  source_id TEXT NOT NULL,
  erased_at INTEGER NOT NULL,
  PRIMARY KEY (business_id, entry_id)
) WITHOUT ROWID;
CREATE INDEX erased_entries_of_source ON erased_entries (business_id, source_id);
`;

const FOR_EVER = Number.MAX_SAFE_INTEGER;
/** Channels report to the second when a message was taken back, ms. */
const CLOCK_MARGIN_MS = 60_000;

interface EntryColumns {
  readonly businessId: string;
  readonly id: string;
  readonly contactId: string;
  readonly sourceId: string;
  readonly kind: EntryKind;
  readonly text: string;
  readonly by: Promiser | null;
  readonly at: number;
  readonly evidence: string;
  readonly conversationId: string | null;
  readonly lastAt: number | null;
}

/** The same for the same words from the same source, so that an analysis that repeats them changes nothing. */
const entryIdOf = (sourceId: string, kind: EntryKind, text: string): string =>
  deriveId('memory-entry', sourceId, kind, text);

const prepareEntries = (db: Database) => ({
  erasedUntil: db
    .prepare<[string, string], number>(
      'SELECT until FROM memory_erasures WHERE business_id = ? AND contact_id = ?',
    )
    .pluck(),
  settledUntil: db
    .prepare<[string, string, number], number | null>(
      'SELECT max(erased_at) FROM erased_entries WHERE business_id = ? AND source_id = ? AND erased_at < ?',
    )
    .pluck(),
  replace: db.prepare<[string, string, number]>(
    'DELETE FROM memory_entries WHERE business_id = ? AND source_id = ? AND said_at > ?',
  ),
  put: db.prepare<EntryColumns>(
    `INSERT INTO memory_entries (business_id, id, contact_id, source_id, kind, text, promised_by, said_at, evidence, conversation_id,
       last_at)
     SELECT :businessId, :id, :contactId, :sourceId, :kind, :text, :by, :at, :evidence, :conversationId, :lastAt
     WHERE NOT EXISTS (SELECT 1 FROM erased_entries WHERE business_id = :businessId AND entry_id = :id)
     ON CONFLICT DO NOTHING`,
  ),
  revoked: db.prepare<
    { readonly conversationId: string; readonly since: number },
    { readonly id: string; readonly at: number }
  >('SELECT id, at FROM messages WHERE conversation_id = :conversationId AND revoked_at > :since'),
  dropKept: db.prepare<[string, string]>('DELETE FROM memory_kept WHERE business_id = ? AND source_id = ?'),
  keep: db.prepare<[string, string, string]>(
    'INSERT OR IGNORE INTO memory_kept (business_id, entry_id, source_id) VALUES (?, ?, ?)',
  ),
});

/** Remembers what a call or an episode leaves, in place of what an earlier analysis of it left. */
const remember = (db: Database) => {
  const statements = prepareEntries(db);
  const current = survivorOf(db);
  return (
    { businessId, id: sourceId, at: analysedAt }: Stored<unknown>,
    { contactId, conversation, entries, kept }: Remembered,
  ): void => {
    const settled = statements.settledUntil.get(businessId, sourceId, analysedAt) ?? -1;
    const since = Math.max(settled, statements.erasedUntil.get(businessId, contactId) ?? -1);
    const revoked = conversation === undefined ? [] : statements.revoked.all(revokedSince(conversation));
    statements.replace.run(businessId, sourceId, settled);
    for (const entry of entries) {
      const { kind, text, by, at, evidence } = entry;
      if (at <= since) continue; // R1, R2
      if (revoked.some((message) => restsOn(entry, conversation, message))) continue; // R4
      statements.put.run({
        businessId,
        id: entryIdOf(sourceId, kind, text),
        contactId: current(contactId), // R3
        sourceId,
        kind,
        text,
        by,
        at,
        evidence: JSON.stringify(evidence),
        conversationId: conversation?.conversationId ?? null,
        lastAt: conversation?.lastAt ?? null,
      });
    }
    statements.dropKept.run(businessId, sourceId);
    for (const entryId of kept) statements.keep.run(businessId, entryId, sourceId);
  };
};

const revokedSince = ({ conversationId, readAt }: RememberedEpisode) => ({
  conversationId,
  since: readAt - CLOCK_MARGIN_MS,
});

/** Whether an entry cites a message, or is the summary of an episode with it. */
const restsOn = (
  { kind, at, evidence }: NewEntry,
  episode: RememberedEpisode | undefined,
  message: { readonly id: string; readonly at: number },
): boolean =>
  kind === 'summary'
    ? at <= message.at && message.at <= (episode?.lastAt ?? 0)
    : evidence.some((proof) => 'messageId' in proof && proof.messageId === message.id);

/** Projects what analyses of calls and of conversations leave. */
export const rememberAnalysed = (db: Database): ((stored: Stored<AnalysisEvent<unknown>>) => void) => {
  const store = remember(db);
  return (stored) => {
    const { event } = stored;
    if (event.type === 'analysis.repeated' && event.memory !== undefined) store(stored, event.memory);
    if (event.type !== 'analysis.ended' || event.result.type !== 'completed') return;
    if (event.result.memory !== undefined) store(stored, event.result.memory);
  };
};

/** Projects messages that customers took back. Comes after the projection of messages. R4 */
export const forgetRevoked = (db: Database): ((stored: Stored<ConversationEvent>) => void) => {
  const drop = db.prepare<{ businessId: string; conversationId: string; messageId: string }>(
    `DELETE FROM memory_entries WHERE business_id = :businessId AND conversation_id = :conversationId AND (
       EXISTS (SELECT 1 FROM json_each(evidence) WHERE value ->> 'messageId' = :messageId)
       OR kind = 'summary' AND (SELECT at FROM messages WHERE business_id = :businessId AND id = :messageId)
         BETWEEN said_at AND last_at)`,
  );
  return ({ businessId, id: conversationId, event }) => {
    if (event.type === 'message.revoked')
      drop.run({ businessId, conversationId, messageId: event.messageId });
  };
};

/** Projects erasures, deletions and merges. Comes after the projection that records merges. */
export const forgetErased = (db: Database): ((stored: Stored<ContactEvent>) => void) => {
  const mergedInto = db
    .prepare<[string], string>('SELECT id FROM merged_contacts WHERE survivor = ?')
    .pluck();
  const erase = db.prepare<{ businessId: string; contactId: string; until: number }>(
    `INSERT INTO memory_erasures (business_id, contact_id, until) VALUES (:businessId, :contactId, :until)
     ON CONFLICT DO UPDATE SET until = max(until, excluded.until)`,
  );
  const drop = db.prepare<[string, string, number]>(
    'DELETE FROM memory_entries WHERE business_id = ? AND contact_id = ? AND said_at <= ?',
  );
  const eraseEntry = db.prepare<ErasedEntry & { businessId: string; at: number }>(
    `INSERT INTO erased_entries (business_id, entry_id, source_id, erased_at) VALUES (:businessId, :entryId, :sourceId, :at)
     ON CONFLICT DO UPDATE SET erased_at = max(erased_at, excluded.erased_at)`,
  );
  const dropEntry = db.prepare<[string, string]>(
    'DELETE FROM memory_entries WHERE business_id = ? AND id = ?',
  );
  const move = db.prepare<[string, string, string]>(
    'UPDATE memory_entries SET contact_id = ? WHERE business_id = ? AND contact_id = ?',
  );

  const eraseAll = (businessId: string, contactId: string, until: number): void => {
    for (const id of [contactId, ...mergedInto.all(contactId)])
      erase.run({ businessId, contactId: id, until });
    drop.run(businessId, contactId, until);
  };

  return ({ businessId, at, event }) => {
    if (event.type === 'contact.merged') move.run(event.contactId, businessId, event.otherContactId); // R3
    if (event.type === 'contact.deleted') eraseAll(businessId, event.contactId, FOR_EVER);
    if (event.type === 'contact.merge_dropped') eraseAll(businessId, event.otherContactId, FOR_EVER);
    if (event.type !== 'contact.memory_erased') return;
    if (event.entries === null) eraseAll(businessId, event.contactId, at);
    for (const entry of event.entries ?? []) {
      eraseEntry.run({ ...entry, businessId, at });
      dropEntry.run(businessId, entry.entryId);
    }
  };
};

interface EntryRow {
  readonly id: string;
  readonly kind: EntryKind;
  readonly text: string;
  readonly promised_by: Promiser | null;
  readonly source_id: string;
  readonly created_at: number;
  readonly evidence: string;
  readonly conversation_id: string | null;
}

const toEntry = (row: EntryRow): MemoryEntry => ({
  id: row.id,
  kind: row.kind,
  text: row.text,
  promisedBy: row.promised_by,
  saidAt: iso(row.created_at),
  source: sourceOf(row),
});

const sourceOf = ({ conversation_id: id, source_id, evidence: json }: EntryRow): MemoryEntry['source'] => {
  if (id === null) {
    const evidence: Evidence[] = JSON.parse(json);
    return { type: 'call', id: source_id, evidence };
  }
  const evidence: MessageEvidence[] = JSON.parse(json);
  return { type: 'conversation', id, evidence };
};

const COLUMNS = 'id, kind, text, promised_by, source_id, said_at AS created_at, evidence, conversation_id';
const IS_OPEN =
  'NOT EXISTS (SELECT 1 FROM memory_kept k WHERE k.business_id = e.business_id AND k.entry_id = e.id)';

/** Queries on what is remembered. */
export const memoryQueries = (db: Database) => {
  const page = db.prepare<PageParameters<'businessId' | 'contactId'>, EntryRow>(
    `SELECT ${COLUMNS} FROM memory_entries e WHERE business_id = :businessId AND contact_id = :contactId AND ${IS_OPEN}
       AND (said_at, id) < (:createdAt, :id) ORDER BY said_at DESC, id DESC LIMIT :count`,
  );
  const newest = db.prepare<
    { businessId: string; contactId: string; kind: EntryKind; before: number; count: number },
    EntryRow
  >(
    `SELECT ${COLUMNS} FROM memory_entries e WHERE business_id = :businessId AND contact_id = :contactId AND kind = :kind
       AND said_at < :before AND ${IS_OPEN} ORDER BY said_at DESC, id DESC LIMIT :count`,
  );
  const byId = db.prepare<[string, string, string], ErasedEntry>(
    `SELECT id AS entryId, source_id AS sourceId FROM memory_entries
     WHERE business_id = ? AND contact_id = ? AND id = ?`,
  );
  const count = db
    .prepare<[string, string], number>(
      'SELECT count(*) FROM memory_entries WHERE business_id = ? AND contact_id = ?',
    )
    .pluck();
  return {
    /** Including promises that were kept. */
    countEntries: (businessId: string, contactId: string): number => count.get(businessId, contactId) ?? 0,
    /** Newest first. Promises that were kept are left out. */
    memory: (businessId: string, contactId: string, { limit, cursor }: PageRequest): Page<MemoryEntry> => {
      const scope = ['memory', businessId, contactId];
      const rows = page.all({ businessId, contactId, ...positionOf(scope, cursor), count: limit + 1 });
      return pageOf(scope, rows, limit, toEntry);
    },
    /** The newest entries of a kind that were said before a time, ms since the epoch; of promises, those that are open. */
    newestEntries: (
      businessId: string,
      contactId: string,
      { kind, before, count }: { readonly kind: EntryKind; readonly before: number; readonly count: number },
    ): readonly MemoryEntry[] => newest.all({ businessId, contactId, kind, before, count }).map(toEntry),
    /** The entry of a contact, as its erasure names it; null: the contact has none with this id. */
    entryOfContact: (businessId: string, contactId: string, entryId: string): ErasedEntry | null =>
      byId.get(businessId, contactId, entryId) ?? null,
  };
};
