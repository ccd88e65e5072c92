/**
 * Authenticates requests. The API accepts two credentials (docs/reference/api.md "Console and keys"): an API key
 * (operations/accounts/key-format.ts), or the session of a user signed in to the console. Secrets are compared by hash, in
 * constant time.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { parseKey } from '../../operations/accounts/key-format.js';
import { csrfTokenOf, sessionIdOf } from '../../operations/accounts/sessions.js';
import type { LegHolder } from '../../operations/calls/call-deps.js';
import {
  isAtLeast,
  minimumRoleFor,
  type Role,
  SCOPES_OF_ROLE,
  type Scope,
} from '../../schemas/accounts/access.js';
import { DomainError } from '../../schemas/errors.js';
import type { KeyRecord, SessionRecord } from '../../views/accounts/index.js';
import type { Views } from '../../views/views.js';
import type { RequestHead } from '../http/request-head.js';
import { minimumRoleOf, type Route } from '../route.js';
import { type SessionToken, sessionTokenIn } from './session-cookie.js';

/** The authenticated caller and its permissions. */
export interface Principal {
  readonly businessId: string;
  readonly scopes: readonly Scope[];
  readonly by:
    | { readonly type: 'key'; readonly keyId: string }
    | { readonly type: 'session'; readonly session: SessionRecord; readonly token: string };
}

/**
 * Returns the principal of a request. The key takes precedence over a session.
 * @throws DomainError api_key_missing, api_key_invalid, session_invalid, csrf_invalid
 */
export const authenticate = (
  deps: AuthenticationDeps,
  { method, headers }: Pick<RequestHead, 'method' | 'headers'>,
  now: number,
): Principal => {
  const { authorization = '' } = headers;
  if (authorization !== '') return byKey(deps.views, authorization);
  const cookie = sessionTokenIn(headers.cookie ?? '');
  if (cookie === null) throw new DomainError('api_key_missing');
  const { token } = cookie;
  const session = validSession(deps, cookie, now);
  if (session === null) throw new DomainError('session_invalid');
  if (method !== 'GET' && !secretsMatch(headers['x-csrf-token'] ?? '', csrfTokenOf(token)))
    throw new DomainError('csrf_invalid');
  const scopes = SCOPES_OF_ROLE[session.role];
  return { businessId: session.businessId, scopes, by: { type: 'session', session, token } };
};

/**
 * Whether the key or session of a request is well formed but missing from the views, so that it may have been created just now.
 * The secret of a key is not checked.
 */
export const isUnseen = (
  { views }: Pick<AuthenticationDeps, 'views'>,
  { headers }: Pick<RequestHead, 'headers'>,
): boolean => {
  const { authorization = '' } = headers;
  if (authorization === '') {
    const cookie = sessionTokenIn(headers.cookie ?? '');
    return cookie !== null && views.session(sessionIdOf(cookie.token)) === null;
  }
  const parsed = keyIn(authorization);
  return parsed?.type === 'key' && views.key(parsed.keyId) === null;
};

/** The views that hold keys and sessions, and whether clients reach the service over https. */
interface AuthenticationDeps {
  readonly views: Pick<Views, 'key' | 'session'>;
  readonly secureCookies: () => boolean;
}

/**
 * Returns the session of a token unless it has expired. Over https, a cookie that another host of the domain could have set is
 * accepted only for sessions that began before its name had the prefix. Otherwise another site could sign people in to its own
 * session.
 */
const validSession = (
  { views, secureCookies }: AuthenticationDeps,
  { token, isHostOnly }: SessionToken,
  now: number,
): SessionRecord | null => {
  const session = views.session(sessionIdOf(token));
  if (session === null || session.expiresAt <= now) return null;
  return isHostOnly || !secureCookies() || session.plainCookie ? session : null;
};

/** Returns the session whose cookie the request carries, whatever the request is for; null: no valid session. */
export const sessionOfCookie = (
  deps: AuthenticationDeps,
  { headers }: Pick<RequestHead, 'headers'>,
  now: number,
): SessionRecord | null => {
  const cookie = sessionTokenIn(headers.cookie ?? '');
  return cookie === null ? null : validSession(deps, cookie, now);
};

/**
 * The same with its token. A cookie that the views do not know may belong to a session that has just begun: `catchUp` makes them read
 * on.
 */
export const sessionWithToken = async (
  deps: AuthenticationDeps,
  { headers }: Pick<RequestHead, 'headers'>,
  now: number,
  catchUp: () => Promise<void>,
): Promise<{ readonly record: SessionRecord; readonly token: string } | null> => {
  const cookie = sessionTokenIn(headers.cookie ?? '');
  if (cookie === null) return null;
  if (deps.views.session(sessionIdOf(cookie.token)) === null) await catchUp();
  const record = validSession(deps, cookie, now);
  return record === null ? null : { record, token: cookie.token };
};

const byKey = (views: Pick<Views, 'key'>, authorization: string): Principal => {
  const keyCheck = checkKey(views, authorization);
  if (keyCheck.type === 'refused') throw new DomainError('api_key_invalid');
  const { keyId, businessId, scopes } = keyCheck.key;
  return { businessId, scopes, by: { type: 'key', keyId } };
};

/** Why a key is refused; clients see one code for all reasons. `secret`: the key exists but the secret does not match. */
export type KeyRefusalReason = 'malformed' | 'checksum' | 'unknown' | 'secret' | 'revoked';

type KeyCheck =
  | { readonly type: 'valid'; readonly key: KeyRecord }
  /** `revoked`: the revoked key whose secret matched; null otherwise. */
  | { readonly type: 'refused'; readonly reason: KeyRefusalReason; readonly revoked: KeyRecord | null };

const keyIn = (authorization: string): ReturnType<typeof parseKey> | null =>
  /^Bearer /i.test(authorization) ? parseKey(authorization.replace(/^Bearer +/i, '')) : null;

/** Validates the key in an `Authorization` header. */
export const checkKey = (views: Pick<Views, 'key'>, authorization: string): KeyCheck => {
  const refused = (reason: KeyRefusalReason, revoked: KeyRecord | null = null): KeyCheck => ({
    type: 'refused',
    reason,
    revoked,
  });
  const parsed = keyIn(authorization);
  if (parsed === null) return refused('malformed');
  if (parsed.type === 'refused') return refused(parsed.reason);
  const key = views.key(parsed.keyId);
  const hash = createHash('sha256').update(parsed.secret).digest();
  // Unknown keys take as long as known ones.
  const stored = Buffer.from(key?.secretHash ?? '0'.repeat(64), 'hex');
  const isMatch = timingSafeEqual(hash, stored);
  if (key === null) return refused('unknown');
  if (!isMatch) return refused('secret');
  return key.revoked ? refused('revoked', key) : { type: 'valid', key };
};

/**
 * The current scopes of a caller admitted earlier; null: its key was revoked, its session has ended, or it belongs to another
 * business.
 */
export const currentScopesOf = (
  views: Pick<Views, 'key' | 'session'>,
  businessId: string,
  by: LegHolder,
  now: number,
): readonly Scope[] | null => {
  if (by.type === 'key') {
    const key = views.key(by.keyId);
    return key === null || key.revoked || key.businessId !== businessId ? null : key.scopes;
  }
  const session = views.session(by.sessionId);
  return session === null || session.expiresAt <= now || session.businessId !== businessId
    ? null
    : SCOPES_OF_ROLE[session.role];
};

/** Compares two secrets in a time that does not reveal where they differ. */
export const secretsMatch = (presented: string, expected: string): boolean => {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(presented), hash(expected));
};

/** Checks the permissions that every request of the route needs. @throws DomainError as {@link checkScopes} */
export const checkAccess = (
  principal: Principal,
  route: Pick<Route, 'role' | 'sessionOnly' | 'scopes'>,
): void => {
  const { by } = principal;
  if (by.type === 'session') checkRole(by.session.role, minimumRoleOf(route));
  else checkScopes(principal, route.scopes);
};

/** @throws DomainError scope_missing, role_insufficient, with the missing scopes or role in the message */
export const checkScopes = (principal: Principal, needed: readonly Scope[]): void => {
  if (principal.by.type === 'session') {
    checkRole(principal.by.session.role, minimumRoleFor(needed));
    return;
  }
  const missing = needed.filter((scope) => !principal.scopes.includes(scope));
  if (missing.length === 0) return;
  throw new DomainError('scope_missing', `This operation needs a key with ${missing.join(' and ')}.`);
};

const checkRole = (role: Role, required: Role): void => {
  if (!isAtLeast(role, required))
    throw new DomainError(
      'role_insufficient',
      `This operation needs the role ${required}; yours is ${role}.`,
    );
};
