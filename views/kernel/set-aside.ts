/**
 * Actors with commits that this build cannot read, or with commits missing from the journal. They are set aside individually, and
 * all others continue (shard-projector.ts, S4 and S6). The list is stored in the file with the rows, so that nothing is missed
 * after a restart.
 */
import type { Database } from 'better-sqlite3';

/** An actor that is set aside. */
export interface SetAside {
  readonly shard: number;
  readonly kind: string;
  readonly businessId: string;
  readonly id: string;
  /** The sequence of its first unapplied commit. */
  readonly seq: number;
  /** The version of the kind that is needed to read that commit; {@link DAMAGED}: no version reads it. */
  readonly version: number;
  /** In words. */
  readonly reason: string;
}

/** The version of messages that are missing from the journal, or unreadable in it. */
export const DAMAGED = 0;

/** The identity of an actor. */
export type OfActor = Pick<SetAside, 'kind' | 'businessId' | 'id'>;

/** A unique key of an actor. */
export const asideKey = ({ kind, businessId, id }: OfActor): string => `${kind}.${businessId}.${id}`;

/** Files of builds that set nothing aside lack this table. */
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
  /** The actors of a shard. */
  of(shard: number): readonly SetAside[];
}

/** Requires {@link SET_ASIDE_TABLE} in the file. */
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
