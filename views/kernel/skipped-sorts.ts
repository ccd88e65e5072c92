/** Sorts of events that the tables of a file do not show, recorded in the file itself (projection.ts, P5). */
import type { Db } from './database.js';

/** A kind of actor and a type of event; for messages that are not commits, the kind is {@link UNREADABLE}. */
export interface SkippedSort {
  readonly kind: string;
  readonly type: string;
  /** Why the latest of them was skipped, in words. */
  readonly reason: string;
}

/** The kind that the reader gives to a message that is not a commit (shard-session.ts). */
export const UNREADABLE = 'unreadable';

/** Records a sort, in the transaction that skips the event. */
export const noteSkipped = (db: Db): ((sort: SkippedSort) => void) => {
  const note = db.prepare<[string, string, string]>(
    `INSERT INTO skipped (kind, type, reason) VALUES (?, ?, ?)
     ON CONFLICT (kind, type) DO UPDATE SET reason = excluded.reason`,
  );
  return ({ kind, type, reason }) => void note.run(kind, type, reason);
};

/** Deletes the sorts of kinds that this build deliberately has no table for: they are not missing. */
export const forgetUnseen = (db: Db, unseen: readonly string[]): void => {
  const forget = db.prepare<[string]>('DELETE FROM skipped WHERE kind = ?');
  for (const kind of unseen) forget.run(kind);
};

/** Returns the sorts that a file does not show. */
export const skippedQuery = (db: Db): (() => readonly SkippedSort[]) => {
  const all = db.prepare<[], SkippedSort>('SELECT kind, type, reason FROM skipped ORDER BY kind, type');
  return () => all.all();
};
