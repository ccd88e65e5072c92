/** The meaning of Instagram API errors for a message (docs/reference/protocols/instagram.md "Errors"). */
import { type Json, number } from '../json.js';
import type { Failure } from '../messaging-channel.js';

export type Meaning =
  | { readonly is: 'refused'; readonly failure: Failure }
  | { readonly is: 'postponed'; readonly afterMs: number; readonly code: string };

const RATE_LIMITS = [4, 17, 32, 613];
const RATE_MS = 30_000;
const PASSING = [1, 2];
const PASSING_MS = 5_000;

const refused = (code: string, message: string): Meaning => ({ is: 'refused', failure: { code, message } });

const REJECTED = refused('message_rejected', 'The channel did not accept the message.');

/** A known subcode takes precedence: it is more specific. */
const BY_SUBCODE: ReadonlyMap<number, Meaning> = new Map([
  [
    2_534_022,
    refused('conversation_window_closed', 'More than 24 hours have passed since the customer last wrote.'),
  ],
  [2_534_014, refused('recipient_unreachable', 'The recipient cannot be reached on this channel.')],
]);

const BY_CODE: ReadonlyMap<number, Meaning> = new Map([
  [
    190,
    refused(
      'channel_credentials_invalid',
      'The access token of the account is no longer valid; connect the account again.',
    ),
  ],
  [551, refused('recipient_unreachable', 'The recipient cannot be reached on this channel.')],
  [368, refused('channel_restricted', 'The channel has restricted what this account may send.')],
  [10, refused('channel_permission_missing', 'The access token of the account does not allow this.')],
]);

/** The meaning of an error response to a request; null if it is not an error. */
export const meaningOf = (error: Json): Meaning | null => {
  const code = number(error.code);
  if (code === null) return null;
  const bySubcode = BY_SUBCODE.get(number(error.error_subcode) ?? 0);
  if (bySubcode !== undefined) return bySubcode;
  if (RATE_LIMITS.includes(code)) return { is: 'postponed', afterMs: RATE_MS, code: 'channel_throttled' };
  if (PASSING.includes(code) || error.is_transient === true)
    return { is: 'postponed', afterMs: PASSING_MS, code: 'channel_throttled' };
  return BY_CODE.get(code >= 200 && code <= 299 ? 10 : code) ?? REJECTED;
};
