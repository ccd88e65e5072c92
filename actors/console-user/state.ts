/** An e-mail address, folded from its events: its users, their memberships and their sessions. */

import { isAtLeast } from '../../schemas/accounts/access.js';
import { assertNever } from '../../schemas/assert.js';
import type { ActorRef } from '../runtime/actor.js';
import type { ConsoleUserEvent, MembershipFacts } from './events.js';

/** A user's membership in a business. */
interface Membership extends MembershipFacts {
  /** When a session last started there, ms since the epoch; 0: never. */
  readonly usedAt: number;
}

/** A password, and the memberships that it gives access to. */
export interface ConsoleUser {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  /** argon2id, as a PHC string. */
  readonly passwordHash: string;
  /** By business id. */
  readonly memberships: Readonly<Record<string, Membership>>;
}

interface ConsoleSession {
  readonly userId: string;
  readonly businessId: string;
  /** ms since the epoch. */
  readonly expiresAt: number;
}

/** A link with which a user sets another password. */
export interface PasswordReset {
  readonly resetId: string;
  readonly businessId: string;
  /** Lower-case hex SHA-256 of the secret in the link. */
  readonly secretHash: string;
  /** ms since the epoch. */
  readonly expiresAt: number;
}

export interface ConsoleUserState {
  /** The id of the actor, and of the user created while an address had only one. */
  readonly addressId: string;
  /** By user id. */
  readonly users: Readonly<Record<string, ConsoleUser>>;
  /** The business that this first user was created for; null: there was no such user. */
  readonly firstBusiness: string | null;
  /** The open link of each user, by user id. */
  readonly resets: Readonly<Record<string, PasswordReset>>;
  /** In the order of opening, by session id. */
  readonly sessions: Readonly<Record<string, ConsoleSession>>;
}

export const initial = (ref: ActorRef): ConsoleUserState => ({
  addressId: ref.id,
  users: {},
  firstBusiness: null,
  sessions: {},
  resets: {},
});

/** The sessions of the state without the ended ones. */
const without = (
  { sessions }: ConsoleUserState,
  ended: (session: ConsoleSession, sessionId: string) => boolean,
): ConsoleUserState['sessions'] =>
  Object.fromEntries(Object.entries(sessions).filter(([id, session]) => !ended(session, id)));

const withUser = (state: ConsoleUserState, user: ConsoleUser): ConsoleUserState => ({
  ...state,
  users: { ...state.users, [user.userId]: user },
});

const withoutReset = (state: ConsoleUserState, userId: string): ConsoleUserState => {
  const { [userId]: _ended, ...resets } = state.resets;
  return { ...state, resets };
};

const newMemberships = (memberships: readonly MembershipFacts[]): ConsoleUser['memberships'] =>
  Object.fromEntries(memberships.map((facts) => [facts.businessId, { ...facts, usedAt: 0 }]));

/** The user and the business of legacy events, from when a user had only one business. */
const legacyMembership = (
  state: ConsoleUserState,
): { readonly userId: string; readonly businessId: string } => ({
  userId: state.addressId,
  businessId: state.firstBusiness ?? '',
});

const setMembership = (state: ConsoleUserState, userId: string, facts: MembershipFacts): ConsoleUserState => {
  const user = state.users[userId];
  if (user === undefined) return state;
  const before = user.memberships[facts.businessId];
  const membership: Membership = { ...facts, usedAt: before?.usedAt ?? 0 };
  // U1
  const keepsSessions = facts.active && (before === undefined || isAtLeast(before.role, facts.role));
  const sessions = keepsSessions
    ? state.sessions
    : without(state, (session) => session.userId === userId && session.businessId === facts.businessId);
  const memberships = { ...user.memberships, [facts.businessId]: membership };
  return { ...withUser(state, { ...user, memberships }), sessions };
};

/** For legacy events, from before the team decided on roles. */
const setActive = (state: ConsoleUserState, active: boolean): ConsoleUserState => {
  const { userId, businessId } = legacyMembership(state);
  const membership = state.users[userId]?.memberships[businessId];
  return membership === undefined ? state : setMembership(state, userId, { ...membership, active });
};

const setPassword = (state: ConsoleUserState, userId: string, passwordHash: string): ConsoleUserState => {
  const user = state.users[userId];
  if (user === undefined) return state;
  const sessions = without(state, (session) => session.userId === userId);
  return { ...withUser(state, { ...user, passwordHash }), sessions };
};

const open = (
  state: ConsoleUserState,
  sessionId: string,
  session: ConsoleSession,
  at: number,
): ConsoleUserState => {
  const live = without(state, ({ expiresAt }) => expiresAt <= at);
  const next = { ...state, sessions: { ...live, [sessionId]: session } };
  const user = state.users[session.userId];
  const membership = user?.memberships[session.businessId];
  if (user === undefined || membership === undefined) return next;
  const memberships = { ...user.memberships, [session.businessId]: { ...membership, usedAt: at } };
  return withUser(next, { ...user, memberships });
};

export const evolve = (state: ConsoleUserState, event: ConsoleUserEvent, at: number): ConsoleUserState => {
  switch (event.type) {
    case 'user.created': {
      const { businessId, email, name, passwordHash, role = 'owner' } = event;
      const userId = state.addressId;
      const memberships = newMemberships([{ businessId, role, active: true, revision: 0 }]);
      const next = withUser(state, { userId, email, name, passwordHash, memberships });
      return { ...next, firstBusiness: businessId };
    }
    case 'user.added': {
      const { userId, email, name, passwordHash, memberships } = event;
      return withUser(state, { userId, email, name, passwordHash, memberships: newMemberships(memberships) });
    }
    case 'user.removed': {
      const { [event.userId]: _removed, ...users } = state.users;
      return {
        ...withoutReset(state, event.userId),
        users,
        sessions: without(state, ({ userId }) => userId === event.userId),
      };
    }
    case 'user.password_set':
      return setPassword(withoutReset(state, event.userId), event.userId, event.passwordHash);
    case 'password_reset.opened': {
      const { userId, resetId, businessId, secretHash, expiresAt } = event;
      return {
        ...state,
        resets: { ...state.resets, [userId]: { resetId, businessId, secretHash, expiresAt } },
      };
    }
    case 'membership.set': {
      const { type: _type, userId, ...facts } = event;
      return setMembership(state, userId, facts);
    }
    case 'membership.removed': {
      const user = state.users[event.userId];
      if (user === undefined) return state;
      const { [event.businessId]: _removed, ...memberships } = user.memberships;
      const sessions = without(
        state,
        ({ userId, businessId }) => userId === event.userId && businessId === event.businessId,
      );
      return { ...withUser(state, { ...user, memberships }), sessions };
    }
    case 'session.started': {
      const { sessionId, userId, businessId, expiresAt } = event;
      return open(state, sessionId, { userId, businessId, expiresAt }, at);
    }
    case 'session.extended': {
      const session = state.sessions[event.sessionId];
      if (session === undefined) return state;
      const extended = { ...session, expiresAt: event.expiresAt };
      return { ...state, sessions: { ...state.sessions, [event.sessionId]: extended } };
    }
    case 'session.closed':
      return { ...state, sessions: without(state, (_, sessionId) => sessionId === event.sessionId) };
    case 'user.password_changed':
      return setPassword(state, state.addressId, event.passwordHash);
    case 'user.disabled':
      return setActive(state, false);
    case 'user.enabled':
      return setActive(state, true);
    case 'user.standing_changed': {
      const { userId, businessId } = legacyMembership(state);
      const { role, active, revision } = event;
      return setMembership(state, userId, { businessId, role, active, revision });
    }
    case 'session.opened':
      return open(state, event.sessionId, { ...legacyMembership(state), expiresAt: event.expiresAt }, at);
    default:
      return assertNever(event);
  }
};
