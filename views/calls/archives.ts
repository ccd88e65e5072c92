/**
 * Histories of calls whose messages were archived, compressed like those messages: details of finished calls are seldom read, and
 * their rows would take most of the file.
 */
import type { Database } from 'better-sqlite3';
import { pack, unpack } from '../../actors/runtime/journal/archive.js';
import type { Archives } from '../kernel/view.js';
import { bodyOf, type HistoryRow } from './history-row.js';

interface Archived {
  readonly words: number;
  readonly body: Buffer;
}

/** Replaces a call's rows once its messages are archived. */
export const keepCalls = (kind: string): Archives => ({
  kind,
  prepare: (db: Database) => {
    const archivedTo = db.prepare<[number], { readonly seq: number }>(
      'SELECT seq FROM call_archives WHERE call = ?',
    );
    const shown = db.prepare<[number], { readonly seq: number }>(
      'SELECT seq FROM call_history WHERE call = ?',
    );
    const rowOf = db.prepare<[string, string], { readonly row: number }>(
      'SELECT row FROM calls WHERE business_id = ? AND id = ?',
    );
    const put = db.prepare<Archived & { readonly row: number; readonly seq: number }>(
      'INSERT OR REPLACE INTO call_archives (call, seq, words, body) VALUES (:row, :seq, :words, :body)',
    );
    const drop = db.prepare<[number, number]>('DELETE FROM call_history WHERE call = ? AND seq <= ?');
    return {
      applied: (businessId, id) => {
        const row = rowOf.get(businessId, id)?.row;
        if (row === undefined) return () => false;
        const archived = archivedTo.get(row)?.seq ?? 0;
        const rows = new Set(shown.all(row).map(({ seq }) => seq));
        return (seq) => seq <= archived || rows.has(seq);
      },
      keep: (businessId, id, stored) => {
        const row = rowOf.get(businessId, id)?.row;
        const seq = stored.at(-1)?.seq;
        if (row === undefined || seq === undefined) return;
        const history = stored.map(
          ({ at, event }): HistoryRow => ({ at, type: event.type, body: bodyOf(event) }),
        );
        put.run({ row, seq, ...pack(linesOf(history)) });
        drop.run(row, seq);
      },
    };
  },
});

/** The archived rows of the call with this row; none if it is not archived. */
export const archivedHistory = (db: Database): ((row: number) => readonly HistoryRow[]) => {
  const find = db.prepare<[number], Archived>('SELECT words, body FROM call_archives WHERE call = ?');
  return (row) => {
    const archived = find.get(row);
    return archived === undefined ? [] : rowsIn(unpack(archived));
  };
};

/** One line per row: its time, its type, and its body, which is JSON. */
const linesOf = (rows: readonly HistoryRow[]): string =>
  rows.map(({ at, type, body }) => `${at}\t${type}\t${body ?? ''}`).join('\n');

const rowsIn = (text: string): readonly HistoryRow[] =>
  text.split('\n').map((line) => {
    const [at = '', type = '', ...body] = line.split('\t');
    return { at: Number(at), type, body: body.join('\t') || null };
  });
