/** Console users and their sessions. Password hashes are not in the views. */
import type { Database } from 'better-sqlite3';
import type { ConsoleUserEvent } from '../../actors/console-user/events.js';
import { assertNever } from '../../schemas/assert.js';
import { type Role, reaches } from '../../schemas/roles.js';
import type { Stored } from '../kernel/stored-event.js';

/** A session's id is the hash of its token. Times in ms since the epoch. */
export const USER_TABLES = `
CREATE TABLE console_users (
  id TEXT PRIMARY KEY,
  business_id TEXT NOT NULL,
  email TEXT NOT NULL,
  name TEXT NOT NULL,
  role TEXT NOT NULL,
  signed_in_at INTEGER,
  active INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE console_sessions (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  opened_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  client TEXT,
  user_agent TEXT
) WITHOUT ROWID;
CREATE INDEX console_users_of_business ON console_users (business_id, created_at, id);
CREATE INDEX console_sessions_of_user ON console_sessions (user_id);
`;

/** Follows users and their sessions. */
export const projectUsers = (db: Database): ((stored: Stored<ConsoleUserEvent>) => void) => {
  const create = db.prepare<{
    id: string;
    businessId: string;
    email: string;
    name: string;
    role: Role;
    at: number;
  }>(
    `INSERT INTO console_users (id, business_id, email, name, role, created_at)
     VALUES (:id, :businessId, :email, :name, :role, :at)`,
  );
  const roleOf = db.prepare<[string], { role: Role }>('SELECT role FROM console_users WHERE id = ?');
  const setRole = db.prepare<[Role, string]>('UPDATE console_users SET role = ? WHERE id = ?');
  const signedIn = db.prepare<[number, string]>('UPDATE console_users SET signed_in_at = ? WHERE id = ?');
  const setActive = db.prepare<[number, string]>('UPDATE console_users SET active = ? WHERE id = ?');
  const closeAll = db.prepare<[string]>('DELETE FROM console_sessions WHERE user_id = ?');
  const open = db.prepare<{
    sessionId: string;
    userId: string;
    at: number;
    expiresAt: number;
    client: string | null;
    userAgent: string | null;
  }>(
    `INSERT INTO console_sessions (id, user_id, opened_at, expires_at, client, user_agent)
     VALUES (:sessionId, :userId, :at, :expiresAt, :client, :userAgent)`,
  );
  const close = db.prepare<[string]>('DELETE FROM console_sessions WHERE id = ?');
  const forget = db.prepare<[string, number]>(
    'DELETE FROM console_sessions WHERE user_id = ? AND expires_at <= ?',
  );
  return ({ id, at, event }) => {
    switch (event.type) {
      case 'user.created': {
        const { businessId, email, name, role = 'owner' } = event;
        create.run({ id, businessId, email, name, role, at });
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
      case 'user.standing_changed': {
        const before = roleOf.get(id)?.role ?? 'owner';
        setRole.run(event.role, id);
        setActive.run(event.active ? 1 : 0, id);
        // As the actor has it (U1).
        if (!event.active || !reaches(before, event.role)) closeAll.run(id);
        return;
      }
      case 'session.opened':
        forget.run(id, at);
        open.run({
          sessionId: event.sessionId,
          userId: id,
          at,
          expiresAt: event.expiresAt,
          client: event.from?.client ?? null,
          userAgent: event.from?.userAgent ?? null,
        });
        signedIn.run(at, id);
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
  readonly role: Role;
  /** ms since the epoch. */
  readonly expiresAt: number;
}

/** Asking who a session is of. */
export const userQueries = (db: Database) => {
  const session = db.prepare<[string], SessionRecord>(
    `SELECT s.id AS sessionId, u.id AS userId, u.business_id AS businessId, u.email, u.name, u.role,
            s.expires_at AS expiresAt
     FROM console_sessions s JOIN console_users u ON u.id = s.user_id WHERE s.id = ? AND u.active = 1`,
  );
  const businessOf = db.prepare<[string], { readonly business_id: string }>(
    'SELECT business_id FROM console_users WHERE id = ?',
  );
  const anybody = db.prepare<[], { id: string }>('SELECT id FROM console_users LIMIT 1');
  return {
    /** The business of a user, for the audit log; null: there is no such user. */
    businessOfUser: (userId: string): string | null => businessOf.get(userId)?.business_id ?? null,
    /** Whether there is anybody who can sign in, or could. */
    hasUsers: (): boolean => anybody.get() !== undefined,
    /** An open session, expired or not, of an active user; `sessionId` is the hash of its token. */
    session: (sessionId: string): SessionRecord | null => session.get(sessionId) ?? null,
  };
};
