/**
 * The console user actor: one e-mail address. It belongs to the pseudo-business {@link CONSOLE}, because all businesses share
 * the same addresses. An address has users; a user is a password with memberships in businesses. An invitation creates a new
 * user unless the person authenticates as an existing one, because the link proves nothing about the mailbox. So a business
 * that invites an address gets no access to what other businesses granted it, and cannot prevent others from inviting it.
 *
 * U1. A session belongs to one user in one business. It ends when it is closed, when it expires, when the user gets another
 *     password, and when the membership is removed, disabled, or gets a role with more permissions: an old session never
 *     gains permissions.
 * U2. A user has at most {@link MAX_SESSIONS} sessions; a further one closes the oldest.
 * U3. The team decides on role and activity (actors/console-team). The latest of its decisions applies, in whatever order
 *     they arrive.
 * U4. In a business, an address has at most one user. Passwords, names and memberships of different users of an address are
 *     independent of each other.
 * U5. A link for another password works once, until it expires or a newer one is made, and only while the business that made it
 *     is the user's only one and the membership is active: no team gets access to what others granted.
 */

import type { Role } from '../../schemas/accounts/access.js';
import type { Author, Origin } from '../../schemas/accounts/audit.js';
import { assertNever } from '../../schemas/assert.js';
import { DomainError } from '../../schemas/errors.js';
import { deriveId } from '../../schemas/ids.js';
import type { Actor, Envelope, TimerDue } from '../runtime/actor.js';
import { CONSOLE_USER_EVENTS, type ConsoleUserEvent, type MembershipFacts } from './events.js';
import { type ConsoleUser, type ConsoleUserState, evolve, initial, type PasswordReset } from './state.js';

export type { ConsoleUser, ConsoleUserState } from './state.js';

/** The pseudo-business: takes the place of a business id. */
export const CONSOLE = 'console';

/** The id of the actor of an e-mail address, regardless of case. */
export const consoleUserId = (email: string): string => deriveId('console-user', email.trim().toLowerCase());

export const MAX_SESSIONS = 20;
/** Most users of an address; each but the first required another business to invite it. */
const MAX_USERS = 100;

export type ConsoleUserCommand =
  /**
   * Creates a user with a membership. Its id reveals nothing about the address, whose other users are hidden from the team.
   * @throws DomainError user_exists if the address has a user in that business
   */
  | {
      readonly type: 'create';
      readonly userId: string;
      readonly businessId: string;
      readonly email: string;
      readonly name: string;
      readonly passwordHash: string;
      readonly role: Role;
      /** The team admits the user afterwards: until then there is no membership. */
      readonly invited?: true;
    }
  /** Adds a user of another address, with everything but its sessions. @throws DomainError user_exists as `create` */
  | { readonly type: 'take_in'; readonly email: string; readonly user: ConsoleUser }
  | { readonly type: 'remove'; readonly userId: string }
  /** Makes a link; U5. @throws DomainError user_not_found, password_reset_elsewhere */
  | ({
      readonly type: 'open_reset';
      readonly userId: string;
      readonly by?: Author;
    } & PasswordReset)
  /** U5. @throws DomainError password_reset_invalid */
  | {
      readonly type: 'reset_password';
      readonly userId: string;
      readonly businessId: string;
      readonly secretHash: string;
      readonly passwordHash: string;
    }
  | { readonly type: 'change_password'; readonly userId: string; readonly passwordHash: string }
  /** Applies the team's decision; creates the membership if there is none. @throws DomainError user_exists as `create` */
  | ({ readonly type: 'set_membership'; readonly userId: string } & MembershipFacts)
  | { readonly type: 'leave'; readonly userId: string; readonly businessId: string }
  /** `businessId` null: the last used business. @throws DomainError credentials_invalid without an active membership */
  | {
      readonly type: 'start_session';
      readonly userId: string;
      readonly businessId: string | null;
      readonly sessionId: string;
      readonly expiresAt: number;
      readonly from?: Origin;
    }
  /** Never shortens a session; does nothing if it has ended. */
  | { readonly type: 'extend_session'; readonly sessionId: string; readonly expiresAt: number }
  | { readonly type: 'close_session'; readonly sessionId: string }
  /** Closes the sessions of a user except `but`; `businessId` null: in all businesses. */
  | {
      readonly type: 'end_sessions';
      readonly userId: string;
      readonly businessId: string | null;
      readonly but: string | null;
      readonly by?: Author;
    };

/** The users of an address. */
export interface ConsoleUserDetails {
  readonly users: readonly ConsoleUser[];
  readonly sessions: ConsoleUserState['sessions'];
  /** Absent from older builds. */
  readonly resets?: ConsoleUserState['resets'];
}

export interface ConsoleUserReplies {
  /** Null: it has ended since. */
  readonly open_reset: PasswordReset | null;
  /** The user that has the membership. */
  readonly create: ConsoleUser;
}

export interface ConsoleUserQueries {
  /** Has no users if the address was never used. */
  users(): ConsoleUserDetails;
}

const decide = (
  state: ConsoleUserState,
  { command, at }: Envelope<ConsoleUserCommand | TimerDue>,
): readonly ConsoleUserEvent[] => {
  switch (command.type) {
    case 'timer_due':
      return [];
    case 'create':
      return create(state, command);
    case 'take_in': {
      const { user } = command;
      if (Object.hasOwn(state.users, user.userId)) return [];
      const memberships = Object.values(user.memberships);
      for (const { businessId } of memberships) checkNoOtherUser(state, businessId, user.userId);
      checkRoom(state);
      const { userId, name, passwordHash } = user;
      const facts = memberships.map(({ usedAt: _usedAt, ...membership }) => membership);
      return [
        { type: 'user.added', userId, email: normal(command.email), name, passwordHash, memberships: facts },
      ];
    }
    case 'remove':
      return Object.hasOwn(state.users, command.userId)
        ? [{ type: 'user.removed', userId: command.userId }]
        : [];
    case 'change_password': {
      const { userId } = userOf(state, command.userId);
      return [{ type: 'user.password_set', userId, passwordHash: command.passwordHash }];
    }
    case 'open_reset':
      return openReset(state, command);
    case 'reset_password': {
      const { userId, businessId, secretHash, passwordHash } = command;
      const reset = Object.hasOwn(state.resets, userId) ? state.resets[userId] : undefined;
      const user = Object.hasOwn(state.users, userId) ? state.users[userId] : undefined;
      const isValid =
        reset !== undefined &&
        reset.secretHash === secretHash &&
        reset.businessId === businessId &&
        reset.expiresAt > at &&
        user !== undefined &&
        isOnlyIn(user, businessId);
      if (!isValid) throw new DomainError('password_reset_invalid');
      return [{ type: 'user.password_set', userId, passwordHash }];
    }
    case 'set_membership': {
      const { memberships } = userOf(state, command.userId);
      const { type: _type, userId, ...facts } = command;
      const before = memberships[facts.businessId];
      // U3
      if (before !== undefined && facts.revision <= before.revision) return [];
      checkNoOtherUser(state, facts.businessId, userId);
      return [{ type: 'membership.set', userId, ...facts }];
    }
    case 'leave': {
      const { userId, businessId } = command;
      const isMember = state.users[userId]?.memberships[businessId] !== undefined;
      return isMember ? [{ type: 'membership.removed', userId, businessId }] : [];
    }
    case 'start_session':
      return startSession(state, command, at);
    case 'extend_session': {
      const { sessionId, expiresAt } = command;
      const session = Object.hasOwn(state.sessions, sessionId) ? state.sessions[sessionId] : undefined;
      const isLater = session !== undefined && session.expiresAt > at && expiresAt > session.expiresAt;
      return isLater ? [{ type: 'session.extended', sessionId, expiresAt }] : [];
    }
    case 'close_session':
      return Object.hasOwn(state.sessions, command.sessionId)
        ? [{ type: 'session.closed', sessionId: command.sessionId }]
        : [];
    case 'end_sessions': {
      const { userId, businessId, but, by } = command;
      const author = by === undefined ? {} : { by };
      return Object.entries(state.sessions)
        .filter(([, session]) => session.userId === userId)
        .filter(([, session]) => businessId === null || session.businessId === businessId)
        .filter(([sessionId]) => sessionId !== but)
        .map(([sessionId]) => ({ type: 'session.closed', sessionId, ...author }));
    }
    default:
      return assertNever(command);
  }
};

/** U5 */
const openReset = (
  state: ConsoleUserState,
  { type: _type, ...reset }: Extract<ConsoleUserCommand, { readonly type: 'open_reset' }>,
): readonly ConsoleUserEvent[] => {
  const { userId, businessId, resetId } = reset;
  const user = userOf(state, userId);
  if (user.memberships[businessId]?.active !== true) throw new DomainError('user_not_found');
  if (!isOnlyIn(user, businessId)) throw new DomainError('password_reset_elsewhere');
  return state.resets[userId]?.resetId === resetId ? [] : [{ type: 'password_reset.opened', ...reset }];
};

/** Whether the user has an active membership in this business, and none in another one. */
const isOnlyIn = ({ memberships }: ConsoleUser, businessId: string): boolean =>
  memberships[businessId]?.active === true && Object.keys(memberships).length === 1;

const normal = (email: string): string => email.trim().toLowerCase();

/** @throws DomainError user_not_found */
const userOf = ({ users }: ConsoleUserState, userId: string): ConsoleUser => {
  const user = Object.hasOwn(users, userId) ? users[userId] : undefined;
  if (user === undefined) throw new DomainError('user_not_found');
  return user;
};

/** The user of the address in the business; null: none. */
const memberOf = (users: readonly ConsoleUser[], businessId: string): ConsoleUser | null =>
  users.find(({ memberships }) => Object.hasOwn(memberships, businessId)) ?? null;

/** U4. @throws DomainError user_exists if another user of the address is in the business */
const checkNoOtherUser = ({ users }: ConsoleUserState, businessId: string, userId: string): void => {
  const member = memberOf(Object.values(users), businessId);
  if (member !== null && member.userId !== userId) throw new DomainError('user_exists');
};

const checkRoom = ({ users }: ConsoleUserState): void => {
  if (Object.keys(users).length >= MAX_USERS) throw new DomainError('user_exists');
};

const create = (
  state: ConsoleUserState,
  command: Extract<ConsoleUserCommand, { readonly type: 'create' }>,
): readonly ConsoleUserEvent[] => {
  const { userId, businessId, name, passwordHash, role, invited } = command;
  const email = normal(command.email);
  if (memberOf(Object.values(state.users), businessId) !== null) throw new DomainError('user_exists');
  checkRoom(state);
  const memberships = invited === true ? [] : [{ businessId, role, active: true, revision: 0 }];
  return [{ type: 'user.added', userId, email, name, passwordHash, memberships }];
};

/** The business of the active membership that was used last; null: none. */
const lastUsed = ({ memberships }: ConsoleUser): string | null =>
  Object.values(memberships)
    .filter(({ active }) => active)
    .toSorted((a, b) => b.usedAt - a.usedAt)[0]?.businessId ?? null;

const startSession = (
  state: ConsoleUserState,
  command: Extract<ConsoleUserCommand, { readonly type: 'start_session' }>,
  at: number,
): readonly ConsoleUserEvent[] => {
  const { userId, sessionId, expiresAt, from } = command;
  const user = userOf(state, userId);
  const businessId = command.businessId ?? lastUsed(user);
  if (businessId === null || user.memberships[businessId]?.active !== true)
    throw new DomainError('credentials_invalid');
  if (Object.hasOwn(state.sessions, sessionId)) return [];
  const live = Object.entries(state.sessions).filter(
    ([, session]) => session.userId === userId && session.expiresAt > at,
  );
  // U2
  const closed = live.slice(0, Math.max(0, live.length + 1 - MAX_SESSIONS));
  return [
    ...closed.map(([oldest]): ConsoleUserEvent => ({ type: 'session.closed', sessionId: oldest })),
    {
      type: 'session.started',
      sessionId,
      userId,
      businessId,
      expiresAt,
      ...(from === undefined ? {} : { from }),
    },
  ];
};

export const consoleUser: Actor<
  ConsoleUserState,
  ConsoleUserCommand,
  ConsoleUserEvent,
  never,
  ConsoleUserReplies,
  ConsoleUserQueries
> = {
  kind: 'console-user',
  events: CONSOLE_USER_EVENTS,
  // Version 1 held one user of one business; version 2 no links for another password.
  stateVersion: 3,
  initial,
  decide,
  evolve,
  timers: () => ({}),
  effects: () => ({}),
  replies: {
    open_reset: ({ resets }, { userId }) => resets[userId] ?? null,
    create: (state, { userId }) => userOf(state, userId),
  },
  queries: ({ users, sessions, resets }) => ({
    users: () => ({ users: Object.values(users), sessions, resets }),
  }),
  snapshotEvery: 100,
};
