/** Projections and queries on a database in memory, without a journal. */
import Database from 'better-sqlite3';
import type { Stored } from '../../views/kernel/stored-event.js';

type Project<E> = (db: Database.Database) => (stored: Stored<E>) => void;

/** A database with these tables; it needs no closing. */
export const tablesOf = (...tables: readonly string[]): Database.Database => {
  const db = new Database(':memory:');
  for (const statements of tables) db.exec(statements);
  return db;
};

/** Projects events of an actor of the business, in their order. */
export const projecting = <E>(db: Database.Database, project: Project<E>, businessId = 'b1') => {
  const apply = project(db);
  let seq = 0;
  return (id: string, at: number, ...events: readonly E[]): void => {
    for (const event of events) {
      seq += 1;
      apply({ businessId, shard: 0, id, seq, index: 0, at, event });
    }
  };
};
