/** Sorts of events that the tables of a file do not show, written down in the file itself (projection.ts, P5). */
import type { Db } from './database.js';

/** A kind of actors and a type of event; of messages that are no commits, {@link UNREADABLE}. */
export interface SkippedSort {
  readonly kind: string;
  readonly type: string;
  /** Why the last of them was skipped, in words. */
  readonly reason: string;
}

/** What the reader calls a message that is no commit (shard-session.ts). */
export const UNREADABLE = 'unreadable';

/** Writes a sort down, in the transaction that skips the event. */
export const noteSkipped = (db: Db): ((sort: SkippedSort) => void) => {
  const note = db.prepare<[string, string, string]>(
    `INSERT INTO skipped (kind, type, reason) VALUES (?, ?, ?)
     ON CONFLICT (kind, type) DO UPDATE SET reason = excluded.reason`,
  );
  return ({ kind, type, reason }) => void note.run(kind, type, reason);
};

/** Forgets the sorts of kinds that this build has no table for on purpose: they are missing nowhere. */
export const forgetUnseen = (db: Db, unseen: readonly string[]): void => {
  const forget = db.prepare<[string]>('DELETE FROM skipped WHERE kind = ?');
  for (const kind of unseen) forget.run(kind);
};

/** What a file does not show. */
export const skippedQuery = (db: Db): (() => readonly SkippedSort[]) => {
  const all = db.prepare<[], SkippedSort>('SELECT kind, type, reason FROM skipped ORDER BY kind, type');
  return () => all.all();
};
