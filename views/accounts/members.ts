/** Members of a team, and their sessions; users.ts has the tables. */
import type { Database } from 'better-sqlite3';
import type { Role } from '../../schemas/accounts/access.js';
import type { MemberResource, OwnSession } from '../../schemas/accounts/team.js';
import type { AssigneeResource } from '../../schemas/conversations/assignment.js';
import { type PageParameters, pageOf, positionOf } from '../kernel/cursor.js';
import { iso, isoOrNull } from '../kernel/dates.js';
import type { Page, PageRequest } from '../kernel/page.js';
import type { SessionRecord } from './users.js';

interface MemberRow {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly active: number;
  readonly created_at: number;
  readonly signed_in_at: number | null;
  readonly open_sessions: number;
}

interface AnsweringRow {
  readonly id: string;
  readonly name: string;
  readonly created_at: number;
}

/** Of one business; sessions in other businesses are not counted. */
const MEMBERS = `SELECT u.id, u.email, u.name, m.role, m.active, m.created_at, m.signed_in_at,
  (SELECT COUNT(*) FROM console_sessions s
   WHERE s.user_id = m.user_id AND s.business_id = m.business_id AND s.expires_at > :at) AS open_sessions
  FROM console_memberships m JOIN console_users u ON u.id = m.user_id
  WHERE m.business_id = :businessId AND m.removed = 0`;

const toMember = (row: MemberRow): MemberResource => ({
  id: row.id,
  email: row.email,
  name: row.name,
  role: row.role,
  active: row.active === 1,
  createdAt: iso(row.created_at),
  lastSignInAt: isoOrNull(row.signed_in_at),
  openSessions: row.open_sessions,
});

/** Queries on the members of a team. */
export const memberQueries = (db: Database) => {
  const page = db.prepare<PageParameters<'businessId'> & { readonly at: number }, MemberRow>(
    `${MEMBERS} AND (m.created_at, m.user_id) < (:createdAt, :id)
     ORDER BY m.created_at DESC, m.user_id DESC LIMIT :count`,
  );
  const answering = db.prepare<PageParameters<'businessId'>, AnsweringRow>(
    `SELECT u.id, u.name, m.created_at FROM console_memberships m JOIN console_users u ON u.id = m.user_id
     WHERE m.business_id = :businessId AND m.removed = 0 AND m.active = 1 AND m.role != 'viewer'
       AND (m.created_at, m.user_id) < (:createdAt, :id)
     ORDER BY m.created_at DESC, m.user_id DESC LIMIT :count`,
  );
  const memberById = db.prepare<{ businessId: string; userId: string; at: number }, MemberRow>(
    `${MEMBERS} AND m.user_id = :userId`,
  );
  const nameOf = db.prepare<[string], { readonly name: string }>(
    'SELECT name FROM console_users WHERE id = ?',
  );
  const memberships = db.prepare<
    [string],
    { readonly id: string; readonly role: Role; readonly active: number }
  >('SELECT user_id AS id, role, active FROM console_memberships WHERE business_id = ? AND removed = 0');
  const ofAddress = db.prepare<[string, string], { readonly id: string }>(
    `SELECT u.id FROM console_memberships m JOIN console_users u ON u.id = m.user_id
     WHERE m.business_id = ? AND m.removed = 0 AND u.email = ?`,
  );
  const sessions = db.prepare<
    [string, number],
    {
      readonly id: string;
      readonly opened_at: number;
      readonly expires_at: number;
      readonly client: string | null;
      readonly user_agent: string | null;
    }
  >(
    `SELECT id, opened_at, expires_at, client, user_agent FROM console_sessions WHERE user_id = ? AND expires_at > ?
     ORDER BY opened_at DESC, id`,
  );
  return {
    /** The latest member first; `openSessions` counts those open at `at`, ms since the epoch. */
    members: (businessId: string, { limit, cursor }: PageRequest, at: number): Page<MemberResource> => {
      const scope = ['members', businessId];
      const rows = page.all({ businessId, ...positionOf(scope, cursor), count: limit + 1, at });
      return pageOf(scope, rows, limit, toMember);
    },
    /** Active operators and owners, the latest member first. */
    answeringMembers: (businessId: string, { limit, cursor }: PageRequest): Page<AssigneeResource> => {
      const scope = ['answering-members', businessId];
      const rows = answering.all({ businessId, ...positionOf(scope, cursor), count: limit + 1 });
      return pageOf(scope, rows, limit, ({ id: userId, name }) => ({ userId, name }));
    },
    /** Null where the business has no such user. */
    member: (businessId: string, userId: string, at: number): MemberResource | null => {
      const row = memberById.get({ businessId, userId, at });
      return row === undefined ? null : toMember(row);
    },
    /** The id of the team member with that e-mail address, in lower case; null: none. */
    memberOfAddress: (businessId: string, email: string): string | null =>
      ofAddress.get(businessId, email)?.id ?? null,
    /** The name of a user; null: unknown. */
    memberName: (userId: string): string | null => nameOf.get(userId)?.name ?? null,
    /** The role and state of every user of the business, by user id. */
    memberStatuses: (
      businessId: string,
    ): Readonly<Record<string, { readonly role: Role; readonly active: boolean }>> =>
      Object.fromEntries(
        memberships.all(businessId).map(({ id, role, active }) => [id, { role, active: active === 1 }]),
      ),
    /** The sessions of the caller's user that are open at `at` (ms since the epoch), newest first. */
    sessionsOf: (
      { userId, sessionId }: Pick<SessionRecord, 'userId' | 'sessionId'>,
      at: number,
    ): OwnSession[] =>
      sessions.all(userId, at).map(({ id, opened_at, expires_at, client, user_agent }) => ({
        openedAt: iso(opened_at),
        expiresAt: iso(expires_at),
        current: id === sessionId,
        client,
        userAgent: user_agent,
      })),
  };
};
