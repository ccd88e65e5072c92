/** The names of users and keys that act for a business. */
import type { Database } from 'better-sqlite3';
import type { LineHolder } from '../../actors/call/events.js';

interface Named {
  readonly name: string;
}

export const nameQueries = (db: Database) => {
  const find = {
    user: db.prepare<[string, string], Named>(
      `SELECT u.name FROM console_memberships m JOIN console_users u ON u.id = m.user_id
       WHERE m.business_id = ? AND m.user_id = ?`,
    ),
    key: db.prepare<[string, string], Named>('SELECT name FROM keys WHERE business_id = ? AND id = ?'),
  };
  return {
    /** Null: there is none, or it belongs to another business. A call has none. */
    nameOf: (businessId: string, { type, id }: LineHolder): string | null =>
      type === 'call' ? null : (find[type].get(businessId, id)?.name ?? null),
  };
};
