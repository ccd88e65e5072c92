/** Instagram with Instagram Login (protocols/instagram-messaging-api.md). */
import type { Logger } from 'pino';
import { type ApiResult, createHttpApi } from '../../http-api.js';
import { record, text } from '../json.js';
import type { MessagingChannel, Sent } from '../messaging-channel.js';
import { sameText, verifyMeta } from '../meta-signature.js';
import { meaningOf } from './errors.js';
import { parseInstagramWebhook } from './webhook.js';

export const INSTAGRAM_API = 'https://graph.instagram.com';
const VERSION = 'v24.0';
/** When a request never left, the next try may find a connection, ms. */
const NOT_SENT_MS = 2_000;

export interface InstagramOptions {
  /** Without a trailing slash. */
  readonly apiBaseUrl: string;
  /** Of the Instagram app, which is not that of the Meta app. */
  readonly appSecret: string;
  readonly verifyToken: string;
}

export const createInstagram = (options: InstagramOptions, logger: Logger): MessagingChannel => {
  const api = createHttpApi(
    { baseUrl: `${options.apiBaseUrl}/${VERSION}`, event: 'channel.no_answer' },
    logger,
  );
  return {
    channel: 'instagram',
    send: async ({ accountId, token }, { to, content }, signal) => {
      if (content.type !== 'text')
        return { is: 'refused', failure: { code: 'message_rejected', message: 'Only text is sent here.' } };
      const answer = await api.request('POST', `/${encodeURIComponent(accountId)}/messages`, {
        headers: { authorization: `Bearer ${token}` },
        body: { recipient: { id: to }, message: { text: content.text } },
        signal,
      });
      return sentOf(answer);
    },
    // The API takes addresses of images, not images; the contract knows text alone.
    uploadImage: async () => ({ is: 'failed' }),
    verifyWebhook: (body, signature) => verifyMeta(options.appSecret, body, signature),
    verifyToken: (token) => sameText(token, options.verifyToken),
    parseWebhook: parseInstagramWebhook,
  };
};

/** No idempotency key and no field for an id of ours: the echo of what was sent is the only proof. */
const sentOf = (answer: ApiResult): Sent => {
  if (answer.outcome === 'not_sent')
    return { is: 'postponed', afterMs: NOT_SENT_MS, code: 'channel_unreachable' };
  if (answer.outcome === 'no_answer') return { is: 'unknown' };
  const { status, body } = answer;
  const id = text(record(body).message_id);
  if (status === 200 && id !== null) return { is: 'accepted', providerMessageId: id };
  return meaningOf(record(record(body).error)) ?? { is: 'unknown' };
};
