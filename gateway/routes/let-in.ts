/** The answer to whoever is let in: a new token, and the end of the session that their browser came with. */
import { KNOWN_BROWSER_MS } from '../../operations/accounts/known-browsers.js';
import type { Operations, SignedIn, Written } from '../../operations/operations.js';
import type { SessionRecord } from '../../views/accounts/index.js';
import { browserCookie, sessionCookie } from '../session-cookie.js';

/**
 * `before`: the session whose cookie came with the request; null where there is none or it has ended. It ends, so that nobody who planted or kept that cookie goes on
 * with it; only after the sign-in, so that a wrong password signs nobody out. `secure`: whether clients come by https.
 * @throws DomainError journal_unavailable: nobody is told the new token then
 */
export const letIn = async (
  operations: Pick<Operations, 'signOut'>,
  { result, ...written }: Written<SignedIn>,
  before: SessionRecord | null,
  secure: boolean,
) => {
  if (before !== null) await operations.signOut(before);
  const { token, browser, session } = result;
  const cookies = [sessionCookie(token, secure), browserCookie(browser, secure, KNOWN_BROWSER_MS)];
  return { data: session, written, cookies };
};
