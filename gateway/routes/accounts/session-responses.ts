/** Responses that start or end a session, with their cookies. */
import { KNOWN_BROWSER_MS } from '../../../operations/accounts/known-browsers.js';
import type { SignedIn } from '../../../operations/accounts/sessions.js';
import type { Operations } from '../../../operations/operations.js';
import type { Written } from '../../../operations/written.js';
import type { SessionRecord } from '../../../views/accounts/index.js';
import { browserCookie, noSessionCookies, sessionCookie } from '../../access/session-cookie.js';
import type { WrittenAnswer } from '../../route.js';

/**
 * The cookies of the new session. `former`: the session whose cookie the request carried, null if there was none or it has ended.
 * It ends too, so that a planted or stolen cookie is worthless after the sign-in. It ends only after the sign-in succeeds, so
 * that a wrong password signs no one out. `secure`: whether clients use https.
 * @throws DomainError journal_unavailable, before the new token is sent
 */
export const signInResponse = async (
  operations: Pick<Operations, 'sessions'>,
  { result, ...commit }: Written<SignedIn>,
  former: SessionRecord | null,
  secure: boolean,
): Promise<WrittenAnswer> => {
  if (former !== null) await operations.sessions.endFormer(former);
  const { token, browser, session } = result;
  const cookies = [sessionCookie(token, secure), browserCookie(browser, secure, KNOWN_BROWSER_MS)];
  return { ...commit, result: session, cookies };
};

/** The response to a request that ended its own session: the browser removes the cookies. */
export const signOutResponse = (written: Written<unknown>, secure: boolean): WrittenAnswer => ({
  ...written,
  cookies: noSessionCookies(secure),
});
