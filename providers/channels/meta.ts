/** What both channels share of Meta: the addresses of its APIs, the meaning of a failed request, the signature of its webhooks. */

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Logger } from 'pino';
import type { AccountChannel } from '../../schemas/channels/channel.js';
import type { ApiResult } from '../http-api.js';
import { number, record } from './json.js';
import type { AccountCheck, Failure } from './messaging-channel.js';

/** Default addresses of the channels' APIs. */
export const GRAPH_API = 'https://graph.facebook.com';
export const INSTAGRAM_API = 'https://graph.instagram.com';

/** Default hosts where Meta stores media from customers; a leading dot includes all subdomains. */
export const MEDIA_HOSTS: readonly string[] = ['lookaside.fbsbx.com', '.fbcdn.net', '.cdninstagram.com'];

export interface ChannelRequest {
  readonly channel: AccountChannel;
  readonly asked:
    | 'send'
    | 'show_typing'
    | 'mark_read'
    | 'check_account'
    | 'upload_image'
    | 'list_templates'
    | 'fetch_media'
    | 'list_replies';
  readonly accountId: string;
  /** The message's correlation (operations/conversations/conversation-ids.ts), if the request is about a message. */
  readonly correlation?: string;
}

/**
 * Logs a failed request, without the channel's error text, which may repeat message content; its error codes are in its
 * documentation. Requests without a response are already logged by http-api.ts.
 */
export const noteFailure = (logger: Logger, request: ChannelRequest, answer: ApiResult): void => {
  if (answer.type !== 'answered') return;
  const { code, error_subcode } = record(record(answer.body).error);
  logger.warn({
    event: 'channel.request_failed',
    ...request,
    status: answer.status,
    code: number(code),
    subcode: number(error_subcode),
  });
};

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

/** The outcome of a request for an account with its token, from Meta's error. `null`: the response was not a known error. */
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

const PREFIX = 'sha256=';

/**
 * X-Hub-Signature-256 of a webhook (docs/reference/protocols/whatsapp.md "Signature of a delivery"), computed over the bytes
 * as received.
 */
export const signMeta = (appSecret: string, body: Uint8Array | string): string =>
  PREFIX + createHmac('sha256', appSecret).update(body).digest('hex');

/** Constant time. */
export const verifyMeta = (appSecret: string, body: Uint8Array, signature: string): boolean =>
  sameText(signature, signMeta(appSecret, body));

/** Constant time except for the length. */
export const sameText = (actual: string, expected: string): boolean => {
  const [a, b] = [Buffer.from(actual), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
};
