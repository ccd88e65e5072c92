/** What an error of Meta's says of an account that was asked for with its token. */
import type { AccountCheck, Failure } from './messaging-channel.js';

/** What either channel makes of an error. */
type Meaning =
  | { readonly is: 'refused'; readonly failure: Failure }
  | { readonly is: 'postponed'; readonly afterMs: number; readonly code: string };

/** Errors that are about the token; of any other one the account itself is not there for it. */
const OF_TOKENS: ReadonlySet<string> = new Set([
  'channel_credentials_invalid',
  'channel_permission_missing',
  'channel_restricted',
]);

/** `null`: the answer was no error that is known. */
export const checkOf = (meaning: Meaning | null): AccountCheck => {
  if (meaning === null || meaning.is === 'postponed') return { is: 'unknown' };
  if (OF_TOKENS.has(meaning.failure.code)) return meaning;
  return {
    is: 'refused',
    failure: {
      code: 'channel_account_not_found',
      message: 'The channel knows no such account, or the token does not reach it.',
    },
  };
};
