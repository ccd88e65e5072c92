/**
 * Tags, scores, notes and marks of calls. The list of calls shows all but the notes. When views are rebuilt, an archived call may come after its
 * review, so each of the two looks the other up.
 */
import type { Database } from 'better-sqlite3';
import type { CallReviewEvent } from '../../actors/call-review/events.js';
import { assertNever } from '../../schemas/assert.js';
import type { CallReview, CallTagCount } from '../../schemas/calls/review.js';
import { nameQueries } from '../accounts/names.js';
import { iso } from '../kernel/dates.js';
import { rowNumber, type Stored } from '../kernel/stored-event.js';

/** `position`: in the order of the journal, `place`: among the tags of one change. `by_…`: the author of a note; null: unknown. Times in ms since the epoch. */
export const REVIEW_TABLES = `
CREATE TABLE call_tags (
  business_id TEXT NOT NULL,
  call_id TEXT NOT NULL,
  tag TEXT NOT NULL,
  position INTEGER NOT NULL,
  place INTEGER NOT NULL,
  PRIMARY KEY (business_id, call_id, tag)
) WITHOUT ROWID;
CREATE INDEX call_tags_by_tag ON call_tags (business_id, tag, call_id);
CREATE TABLE call_tag_counts (
  business_id TEXT NOT NULL,
  tag TEXT NOT NULL,
  calls INTEGER NOT NULL,
  PRIMARY KEY (business_id, tag)
) WITHOUT ROWID;
CREATE INDEX call_tag_counts_by_use ON call_tag_counts (business_id, calls DESC, tag);
CREATE TABLE call_scores (
  business_id TEXT NOT NULL,
  call_id TEXT NOT NULL,
  score INTEGER NOT NULL,
  PRIMARY KEY (business_id, call_id)
) WITHOUT ROWID;
CREATE TABLE reviewed_calls (
  business_id TEXT NOT NULL,
  call_id TEXT NOT NULL,
  PRIMARY KEY (business_id, call_id)
) WITHOUT ROWID;
CREATE TABLE call_notes (
  business_id TEXT NOT NULL,
  call_id TEXT NOT NULL,
  id TEXT NOT NULL,
  position INTEGER NOT NULL,
  text TEXT NOT NULL,
  by_type TEXT,
  by_id TEXT,
  at INTEGER NOT NULL,
  PRIMARY KEY (business_id, call_id, id)
) WITHOUT ROWID;
`;

interface OfCall {
  readonly businessId: string;
  readonly callId: string;
}

const OF_CALL = 'business_id = :businessId AND call_id = :callId';

/** Shows tags, score and the mark of a review in the list of calls; nothing happens if the call is not known yet. */
export const reviewOfCall = (db: Database): ((businessId: string, callId: string) => void) => {
  const show = db.prepare<OfCall>(
    `UPDATE calls SET
       tags = (SELECT json_group_array(tag ORDER BY position, place) FROM call_tags WHERE ${OF_CALL}),
       score = (SELECT score FROM call_scores WHERE ${OF_CALL}),
       reviewed = EXISTS (SELECT 1 FROM reviewed_calls WHERE ${OF_CALL})
     WHERE business_id = :businessId AND id = :callId`,
  );
  return (businessId, callId) => {
    show.run({ businessId, callId });
  };
};

const prepare = (db: Database) => ({
  tag: db.prepare<OfCall & { readonly tag: string; readonly position: number; readonly place: number }>(
    `INSERT INTO call_tags (business_id, call_id, tag, position, place) VALUES (:businessId, :callId, :tag, :position, :place)
     ON CONFLICT DO NOTHING`,
  ),
  untag: db.prepare<OfCall & { readonly tag: string }>(
    `DELETE FROM call_tags WHERE ${OF_CALL} AND tag = :tag`,
  ),
  count: db.prepare<{ readonly businessId: string; readonly tag: string; readonly calls: number }>(
    `INSERT INTO call_tag_counts (business_id, tag, calls) VALUES (:businessId, :tag, :calls)
     ON CONFLICT DO UPDATE SET calls = calls + :calls`,
  ),
  unused: db.prepare<{ readonly businessId: string; readonly tag: string }>(
    'DELETE FROM call_tag_counts WHERE business_id = :businessId AND tag = :tag AND calls <= 0',
  ),
  score: db.prepare<OfCall & { readonly score: number }>(
    `INSERT INTO call_scores (business_id, call_id, score) VALUES (:businessId, :callId, :score)
     ON CONFLICT DO UPDATE SET score = :score`,
  ),
  mark: db.prepare<OfCall>(
    'INSERT INTO reviewed_calls (business_id, call_id) VALUES (:businessId, :callId) ON CONFLICT DO NOTHING',
  ),
  unmark: db.prepare<OfCall>(`DELETE FROM reviewed_calls WHERE ${OF_CALL}`),
  clearScore: db.prepare<OfCall>(`DELETE FROM call_scores WHERE ${OF_CALL}`),
  note: db.prepare<
    OfCall & {
      readonly noteId: string;
      readonly position: number;
      readonly text: string;
      readonly byType: string | null;
      readonly byId: string | null;
      readonly at: number;
    }
  >(
    `INSERT INTO call_notes (business_id, call_id, id, position, text, by_type, by_id, at)
     VALUES (:businessId, :callId, :noteId, :position, :text, :byType, :byId, :at)`,
  ),
  removeNote: db.prepare<OfCall & { readonly noteId: string }>(
    `DELETE FROM call_notes WHERE ${OF_CALL} AND id = :noteId`,
  ),
});

/** Projects reviews. */
export const projectReviews = (db: Database): ((stored: Stored<CallReviewEvent>) => void) => {
  const statements = prepare(db);
  const show = reviewOfCall(db);
  return (stored) => {
    const { businessId, id: callId, at, event } = stored;
    const of = { businessId, callId };
    switch (event.type) {
      case 'review.tagged': {
        for (const tag of event.removed) {
          const { changes } = statements.untag.run({ ...of, tag });
          statements.count.run({ businessId, tag, calls: -changes });
          statements.unused.run({ businessId, tag });
        }
        for (const [place, tag] of event.added.entries()) {
          const { changes } = statements.tag.run({ ...of, tag, position: rowNumber(stored), place });
          statements.count.run({ businessId, tag, calls: changes });
        }
        break;
      }
      case 'review.scored':
        if (event.score === null) statements.clearScore.run(of);
        else statements.score.run({ ...of, score: event.score });
        break;
      case 'review.marked':
        if (event.reviewed) statements.mark.run(of);
        else statements.unmark.run(of);
        break;
      case 'review.noted': {
        const { noteId, text, by } = event;
        const author = { byType: by?.type ?? null, byId: by?.id ?? null };
        statements.note.run({ ...of, noteId, text, ...author, position: rowNumber(stored), at });
        return;
      }
      case 'review.note_removed':
        statements.removeNote.run({ ...of, noteId: event.noteId });
        return;
      default:
        assertNever(event);
    }
    show(businessId, callId);
  };
};

/** Queries on the tags of a business. */
export const tagQueries = (db: Database) => {
  const byUse = db.prepare<[string, number], CallTagCount>(
    'SELECT tag, calls FROM call_tag_counts WHERE business_id = ? ORDER BY calls DESC, tag LIMIT ?',
  );
  return {
    /** The tags of calls with the number of their calls, the most used first, at most `limit`. */
    callTags: (businessId: string, limit: number): readonly CallTagCount[] => byUse.all(businessId, limit),
  };
};

interface NoteRow {
  readonly noteId: string;
  readonly text: string;
  readonly type: 'user' | 'key' | null;
  readonly id: string | null;
  readonly at: number;
}

/** The notes of a call, the oldest first. */
export const callNotes = (db: Database): ((businessId: string, callId: string) => CallReview['notes']) => {
  const byCall = db.prepare<OfCall, NoteRow>(
    `SELECT id AS noteId, text, by_type AS type, by_id AS id, at FROM call_notes WHERE ${OF_CALL} ORDER BY position`,
  );
  const { nameOf } = nameQueries(db);
  return (businessId, callId) =>
    byCall.all({ businessId, callId }).map(({ noteId, text, type, id, at }) => ({
      noteId,
      text,
      by: type === null || id === null ? null : { type, id, name: nameOf(businessId, { type, id }) },
      createdAt: iso(at),
    }));
};
