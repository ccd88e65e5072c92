/** Signing in and out of the console (docs/reference/api.md "Console and keys"). */
import { createHash, randomBytes } from 'node:crypto';
import { CONSOLE, consoleUser } from '../../actors/console-user/index.js';
import type { Author, Origin } from '../../schemas/accounts/audit.js';
import type { PasswordChange, SessionResource, SignIn } from '../../schemas/accounts/console.js';
import { DomainError } from '../../schemas/errors.js';
import { DAY_MS } from '../../schemas/time-zone.js';
import type { SessionRecord } from '../../views/accounts/index.js';
import { readThrough } from '../../views/kernel/read-through.js';
import type { OperationsDeps } from '../deps.js';
import type { Written } from '../written.js';
import { addressRef, authenticatedUser, hasAccess, usersOf, type Visitor } from './credentials.js';
import type { UserRef } from './memberships.js';
import { hashPassword } from './passwords.js';
import type { SignInLimits } from './sign-in-limits.js';

/** How long a session lasts after it was used last, ms. */
const SESSION_MS = 30 * DAY_MS;
/** A session is extended at most once in this time, ms: each extension is an event. */
const EXTENDED_EVERY_MS = DAY_MS;

/** The stored id of a session; the token itself exists only in its owner's cookie. */
export const sessionIdOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** A value that only the holder of the cookie can obtain, and that a foreign page cannot send. */
export const csrfTokenOf = (token: string): string =>
  createHash('sha256').update(`csrf ${token}`).digest('base64url');

const describe = (
  views: Pick<OperationsDeps['views'], 'business' | 'membershipsOf'>,
  { userId, businessId, email, name, role, expiresAt }: SessionRecord,
  token: string,
): SessionResource => ({
  user: { id: userId, email, name },
  business: { id: businessId, name: views.business(businessId)?.name ?? '' },
  role,
  memberships: views.membershipsOf(userId).map((membership) => ({
    business: { id: membership.businessId, name: views.business(membership.businessId)?.name ?? '' },
    role: membership.role,
  })),
  csrfToken: csrfTokenOf(token),
  expiresAt: new Date(expiresAt).toISOString(),
});

/** The user whose session begins, and its business. */
interface SessionOwner {
  readonly email: string;
  readonly userId: string;
  /** Null: the last used business. */
  readonly businessId: string | null;
}

/** When and from where a session is opened. */
export interface SessionOptions {
  /** ms since the epoch. */
  readonly at: number;
  /** The origin that the session records. */
  readonly from?: Origin | undefined;
  /** ms since the epoch; defaults to the full lifetime of a session. */
  readonly expiresAt?: number | undefined;
}

/**
 * Opens a session for a user whose right to it was already checked.
 * @throws DomainError credentials_invalid without an active membership in the business
 */
export const openSession = async (
  { actors, views, browsers }: Pick<OperationsDeps, 'actors' | 'views' | 'browsers'>,
  { email, userId, businessId }: SessionOwner,
  { at, from, expiresAt = at + SESSION_MS }: SessionOptions,
): Promise<Written<SignedIn>> => {
  const token = randomBytes(32).toString('base64url');
  const sessionId = sessionIdOf(token);
  const { shard, seq } = await actors.ask(consoleUser, addressRef(email), {
    type: 'start_session',
    userId,
    businessId,
    sessionId,
    expiresAt,
    ...(from === undefined ? {} : { from }),
  });
  await views.waitFor(shard, seq);
  const session = views.session(sessionId);
  if (session === null) throw new DomainError('session_invalid');
  const browser = browsers.remember(email, userId, at);
  return { result: { token, browser, session: describe(views, session, token) }, shard, seq };
};

/** Ends a session. This node refuses it once this resolves, any other node a second later. */
export const endSession = async (
  { actors, views }: Pick<OperationsDeps, 'actors' | 'views'>,
  { email, sessionId }: SessionRecord,
): Promise<{ readonly shard: number; readonly seq: number }> => {
  const { shard, seq } = await actors.ask(consoleUser, addressRef(email), {
    type: 'close_session',
    sessionId,
  });
  await views.waitFor(shard, seq);
  return { shard, seq };
};

/** Ends sessions of the user, on every node. `businessId` null: in all businesses. */
export const endSessions = async (
  { actors, views }: Pick<OperationsDeps, 'actors' | 'views'>,
  { email, userId }: UserRef,
  businessId: string | null,
  exceptSessionId: string | null,
  by: Author | undefined,
): Promise<Written<{ readonly ended: true }>> => {
  const { shard, seq } = await actors.ask(consoleUser, addressRef(email), {
    type: 'end_sessions',
    userId,
    businessId,
    but: exceptSessionId,
    ...(by === undefined ? {} : { by }),
  });
  await views.freshness.everywhere();
  return { result: { ended: true }, shard, seq };
};

/** A session that was opened, and what the browser stores. */
export interface SignedIn {
  /** For the cookie; it cannot be retrieved again. */
  readonly token: string;
  /** For the cookie that identifies the browser at the next sign-in. */
  readonly browser: string;
  readonly session: SessionResource;
}

interface SessionOperations {
  /**
   * Signs in to the business that the user used last. `at`: ms since the epoch; `from`: the origin that the session records.
   * @throws DomainError credentials_invalid, sign_in_limited, sign_in_busy
   */
  signIn(body: SignIn, visitor: Visitor, at: number, from?: Origin): Promise<Written<SignedIn>>;
  /**
   * Has a session that is in use last as long as a new one, at most once a day; null: it was extended in the last day.
   * `at`: ms since the epoch. @throws DomainError journal_unavailable
   */
  extend(session: SessionRecord, token: string, at: number): Promise<Written<SessionResource> | null>;
  /** The session as shown in the console; `token` is the one of its cookie. */
  describe(session: SessionRecord, token: string): SessionResource;
  /**
   * Opens a session of the same user in another business, for the remaining lifetime of this one, which ends.
   * @throws DomainError membership_not_found
   */
  switchBusiness(
    session: SessionRecord,
    businessId: string,
    at: number,
    from?: Origin,
  ): Promise<Written<SignedIn>>;
  /** Once this resolves, no node accepts the session any more. */
  signOut(session: SessionRecord): Promise<Written<{ readonly signedOut: true }>>;
  /** Ends a session that another one has replaced in the browser; other nodes may accept it for another second. */
  endFormer(session: SessionRecord): Promise<void>;
  /** Ends all sessions of the user except this one. */
  endOthers(session: SessionRecord): Promise<Written<{ readonly ended: true }>>;
  /** Ends every session of the user, including this one. Otherwise as signIn. */
  changePassword(
    session: SessionRecord,
    body: PasswordChange,
    visitor: Visitor,
    at: number,
  ): Promise<Written<{ readonly signedOut: true }>>;
}

/** `limits`: shared by all operations that check a password. */
export const sessionOperations = (deps: OperationsDeps, limits: SignInLimits): SessionOperations => ({
  signIn: async ({ email, password }, visitor, at, from) => {
    const address = email.trim().toLowerCase();
    const { userId } = await authenticatedUser(
      { ...deps, limits },
      { email: address, password },
      visitor,
      at,
      hasAccess,
    );
    return openSession(deps, { email: address, userId, businessId: null }, { at, from });
  },

  extend: async (session, token, at) => {
    const expiresAt = at + SESSION_MS;
    if (expiresAt - session.expiresAt < EXTENDED_EVERY_MS) return null;
    const { email, sessionId } = session;
    const { shard, seq } = await deps.actors.ask(consoleUser, addressRef(email), {
      type: 'extend_session',
      sessionId,
      expiresAt,
    });
    return { result: describe(deps.views, { ...session, expiresAt }, token), shard, seq };
  },

  describe: (session, token) => describe(deps.views, session, token),

  switchBusiness: async (session, businessId, at, from) => {
    const { email, userId, expiresAt } = session;
    const known = await readThrough(deps.views, CONSOLE, () =>
      deps.views.membershipsOf(userId).some((membership) => membership.businessId === businessId)
        ? true
        : null,
    );
    if (known === null) throw new DomainError('membership_not_found');
    // The new session lasts no longer than the one it replaces.
    const opened = await openSession(deps, { email, userId, businessId }, { at, from, expiresAt }).catch(
      (error: unknown) => {
        const hasNoAccess = error instanceof DomainError && error.code === 'credentials_invalid';
        throw hasNoAccess ? new DomainError('membership_not_found') : error;
      },
    );
    await endSession(deps, session);
    return opened;
  },

  signOut: async (session) => {
    const position = await endSession(deps, session);
    await deps.views.freshness.everywhere();
    return { result: { signedOut: true as const }, ...position };
  },

  endFormer: async (session) => void (await endSession(deps, session)),

  endOthers: ({ email, userId, sessionId }) =>
    endSessions(deps, { email, userId }, null, sessionId, { type: 'user', id: userId }),

  changePassword: async ({ email, userId }: SessionRecord, { current, next }, visitor, at) => {
    // Only this user's password counts, whichever other users the address has.
    await authenticatedUser(
      { ...deps, limits },
      { email, password: current },
      visitor,
      at,
      (user) => user.userId === userId,
    );
    const [otherUser] = (await usersOf(deps.actors, email)).filter((user) => user.userId !== userId);
    const passwordHash = await hashPassword(next, otherUser?.passwordHash ?? null);
    const { shard, seq } = await deps.actors.ask(consoleUser, addressRef(email), {
      type: 'change_password',
      userId,
      passwordHash,
    });
    // The change of the password has ended all sessions of the user.
    await deps.views.freshness.everywhere();
    return { result: { signedOut: true as const }, shard, seq };
  },
});
