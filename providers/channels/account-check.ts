/** Interprets an error from Meta in response to a request for an account with its token. */
import type { AccountCheck, Failure } from './messaging-channel.js';

/** The meaning that either channel assigns to an error. */
type Meaning =
  | { readonly is: 'refused'; readonly failure: Failure }
  | { readonly is: 'postponed'; readonly afterMs: number; readonly code: string };

/** Errors about the token; any other error means that the token has no access to such an account. */
const TOKEN_FAILURES: ReadonlySet<string> = new Set([
  'channel_credentials_invalid',
  'channel_permission_missing',
  'channel_restricted',
]);

/** `null`: the response was not a known error. */
export const checkOf = (meaning: Meaning | null): AccountCheck => {
  if (meaning === null || meaning.is === 'postponed') return { is: 'unknown' };
  if (TOKEN_FAILURES.has(meaning.failure.code)) return meaning;
  return {
    is: 'refused',
    failure: {
      code: 'channel_account_not_found',
      message: 'The channel does not know this account, or the token has no access to it.',
    },
  };
};
