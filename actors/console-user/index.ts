/**
 * The console user actor: one e-mail address, which is thereby unique. It belongs to the pseudo-business
 * {@link CONSOLE}, because an address is unique among all businesses.
 *
 * U1. A session ends when it is closed, when it expires, and when its user is disabled, changes the password, or may do
 *     more than before: whoever holds an old one gets nothing more by it.
 * U2. A user has at most {@link MAX_SESSIONS} sessions; a new one beyond that closes the oldest.
 * U3. Role and activity are the team's to decide (actors/console-team): of its decisions the latest holds, in whatever
 *     order they come.
 */
import { assertNever } from '../../schemas/assert.js';
import type { Origin } from '../../schemas/audit.js';
import { DomainError } from '../../schemas/errors.js';
import { deriveId } from '../../schemas/ids.js';
import { type Role, reaches } from '../../schemas/roles.js';
import type { Actor, ActorRef, Envelope, TimerDue } from '../runtime/actor.js';
import { CONSOLE_USER_EVENTS, type ConsoleUserEvent } from './events.js';

/** Stands where actors of a business have its id. */
export const CONSOLE = 'console';

/** The actor of an e-mail address, upper and lower case alike. */
export const consoleUserId = (email: string): string => deriveId('console-user', email.trim().toLowerCase());

export const MAX_SESSIONS = 20;

export type ConsoleUserCommand =
  | {
      readonly type: 'create';
      readonly businessId: string;
      readonly email: string;
      readonly name: string;
      readonly passwordHash: string;
      readonly role: Role;
    }
  | { readonly type: 'set_password'; readonly passwordHash: string }
  /** `revision`: of the team. */
  | {
      readonly type: 'set_standing';
      readonly role: Role;
      readonly active: boolean;
      readonly revision: number;
    }
  | {
      readonly type: 'open_session';
      readonly sessionId: string;
      readonly expiresAt: number;
      readonly from?: Origin;
    }
  | { readonly type: 'close_session'; readonly sessionId: string }
  /** All of them but that one. */
  | { readonly type: 'close_sessions'; readonly but: string | null };

interface User {
  readonly businessId: string;
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
  readonly role: Role;
  readonly active: boolean;
  /** Of the team's decision that it comes from; 0: of none. */
  readonly revision: number;
}

export interface ConsoleUserDetails {
  readonly userId: string;
  readonly user: User;
  /** Id → when it expires, ms since the epoch. */
  readonly sessions: Readonly<Record<string, number>>;
}

export interface ConsoleUserReplies {
  readonly create: ConsoleUserDetails;
  readonly set_standing: ConsoleUserDetails;
}

export interface ConsoleUserQueries {
  /** @throws DomainError user_not_found */
  get(): ConsoleUserDetails;
}

export interface ConsoleUserState {
  readonly userId: string;
  readonly user: User | null;
  /** In the order of their opening: id → when it expires, ms since the epoch. */
  readonly sessions: Readonly<Record<string, number>>;
}

const decide = (
  { user, sessions }: ConsoleUserState,
  { command, at }: Envelope<ConsoleUserCommand | TimerDue>,
): readonly ConsoleUserEvent[] => {
  if (command.type === 'timer_due') return [];
  if (command.type === 'create') {
    if (user !== null) throw new DomainError('user_exists');
    const { businessId, email, name, passwordHash, role } = command;
    return [
      { type: 'user.created', businessId, email: email.trim().toLowerCase(), name, passwordHash, role },
    ];
  }
  if (user === null) throw new DomainError('user_not_found');
  switch (command.type) {
    case 'set_password':
      return [{ type: 'user.password_changed', passwordHash: command.passwordHash }];
    case 'set_standing': {
      // U3
      if (command.revision <= user.revision) return [];
      const { role, active, revision } = command;
      return [{ type: 'user.standing_changed', role, active, revision }];
    }
    case 'open_session': {
      if (!user.active) throw new DomainError('credentials_invalid');
      const { type: _type, ...session } = command;
      const { sessionId } = session;
      if (Object.hasOwn(sessions, sessionId)) return [];
      const live = Object.entries(sessions).filter(([, until]) => until > at);
      const closed = live.slice(0, Math.max(0, live.length + 1 - MAX_SESSIONS));
      return [
        ...closed.map(([oldest]): ConsoleUserEvent => ({ type: 'session.closed', sessionId: oldest })),
        { type: 'session.opened', ...session },
      ];
    }
    case 'close_session':
      return Object.hasOwn(sessions, command.sessionId)
        ? [{ type: 'session.closed', sessionId: command.sessionId }]
        : [];
    case 'close_sessions':
      return Object.keys(sessions)
        .filter((sessionId) => sessionId !== command.but)
        .map((sessionId) => ({ type: 'session.closed', sessionId }));
    default:
      return assertNever(command);
  }
};

const evolve = (state: ConsoleUserState, event: ConsoleUserEvent, at: number): ConsoleUserState => {
  switch (event.type) {
    case 'user.created': {
      const { businessId, email, name, passwordHash, role = 'owner' } = event;
      return {
        ...state,
        user: { businessId, email, name, passwordHash, role, active: true, revision: 0 },
      };
    }
    case 'user.password_changed':
      if (state.user === null) return state;
      return { ...state, user: { ...state.user, passwordHash: event.passwordHash }, sessions: {} };
    case 'user.disabled':
      return state.user === null ? state : { ...state, user: { ...state.user, active: false }, sessions: {} };
    case 'user.enabled':
      return state.user === null ? state : { ...state, user: { ...state.user, active: true } };
    case 'user.standing_changed': {
      if (state.user === null) return state;
      const { role, active, revision } = event;
      // U1
      const goOn = active && reaches(state.user.role, role);
      return {
        ...state,
        user: { ...state.user, role, active, revision },
        sessions: goOn ? state.sessions : {},
      };
    }
    case 'session.opened': {
      const live = Object.entries(state.sessions).filter(([, until]) => until > at);
      return { ...state, sessions: { ...Object.fromEntries(live), [event.sessionId]: event.expiresAt } };
    }
    case 'session.closed': {
      const { [event.sessionId]: _closed, ...sessions } = state.sessions;
      return { ...state, sessions };
    }
    default:
      return assertNever(event);
  }
};

const details = ({ userId, user, sessions }: ConsoleUserState): ConsoleUserDetails => {
  if (user === null) throw new DomainError('user_not_found');
  return { userId, user, sessions };
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
  initial: (ref: ActorRef): ConsoleUserState => ({ userId: ref.id, user: null, sessions: {} }),
  decide,
  evolve,
  timers: () => ({}),
  effects: () => ({}),
  replies: { create: details, set_standing: details },
  queries: (state) => ({ get: () => details(state) }),
  snapshotEvery: 100,
};
