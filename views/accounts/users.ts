/** Console users with their memberships in businesses, and their sessions. The views contain no password hashes. */
import type { Database } from 'better-sqlite3';
import type { ConsoleUserEvent, MembershipFacts } from '../../actors/console-user/events.js';
import { isAtLeast, type Role } from '../../schemas/accounts/access.js';
import { assertNever } from '../../schemas/assert.js';
import type { Stored } from '../kernel/stored-event.js';

/**
 * A session's id is the hash of its token; `plain_cookie`: it began before its cookie had the prefix `__Host-`. `address_id`: the
 * actor that has the user. A removed membership keeps its row, for names in the audit log. Times in ms since the epoch.
 */
export const USER_TABLES = `
CREATE TABLE console_users (
  id TEXT PRIMARY KEY,
  address_id TEXT NOT NULL,
  email TEXT NOT NULL,
  name TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE console_memberships (
  user_id TEXT NOT NULL,
  business_id TEXT NOT NULL,
  role TEXT NOT NULL,
  active INTEGER NOT NULL,
  removed INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  signed_in_at INTEGER,
  PRIMARY KEY (user_id, business_id)
) WITHOUT ROWID;
CREATE TABLE console_sessions (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  business_id TEXT NOT NULL,
  plain_cookie INTEGER NOT NULL,
  opened_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  client TEXT,
  user_agent TEXT
) WITHOUT ROWID;
CREATE INDEX console_users_of_address ON console_users (address_id);
CREATE INDEX console_memberships_of_business ON console_memberships (business_id, created_at, user_id);
CREATE INDEX console_sessions_of_user ON console_sessions (user_id, business_id);
`;

const prepare = (db: Database) => ({
  add: db.prepare<{ id: string; addressId: string; email: string; name: string }>(
    `INSERT INTO console_users (id, address_id, email, name) VALUES (:id, :addressId, :email, :name)
     ON CONFLICT DO UPDATE SET address_id = excluded.address_id, email = excluded.email, name = excluded.name`,
  ),
  addressOf: db.prepare<[string], { readonly address_id: string }>(
    'SELECT address_id FROM console_users WHERE id = ?',
  ),
  membership: db.prepare<[string, string], { readonly role: Role; readonly removed: number }>(
    'SELECT role, removed FROM console_memberships WHERE user_id = ? AND business_id = ?',
  ),
  // A removed membership that is set again counts as new in the list.
  set: db.prepare<{ id: string; businessId: string; role: Role; active: number; at: number }>(
    `INSERT INTO console_memberships (user_id, business_id, role, active, created_at)
     VALUES (:id, :businessId, :role, :active, :at)
     ON CONFLICT DO UPDATE SET role = excluded.role, active = excluded.active,
       created_at = CASE removed WHEN 1 THEN excluded.created_at ELSE created_at END, removed = 0`,
  ),
  leave: db.prepare<[string, string]>(
    'UPDATE console_memberships SET removed = 1, active = 0 WHERE user_id = ? AND business_id = ?',
  ),
  leaveAll: db.prepare<[string]>('UPDATE console_memberships SET removed = 1, active = 0 WHERE user_id = ?'),
  first: db.prepare<[string], { readonly business_id: string; readonly role: Role }>(
    'SELECT business_id, role FROM console_memberships WHERE user_id = ? ORDER BY created_at LIMIT 1',
  ),
  signedIn: db.prepare<[number, string, string]>(
    'UPDATE console_memberships SET signed_in_at = ? WHERE user_id = ? AND business_id = ?',
  ),
  closeAll: db.prepare<[string]>('DELETE FROM console_sessions WHERE user_id = ?'),
  closeIn: db.prepare<[string, string]>('DELETE FROM console_sessions WHERE user_id = ? AND business_id = ?'),
  open: db.prepare<{
    sessionId: string;
    userId: string;
    businessId: string;
    plain: number;
    at: number;
    expiresAt: number;
    client: string | null;
    userAgent: string | null;
  }>(
    `INSERT INTO console_sessions (id, user_id, business_id, plain_cookie, opened_at, expires_at, client, user_agent)
     VALUES (:sessionId, :userId, :businessId, :plain, :at, :expiresAt, :client, :userAgent)`,
  ),
  extend: db.prepare<[number, string]>('UPDATE console_sessions SET expires_at = ? WHERE id = ?'),
  close: db.prepare<[string]>('DELETE FROM console_sessions WHERE id = ?'),
  forget: db.prepare<[string, number]>('DELETE FROM console_sessions WHERE user_id = ? AND expires_at <= ?'),
});

/** Projects users, their memberships and their sessions. */
export const projectUsers = (db: Database): ((stored: Stored<ConsoleUserEvent>) => void) => {
  const statements = prepare(db);

  const setMembership = (id: string, facts: Omit<MembershipFacts, 'revision'>, at: number): void => {
    const { businessId, role, active } = facts;
    const before = statements.membership.get(id, businessId);
    statements.set.run({ id, businessId, role, active: active ? 1 : 0, at });
    // The same rule as in the actor (U1).
    const stays = active && (before === undefined || before.removed === 1 || isAtLeast(before.role, role));
    if (!stays) statements.closeIn.run(id, businessId);
  };

  /** For events from the time when a user had one business. */
  const setFirst = (
    id: string,
    change: { readonly role?: Role; readonly active: boolean },
    at: number,
  ): void => {
    const first = statements.first.get(id);
    if (first === undefined) return;
    const { role = first.role, active } = change;
    setMembership(id, { businessId: first.business_id, role, active }, at);
  };

  const open = (
    session: { readonly sessionId: string; readonly userId: string; readonly businessId: string },
    {
      expiresAt,
      from,
    }: Pick<Extract<ConsoleUserEvent, { readonly type: 'session.started' }>, 'expiresAt' | 'from'>,
    plain: number,
    at: number,
  ): void => {
    const { userId, businessId } = session;
    const { client = null, userAgent = null } = from ?? {};
    statements.forget.run(userId, at);
    statements.open.run({ ...session, plain, at, expiresAt, client, userAgent });
    statements.signedIn.run(at, userId, businessId);
  };

  return ({ id, at, event }) => {
    switch (event.type) {
      case 'user.created': {
        const { businessId, email, name, role = 'owner' } = event;
        statements.add.run({ id, addressId: id, email, name });
        setMembership(id, { businessId, role, active: true }, at);
        return;
      }
      case 'user.added': {
        const { userId, email, name } = event;
        statements.add.run({ id: userId, addressId: id, email, name });
        for (const membership of event.memberships) setMembership(userId, membership, at);
        return;
      }
      case 'user.removed': {
        const { userId } = event;
        // A renamed user belongs to another address by now.
        if (statements.addressOf.get(userId)?.address_id !== id) return;
        statements.leaveAll.run(userId);
        statements.closeAll.run(userId);
        return;
      }
      case 'user.password_set':
        return void statements.closeAll.run(event.userId);
      case 'password_reset.opened':
        return;
      case 'membership.set':
        return setMembership(event.userId, event, at);
      case 'membership.removed':
        statements.leave.run(event.userId, event.businessId);
        statements.closeIn.run(event.userId, event.businessId);
        return;
      case 'session.started': {
        const { sessionId, userId, businessId } = event;
        open({ sessionId, userId, businessId }, event, 0, at);
        return;
      }
      case 'session.extended':
        return void statements.extend.run(event.expiresAt, event.sessionId);
      case 'session.closed':
        return void statements.close.run(event.sessionId);
      case 'user.password_changed':
        return void statements.closeAll.run(id);
      case 'user.disabled':
      case 'user.enabled':
        setFirst(id, { active: event.type === 'user.enabled' }, at);
        return;
      case 'user.standing_changed':
        setFirst(id, event, at);
        return;
      case 'session.opened': {
        const first = statements.first.get(id);
        if (first === undefined) return;
        open({ sessionId: event.sessionId, userId: id, businessId: first.business_id }, event, 1, at);
        return;
      }
      default:
        assertNever(event);
    }
  };
};

/** A session of a user with an active membership in its business. */
export interface SessionRecord {
  readonly sessionId: string;
  readonly userId: string;
  readonly businessId: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  /** ms since the epoch. */
  readonly expiresAt: number;
  /** Whether it began before its cookie had the prefix `__Host-`. */
  readonly plainCookie: boolean;
}

/** A business that a user may sign in to. */
interface MembershipRecord {
  readonly businessId: string;
  readonly role: Role;
}

/** A user of an e-mail address in a business. */
interface AddressMembership {
  readonly businessId: string;
  readonly userId: string;
}

/** Memberships of an e-mail address for which a refused sign-in is recorded. */
const MAX_OF_ADDRESS = 100;

/** Queries on sessions and memberships. */
export const userQueries = (db: Database) => {
  const session = db.prepare<
    [string],
    Omit<SessionRecord, 'plainCookie'> & { readonly plain_cookie: number }
  >(
    `SELECT s.id AS sessionId, u.id AS userId, s.business_id AS businessId, u.email, u.name, m.role,
            s.expires_at AS expiresAt, s.plain_cookie
     FROM console_sessions s JOIN console_users u ON u.id = s.user_id
       JOIN console_memberships m ON m.user_id = s.user_id AND m.business_id = s.business_id
     WHERE s.id = ? AND m.active = 1`,
  );
  const memberships = db.prepare<[string], MembershipRecord>(
    `SELECT business_id AS businessId, role FROM console_memberships WHERE user_id = ? AND active = 1
     ORDER BY created_at, business_id`,
  );
  const ofAddress = db.prepare<[string], AddressMembership>(
    `SELECT m.business_id AS businessId, m.user_id AS userId
     FROM console_users u JOIN console_memberships m ON m.user_id = u.id
     WHERE u.address_id = ? AND m.removed = 0 ORDER BY m.created_at, m.business_id LIMIT ${MAX_OF_ADDRESS}`,
  );
  const anyUser = db.prepare<[], { id: string }>('SELECT id FROM console_users LIMIT 1');
  return {
    /**
     * The memberships of all users of an e-mail address, including disabled ones, the oldest first; for the audit log. At most
     * {@link MAX_OF_ADDRESS}. `addressId`: the id of the address's actor.
     */
    membershipsOfAddress: (addressId: string): readonly AddressMembership[] => ofAddress.all(addressId),
    /** Whether any user exists, disabled ones included. */
    hasUsers: (): boolean => anyUser.get() !== undefined,
    /** An open session of an active membership, whether expired or not; `sessionId` is the hash of its token. */
    session: (sessionId: string): SessionRecord | null => {
      const row = session.get(sessionId);
      if (row === undefined) return null;
      const { plain_cookie, ...record } = row;
      return { ...record, plainCookie: plain_cookie === 1 };
    },
    /** The active memberships of a user, the oldest first. */
    membershipsOf: (userId: string): readonly MembershipRecord[] => memberships.all(userId),
  };
};
