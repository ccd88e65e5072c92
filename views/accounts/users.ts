/** Console users and their sessions. Password hashes are not in the views. */
import type { Database } from 'better-sqlite3';
import type { ConsoleUserEvent } from '../../actors/console-user/events.js';
import { assertNever } from '../../schemas/assert.js';
import type { Stored } from '../kernel/stored-event.js';

/** A session's id is the hash of its token. Times in ms since the epoch. */
export const USER_TABLES = `
CREATE TABLE console_users (
  id TEXT PRIMARY KEY,
  business_id TEXT NOT NULL,
  email TEXT NOT NULL,
  name TEXT NOT NULL,
  active INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE console_sessions (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX console_sessions_of_user ON console_sessions (user_id);
`;

/** Follows users and their sessions. */
export const projectUsers = (db: Database): ((stored: Stored<ConsoleUserEvent>) => void) => {
  const create = db.prepare<{ id: string; businessId: string; email: string; name: string; at: number }>(
    `INSERT INTO console_users (id, business_id, email, name, created_at)
     VALUES (:id, :businessId, :email, :name, :at)`,
  );
  const setActive = db.prepare<[number, string]>('UPDATE console_users SET active = ? WHERE id = ?');
  const closeAll = db.prepare<[string]>('DELETE FROM console_sessions WHERE user_id = ?');
  const open = db.prepare<{ sessionId: string; userId: string; expiresAt: number }>(
    'INSERT INTO console_sessions (id, user_id, expires_at) VALUES (:sessionId, :userId, :expiresAt)',
  );
  const close = db.prepare<[string]>('DELETE FROM console_sessions WHERE id = ?');
  const forget = db.prepare<[string, number]>(
    'DELETE FROM console_sessions WHERE user_id = ? AND expires_at <= ?',
  );
  return ({ id, at, event }) => {
    switch (event.type) {
      case 'user.created': {
        const { businessId, email, name } = event;
        create.run({ id, businessId, email, name, at });
        return;
      }
      case 'user.password_changed':
        closeAll.run(id);
        return;
      case 'user.disabled':
        setActive.run(0, id);
        closeAll.run(id);
        return;
      case 'user.enabled':
        setActive.run(1, id);
        return;
      case 'session.opened':
        forget.run(id, at);
        open.run({ sessionId: event.sessionId, userId: id, expiresAt: event.expiresAt });
        return;
      case 'session.closed':
        close.run(event.sessionId);
        return;
      default:
        assertNever(event);
    }
  };
};

/** A session of an active user. */
export interface SessionRecord {
  readonly sessionId: string;
  readonly userId: string;
  readonly businessId: string;
  readonly email: string;
  readonly name: string;
  /** ms since the epoch. */
  readonly expiresAt: number;
}

/** Asking who a session is of. */
export const userQueries = (db: Database) => {
  const session = db.prepare<[string], SessionRecord>(
    `SELECT s.id AS sessionId, u.id AS userId, u.business_id AS businessId, u.email, u.name, s.expires_at AS expiresAt
     FROM console_sessions s JOIN console_users u ON u.id = s.user_id WHERE s.id = ? AND u.active = 1`,
  );
  const anybody = db.prepare<[], { id: string }>('SELECT id FROM console_users LIMIT 1');
  return {
    /** Whether there is anybody who can sign in, or could. */
    hasUsers: (): boolean => anybody.get() !== undefined,
    /** An open session, expired or not, of an active user; `sessionId` is the hash of its token. */
    session: (sessionId: string): SessionRecord | null => session.get(sessionId) ?? null,
  };
};
