/** Responses that start or end a session, with their cookies. */
import { KNOWN_BROWSER_MS } from '../../../operations/accounts/known-browsers.js';
import type { SignedIn } from '../../../operations/accounts/sessions.js';
import type { Operations } from '../../../operations/operations.js';
import type { Written } from '../../../operations/written.js';
import type { SessionRecord } from '../../../views/accounts/index.js';
import { browserCookie, noSessionCookies, sessionCookie } from '../../access/session-cookie.js';
import type { RouteAnswer, WrittenAnswer } from '../../route.js';

/** How a cookie is set. */
interface CookieOptions {
  /** Whether clients use https. */
  readonly secure: boolean;
  /** Now, ms since the epoch. */
  readonly at: number;
}

/**
 * The answer to the start of the console: the session, if there is one, and whether there are users. A session in use is extended,
 * and the browser keeps its cookie as long.
 * @throws DomainError journal_unavailable
 */
export const startResponse = async (
  operations: Pick<Operations, 'sessions'>,
  found: { readonly record: SessionRecord; readonly token: string } | null,
  hasUsers: boolean,
  { secure, at }: CookieOptions,
): Promise<RouteAnswer> => {
  if (found === null) return { data: { session: null, hasUsers } };
  const { record, token } = found;
  const extended = await operations.sessions.extend(record, token, at);
  if (extended === null) return { data: { session: operations.sessions.describe(record, token), hasUsers } };
  const { result: session, ...commit } = extended;
  const cookies = [sessionCookie(token, secure, Date.parse(session.expiresAt) - at)];
  return { ...commit, result: { session, hasUsers }, cookies };
};

/**
 * The cookies of the new session. `former`: the session whose cookie the request carried, null if there was none or it has ended.
 * It ends too, so that a planted or stolen cookie is worthless after the sign-in. It ends only after the sign-in succeeds, so
 * that a wrong password signs no one out.
 * @throws DomainError journal_unavailable, before the new token is sent
 */
export const signInResponse = async (
  operations: Pick<Operations, 'sessions'>,
  { result, ...commit }: Written<SignedIn>,
  former: SessionRecord | null,
  { secure, at }: CookieOptions,
): Promise<WrittenAnswer> => {
  if (former !== null) await operations.sessions.endFormer(former);
  const { token, browser, session } = result;
  const cookies = [
    sessionCookie(token, secure, Date.parse(session.expiresAt) - at),
    browserCookie(browser, secure, KNOWN_BROWSER_MS),
  ];
  return { ...commit, result: session, cookies };
};

/** The response to a request that ended its own session: the browser removes the cookies. */
export const signOutResponse = (written: Written<unknown>, secure: boolean): WrittenAnswer => ({
  ...written,
  cookies: noSessionCookies(secure),
});
