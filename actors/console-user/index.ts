/**
 * The console user actor: one e-mail address, which is thereby unique. It belongs to the pseudo-business
 * {@link CONSOLE}, because an address is unique among all businesses.
 *
 * U1. A session ends when it is closed, when it expires, and when its user is disabled or changes the password.
 * U2. A user has at most {@link MAX_SESSIONS} sessions; a new one beyond that closes the oldest.
 */
import { assertNever } from '../../schemas/assert.js';
import { DomainError } from '../../schemas/errors.js';
import { deriveId } from '../../schemas/ids.js';
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
    }
  | { readonly type: 'set_password'; readonly passwordHash: string }
  | { readonly type: 'disable' }
  | { readonly type: 'enable' }
  | { readonly type: 'open_session'; readonly sessionId: string; readonly expiresAt: number }
  | { readonly type: 'close_session'; readonly sessionId: string };

interface User {
  readonly businessId: string;
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
  readonly active: boolean;
}

export interface ConsoleUserDetails {
  readonly userId: string;
  readonly user: User;
  /** Id → when it expires, ms since the epoch. */
  readonly sessions: Readonly<Record<string, number>>;
}

export interface ConsoleUserReplies {
  readonly create: ConsoleUserDetails;
  readonly disable: ConsoleUserDetails;
  readonly enable: ConsoleUserDetails;
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
    const { businessId, email, name, passwordHash } = command;
    return [{ type: 'user.created', businessId, email: email.trim().toLowerCase(), name, passwordHash }];
  }
  if (user === null) throw new DomainError('user_not_found');
  switch (command.type) {
    case 'set_password':
      return [{ type: 'user.password_changed', passwordHash: command.passwordHash }];
    case 'disable':
      return user.active ? [{ type: 'user.disabled' }] : [];
    case 'enable':
      return user.active ? [] : [{ type: 'user.enabled' }];
    case 'open_session': {
      if (!user.active) throw new DomainError('credentials_invalid');
      const { sessionId, expiresAt } = command;
      if (Object.hasOwn(sessions, sessionId)) return [];
      const live = Object.entries(sessions).filter(([, until]) => until > at);
      const closed = live.slice(0, Math.max(0, live.length + 1 - MAX_SESSIONS));
      return [
        ...closed.map(([oldest]): ConsoleUserEvent => ({ type: 'session.closed', sessionId: oldest })),
        { type: 'session.opened', sessionId, expiresAt },
      ];
    }
    case 'close_session':
      return Object.hasOwn(sessions, command.sessionId)
        ? [{ type: 'session.closed', sessionId: command.sessionId }]
        : [];
    default:
      return assertNever(command);
  }
};

const evolve = (state: ConsoleUserState, event: ConsoleUserEvent, at: number): ConsoleUserState => {
  switch (event.type) {
    case 'user.created': {
      const { businessId, email, name, passwordHash } = event;
      return { ...state, user: { businessId, email, name, passwordHash, active: true } };
    }
    case 'user.password_changed':
      if (state.user === null) return state;
      return { ...state, user: { ...state.user, passwordHash: event.passwordHash }, sessions: {} };
    case 'user.disabled':
      return state.user === null ? state : { ...state, user: { ...state.user, active: false }, sessions: {} };
    case 'user.enabled':
      return state.user === null ? state : { ...state, user: { ...state.user, active: true } };
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
  replies: { create: details, disable: details, enable: details },
  queries: (state) => ({ get: () => details(state) }),
  snapshotEvery: 100,
};
