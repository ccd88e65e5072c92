/** Instagram with Instagram Login (docs/reference/protocols/instagram.md). */
import type { Logger } from 'pino';
import { isRich } from '../../../schemas/channels/rich-content.js';
import type { ConnectionGuard } from '../../egress/connection-guard.js';
import { type ApiResult, createHttpApi, type HttpApi } from '../../http-api.js';
import { list, record, text } from '../json.js';
import { createMediaDownload, refusedMedia } from '../media-download.js';
import type { AccountAccess, MessagingChannel, Sent } from '../messaging-channel.js';
import { type ChannelRequest, checkOf, MEDIA_HOSTS, noteFailure, sameText, verifyMeta } from '../meta.js';
import { meaningOf } from './errors.js';
import { richMessage } from './rich-content.js';
import { parseInstagramWebhook } from './webhook.js';

const VERSION = 'v24.0';
/** The requested fields of a professional account (docs/reference/protocols/instagram.md "An account"). */
const ACCOUNT_FIELDS = 'username,name';
/** Retry delay for a request that was never sent: the next attempt may get a connection, ms. */
const NOT_SENT_MS = 2_000;

export interface InstagramOptions {
  /** Without a trailing slash. */
  readonly apiBaseUrl: string;
  /** The Instagram app's secret, which differs from the Meta app's. */
  readonly appSecret: string;
  readonly verifyToken: string;
  /** The hosts that media from customers is fetched from (media-download.ts). Default: Meta's. */
  readonly mediaHosts?: readonly string[];
  /** Restricts connections to those hosts; absent: they are not guarded. */
  readonly mediaGuard?: ConnectionGuard;
}

export const createInstagram = (options: InstagramOptions, logger: Logger): MessagingChannel => {
  const api = createHttpApi(
    { baseUrl: `${options.apiBaseUrl}/${VERSION}`, event: 'channel.no_answer' },
    logger,
  );
  const download = createMediaDownload(
    { apiBaseUrl: options.apiBaseUrl, hosts: options.mediaHosts ?? MEDIA_HOSTS, guard: options.mediaGuard },
    logger,
  );
  return {
    channel: 'instagram',
    send: async (account, { to, content, correlation, again }, signal) => {
      const { accountId, token } = account;
      const note: NoteFailure = (operation, answer) =>
        noteFailure(logger, { channel: 'instagram', asked: operation, accountId, correlation }, answer);
      if (content.type === 'comment_reply')
        return replyToComment(
          { api, note },
          account,
          { commentId: content.comment.id, words: content.text, again },
          signal,
        );
      const message = isRich(content)
        ? richMessage(content)
        : content.type === 'text'
          ? { text: content.text }
          : null;
      if (message === null)
        return {
          is: 'refused',
          failure: { code: 'message_rejected', message: 'Instagram has no messages of this type.' },
        };
      const answer = await api.request('POST', `/${encodeURIComponent(accountId)}/messages`, {
        headers: { authorization: `Bearer ${token}` },
        body: { recipient: { id: to }, message },
        signal,
      });
      const sent = sentOf(answer);
      if (sent.is !== 'accepted') note('send', answer);
      return sent;
    },
    showTyping: async ({ accountId, token }, { address }, signal) => {
      // One request for each action: the API takes no two at a time.
      for (const action of ['mark_seen', 'typing_on']) {
        const answer = await api.request('POST', `/${encodeURIComponent(accountId)}/messages`, {
          headers: { authorization: `Bearer ${token}` },
          body: { recipient: { id: address }, sender_action: action },
          signal,
        });
        if (answer.type === 'answered' && answer.status === 200) continue;
        noteFailure(logger, { channel: 'instagram', asked: 'show_typing', accountId }, answer);
        return false;
      }
      return true;
    },
    checkAccount: async ({ accountId, token }, signal) => {
      const answer = await api.request('GET', `/${encodeURIComponent(accountId)}?fields=${ACCOUNT_FIELDS}`, {
        headers: { authorization: `Bearer ${token}` },
        signal,
      });
      if (answer.type !== 'answered') return { is: 'unknown' };
      const body = record(answer.body);
      const username = text(body.username);
      if (answer.status === 200 && username !== null)
        return { is: 'usable', name: text(body.name), username, phoneNumber: null, quality: null };
      noteFailure(logger, { channel: 'instagram', asked: 'check_account', accountId }, answer);
      return checkOf(meaningOf(record(record(answer.body).error)));
    },
    markRead: async ({ accountId, token }, { address }, signal) => {
      const answer = await api.request('POST', `/${encodeURIComponent(accountId)}/messages`, {
        headers: { authorization: `Bearer ${token}` },
        body: { recipient: { id: address }, sender_action: 'mark_seen' },
        signal,
      });
      if (answer.type === 'answered' && answer.status === 200) return true;
      noteFailure(logger, { channel: 'instagram', asked: 'mark_read', accountId }, answer);
      return false;
    },
    listTemplates: async () => ({
      is: 'refused',
      failure: { code: 'message_rejected', message: 'Instagram has no templates.' },
    }),
    // The API accepts addresses of files, not files.
    uploadFile: async () => ({ type: 'failed' }),
    // The URL comes with the event and carries its own signature.
    fetchMedia: async (_account, { url, mimeType }, maxBytes, signal) => {
      if (url === undefined) return refusedMedia('media_unavailable');
      const fetched = await download.fetch(url, { token: null, maxBytes, signal });
      return fetched.type === 'fetched' ? { ...fetched, mimeType: fetched.mimeType ?? mimeType } : fetched;
    },
    verifyWebhook: (body, signature) => verifyMeta(options.appSecret, body, signature),
    verifyToken: (token) => sameText(token, options.verifyToken),
    parseWebhook: parseInstagramWebhook,
  };
};

type NoteFailure = (operation: ChannelRequest['asked'], answer: ApiResult) => void;

/** Replies publicly under the post. Replies can be listed, so a retry first looks for its earlier reply. */
const replyToComment = async (
  { api, note }: { readonly api: HttpApi; readonly note: NoteFailure },
  { accountId, token }: AccountAccess,
  reply: { readonly commentId: string; readonly words: string; readonly again: boolean },
  signal: AbortSignal,
): Promise<Sent> => {
  const path = `/${encodeURIComponent(reply.commentId)}/replies`;
  const headers = { authorization: `Bearer ${token}` };
  if (reply.again) {
    const listed = await api.request('GET', `${path}?fields=id,text,from`, { headers, signal });
    if (listed.type !== 'answered' || listed.status !== 200) {
      note('list_replies', listed);
      return { is: 'postponed', afterMs: NOT_SENT_MS, code: 'channel_unreachable' };
    }
    const ours = list(record(listed.body).data).find(
      (listedReply) =>
        listedReply.text === reply.words &&
        [accountId, undefined].includes(text(record(listedReply.from).id) ?? undefined),
    );
    const id = text(ours?.id);
    if (id !== null) return { is: 'accepted', providerMessageId: id };
  }
  const body = { message: reply.words };
  const answer = await api.request('POST', path, { headers, body, signal });
  const sent = sentOf(answer, 'id');
  if (sent.is !== 'accepted') note('send', answer);
  return sent;
};

/** The API has no idempotency key and no field for an ID of ours: the echo of the message is the only proof that it was sent. */
const sentOf = (answer: ApiResult, idField: 'message_id' | 'id' = 'message_id'): Sent => {
  if (answer.type === 'not_sent')
    return { is: 'postponed', afterMs: NOT_SENT_MS, code: 'channel_unreachable' };
  if (answer.type === 'no_answer') return { is: 'unknown' };
  const { status, body } = answer;
  const id = text(record(body)[idField]);
  if (status === 200 && id !== null) return { is: 'accepted', providerMessageId: id };
  return meaningOf(record(record(body).error)) ?? { is: 'unknown' };
};
