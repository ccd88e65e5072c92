/**
 * Actors whose commits this build cannot read, or of whose commits the journal lacks some. They are set aside, each by itself, and
 * all others go on (shard-projector.ts, S4 and S6). What is set aside lies in the file with the rows, so that nothing is missed
 * after a restart.
 */
import type { Database } from 'better-sqlite3';

/** An actor that is set aside. */
export interface SetAside {
  readonly shard: number;
  readonly kind: string;
  readonly businessId: string;
  readonly id: string;
  /** Of its first commit that was not applied. */
  readonly seq: number;
  /** Of the kind, needed to read that commit; {@link DAMAGED}: no version reads it. */
  readonly version: number;
  /** In words. */
  readonly reason: string;
}

/** The version of what is missing from the journal, or lies in it and cannot be read. */
export const DAMAGED = 0;

/** What names an actor. */
export type OfActor = Pick<SetAside, 'kind' | 'businessId' | 'id'>;

/** Of an actor, among all. */
export const asideKey = ({ kind, businessId, id }: OfActor): string => `${kind}.${businessId}.${id}`;

/** Files of builds that set nothing aside lack it. */
export const SET_ASIDE_TABLE = `
CREATE TABLE IF NOT EXISTS set_aside (
  kind TEXT NOT NULL, businessId TEXT NOT NULL, id TEXT NOT NULL, shard INTEGER NOT NULL, seq INTEGER NOT NULL,
  version INTEGER NOT NULL, reason TEXT NOT NULL, PRIMARY KEY (kind, businessId, id)
) WITHOUT ROWID;
`;

/** The table. */
export interface SetAsideTable {
  has(actor: OfActor): boolean;
  add(aside: SetAside): void;
  remove(actor: OfActor): void;
  /** Those of a shard. */
  of(shard: number): readonly SetAside[];
}

/** Needs {@link SET_ASIDE_TABLE} in the file. */
export const setAsideIn = (db: Database): SetAsideTable => {
  const found = db.prepare<[string, string, string]>(
    'SELECT 1 FROM set_aside WHERE kind = ? AND businessId = ? AND id = ?',
  );
  const add = db.prepare<SetAside>(
    'INSERT INTO set_aside (kind, businessId, id, shard, seq, version, reason) VALUES (:kind, :businessId, :id, :shard, :seq, :version, :reason) ON CONFLICT DO NOTHING',
  );
  const remove = db.prepare<[string, string, string]>(
    'DELETE FROM set_aside WHERE kind = ? AND businessId = ? AND id = ?',
  );
  const all = db.prepare<[number], SetAside>('SELECT * FROM set_aside WHERE shard = ? ORDER BY seq');
  return {
    has: ({ kind, businessId, id }) => found.get(kind, businessId, id) !== undefined,
    add: (aside) => void add.run(aside),
    remove: ({ kind, businessId, id }) => void remove.run(kind, businessId, id),
    of: (shard) => all.all(shard),
  };
};
