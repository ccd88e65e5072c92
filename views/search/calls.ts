/**
 * Search over the transcripts of calls. A call is found once it has ended, as a whole: the words may be in different turns. Keys that
 * the customer pressed are not found.
 */
import type { Database } from 'better-sqlite3';
import type { CallEvent } from '../../actors/call/events.js';
import type { ContactEvent } from '../../actors/contact-partition/events.js';
import type { CallFilter } from '../../schemas/calls/filters.js';
import type { VoiceCallSummary, VoiceTranscriptTurn } from '../../schemas/calls/voice-call.js';
import { conditionsOf, type QueryParameters } from '../calls/filter.js';
import { callHistory } from '../calls/history.js';
import { toSummary } from '../calls/queries.js';
import type { CallRow } from '../calls/tables.js';
import { encodeCursor, type ListScope, numberOf, PAGE_CHARACTERS } from '../kernel/cursor.js';
import type { Page, PageRequest } from '../kernel/page.js';
import { rowNumber, type Stored } from '../kernel/stored-event.js';
import { type Excerpt, excerptOf, foundIn } from './excerpt.js';
import { indexedWords, searchOf } from './query.js';
import { findSearchTenant, searchTenants } from './tables.js';

/** Calls with the words that one page compares with the filters. */
const MAX_CANDIDATES = 2_000;
/** Transcripts that one page reads. */
const MAX_READ = 100;
const MAX_SNIPPETS = 3;

const saidIn = (transcript: readonly VoiceTranscriptTurn[]): readonly string[] =>
  transcript.flatMap(({ text, keys }) => (keys === true ? [] : [text]));

/** Indexes a call when it has ended, and again with turns that are recorded after that. */
export const projectCallWords = (db: Database): ((stored: Stored<CallEvent>) => void) => {
  const tenantOf = searchTenants(db);
  const place = db.prepare<[number, string, string]>(
    'INSERT INTO searched_calls (position, call) SELECT ?, row FROM calls WHERE business_id = ? AND id = ?',
  );
  const find = db.prepare<[string, string], { readonly row: number; readonly position: number }>(
    `SELECT c.row, s.position FROM calls c JOIN searched_calls s ON s.call = c.row
     WHERE c.business_id = ? AND c.id = ? AND c.ended_at IS NOT NULL AND c.turns > 0
       AND NOT EXISTS (SELECT 1 FROM forgotten_contacts f WHERE f.contact_id = c.contact_id)`,
  );
  const historyOf = callHistory(db);
  const remove = db.prepare<[number]>('DELETE FROM call_words WHERE rowid = ?');
  const insert = db.prepare<[number, string]>('INSERT INTO call_words (rowid, words) VALUES (?, ?)');
  return (stored) => {
    const { businessId, id, event } = stored;
    if (event.type === 'call.accepted') place.run(rowNumber(stored), businessId, id);
    if (event.type !== 'call.ended' && event.type !== 'call.turn') return;
    const call = find.get(businessId, id);
    if (call === undefined) return;
    remove.run(call.position);
    insert.run(call.position, indexedWords(tenantOf(businessId), saidIn(historyOf(call.row).transcript)));
  };
};

/** Removes the words of a deleted contact's calls. */
export const projectForgottenCalls = (db: Database): ((stored: Stored<ContactEvent>) => void) => {
  const note = db.prepare<[string]>(
    'INSERT INTO forgotten_contacts (contact_id) VALUES (?) ON CONFLICT DO NOTHING',
  );
  const remove = db.prepare<[string, string]>(
    `DELETE FROM call_words WHERE rowid IN (SELECT s.position FROM calls c JOIN searched_calls s ON s.call = c.row
       WHERE c.business_id = ? AND c.contact_id = ?)`,
  );
  return ({ businessId, event }) => {
    if (event.type !== 'contact.deleted') return;
    note.run(event.contactId);
    remove.run(businessId, event.contactId);
  };
};

/** A turn that was found. */
export interface FoundTurn extends Excerpt {
  /** Its place in the transcript, from 0. */
  readonly turn: number;
  readonly speaker: VoiceTranscriptTurn['speaker'];
  /** ms in the recording. */
  readonly atMs: number | null;
}

/** A call that was found. */
export interface FoundCall {
  readonly call: VoiceCallSummary;
  /** In the order of the transcript. */
  readonly snippets: readonly FoundTurn[];
}

/** The turns with the most of what is searched for; none: the transcript lacks some of it. */
const snippetsOf = (
  transcript: readonly VoiceTranscriptTurn[],
  needles: readonly RegExp[],
): readonly FoundTurn[] => {
  const turns = transcript
    .map((turn, index) => ({ turn, index, found: turn.keys === true ? [] : foundIn(turn.text, needles) }))
    .filter(({ found }) => found.length > 0);
  if (new Set(turns.flatMap(({ found }) => found)).size < needles.length) return [];
  return turns
    .sort((a, b) => b.found.length - a.found.length || a.index - b.index)
    .slice(0, MAX_SNIPPETS)
    .sort((a, b) => a.index - b.index)
    .map(({ turn: { speaker, text, audioOffsetMs }, index }) => ({
      turn: index,
      speaker,
      atMs: audioOffsetMs,
      ...excerptOf(text, needles),
    }));
};

/** How far the clocks of nodes may be apart, ms: the order of the journal is that of the times only beyond this. */
const SKEW_MS = 5 * 60_000;

/** The positions between which all calls of the filter's period are, exclusive: other calls are not compared. */
const periodOf = (db: Database) => {
  const placed = `SELECT s.position FROM calls c JOIN searched_calls s ON s.call = c.row WHERE c.business_id = ?`;
  const last = db
    .prepare<[string, number], number>(
      `${placed} AND c.created_at < ? ORDER BY c.created_at DESC, c.id DESC LIMIT 1`,
    )
    .pluck();
  const next = db
    .prepare<[string, number], number>(`${placed} AND c.created_at >= ? ORDER BY c.created_at, c.id LIMIT 1`)
    .pluck();
  return (
    businessId: string,
    { from, to }: CallFilter,
  ): { readonly after: number; readonly before: number } => ({
    after: (from === undefined ? undefined : last.get(businessId, from - SKEW_MS)) ?? -1,
    before: (to === undefined ? undefined : next.get(businessId, to + SKEW_MS)) ?? Number.MAX_SAFE_INTEGER,
  });
};

/** Queries on the words of calls. */
export const callSearchQueries = (db: Database) => {
  const tenantOf = findSearchTenant(db);
  const candidates = db
    .prepare<[string, number, number], number>(
      `SELECT rowid FROM call_words WHERE call_words MATCH ? AND rowid < ? AND rowid > ?
       ORDER BY rowid DESC LIMIT ${MAX_CANDIDATES}`,
    )
    .pluck();
  const period = periodOf(db);
  const byPosition = db.prepare<[number], CallRow>(
    'SELECT c.* FROM searched_calls s JOIN calls c ON c.row = s.call WHERE s.position = ?',
  );
  const historyOf = callHistory(db);
  const filtered = (
    businessId: string,
    positions: readonly number[],
    {
      conditions,
      parameters,
    }: { readonly conditions: readonly string[]; readonly parameters: QueryParameters },
  ): readonly number[] =>
    db
      .prepare<QueryParameters, number>(
        `SELECT position FROM (SELECT s.position, c.* FROM json_each(:positions) j
           JOIN searched_calls s ON s.position = j.value JOIN calls c ON c.row = s.call)
         WHERE ${['business_id = :businessId', ...conditions].join(' AND ')} ORDER BY position DESC`,
      )
      .pluck()
      .all({ ...parameters, businessId, positions: JSON.stringify(positions) });

  return {
    /**
     * Calls in which all of it was said, the latest first. A page may hold fewer than `limit`, even none, while `nextCursor` leads to more:
     * it compares a limited number of calls.
     */
    searchCalls: (
      businessId: string,
      { text, filter }: { readonly text: string; readonly filter: CallFilter },
      { limit, cursor }: PageRequest,
    ): Page<FoundCall> => {
      const condition = conditionsOf(filter);
      const scope: ListScope = ['call-search', businessId, text, ...condition.values];
      const from = numberOf(scope, cursor, Number.MAX_SAFE_INTEGER);
      const tenant = tenantOf(businessId);
      const search = tenant === null ? null : searchOf(tenant, text);
      if (search === null) return { items: [], nextCursor: null };
      const { after, before } = period(businessId, filter);
      const all = candidates.all(search.match, Math.min(from, before), after);
      const positions = filtered(businessId, all, condition);
      const items: FoundCall[] = [];
      let characters = 0;
      let read = 0;
      while (
        read < Math.min(positions.length, MAX_READ) &&
        items.length < limit &&
        characters < PAGE_CHARACTERS
      ) {
        const row = byPosition.get(positions[read] ?? 0);
        read += 1;
        if (row === undefined) continue;
        const snippets = snippetsOf(historyOf(row.row).transcript, search.needles);
        if (snippets.length === 0) continue;
        items.push({ call: toSummary(row), snippets });
        characters += row.call_data.length;
      }
      const last = read < positions.length ? positions[read - 1] : all[MAX_CANDIDATES - 1];
      return {
        items,
        nextCursor: last === undefined ? null : encodeCursor(scope, { createdAt: last, id: '' }),
      };
    },
  };
};
