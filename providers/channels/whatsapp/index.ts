/** WhatsApp through Meta's Cloud API (docs/reference/protocols/whatsapp.md). */
import type { Logger } from 'pino';
import { FormData } from 'undici';
import { assertNever } from '../../../schemas/assert.js';
import { isRich } from '../../../schemas/channels/rich-content.js';
import type { TemplateComponent } from '../../../schemas/channels/template.js';
import type { ConnectionGuard } from '../../egress/connection-guard.js';
import { type ApiResult, createHttpApi, type HttpApi } from '../../http-api.js';
import { list, number, record, text } from '../json.js';
import { createMediaDownload, type MediaDownload, refusedMedia } from '../media-download.js';
import type {
  AccountAccess,
  AccountCheck,
  MessagingChannel,
  OutboundContent,
  OutboundMessage,
  Sent,
} from '../messaging-channel.js';
import { type ChannelRequest, checkOf, MEDIA_HOSTS, noteFailure, sameText, verifyMeta } from '../meta.js';
import { type Meaning, meaningOf } from './errors.js';
import { listTemplates } from './listed-templates.js';
import { richBody } from './rich-content.js';
import { parseWhatsAppWebhook } from './webhook.js';

const VERSION = 'v23.0';
/** The requested fields of a phone number (docs/reference/protocols/whatsapp.md "An account"). */
const ACCOUNT_FIELDS = 'display_phone_number,verified_name,quality_rating';
/** The error code of a request that refers to something that does not exist. */
const INVALID = 100;
/** More than enough for the default rate of one phone number (80 a second), at about 200 ms per response. */
const CONNECTIONS = 64;
/** Retry delay for a request that was never sent: the next attempt may get a connection, ms. */
const NOT_SENT_MS = 2_000;

export interface WhatsAppOptions {
  /** Without a trailing slash. */
  readonly apiBaseUrl: string;
  /** Signs the webhooks. */
  readonly appSecret: string;
  /** Passed to Meta with the webhook URL. */
  readonly verifyToken: string;
  /** How long to wait for a response, ms. Default 10,000. */
  readonly timeoutMs?: number;
  /** The hosts that media from customers is fetched from (media-download.ts). Default: Meta's. */
  readonly mediaHosts?: readonly string[];
  /** Restricts connections to those hosts; absent: they are not guarded. */
  readonly mediaGuard?: ConnectionGuard;
}

export const createWhatsApp = (options: WhatsAppOptions, logger: Logger): MessagingChannel => {
  const api = createHttpApi(
    {
      baseUrl: `${options.apiBaseUrl}/${VERSION}`,
      event: 'channel.no_answer',
      connections: CONNECTIONS,
      ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
    },
    logger,
  );
  const download = createMediaDownload(
    { apiBaseUrl: options.apiBaseUrl, hosts: options.mediaHosts ?? MEDIA_HOSTS, guard: options.mediaGuard },
    logger,
  );
  const post = (
    { accountId, token }: { readonly accountId: string; readonly token: string },
    path: string,
    body: FormData | object,
    signal: AbortSignal,
  ): Promise<ApiResult> =>
    api.request('POST', `/${encodeURIComponent(accountId)}/${path}`, {
      headers: { authorization: `Bearer ${token}` },
      body,
      signal,
    });

  return {
    channel: 'whatsapp',
    send: async (account, message, signal) => {
      const content = contentOf(message.content);
      if (content === null)
        return {
          is: 'refused',
          failure: { code: 'message_rejected', message: 'WhatsApp has no messages of this type.' },
        };
      const answer = await post(account, 'messages', { ...headOf(message), ...content }, signal);
      const sent = sentOf(answer, message.content.type === 'template');
      const { correlation } = message;
      if (sent.is !== 'accepted') noteFailure(logger, { ...request('send', account), correlation }, answer);
      return sent;
    },
    showTyping: async (account, { providerMessageId }, signal) => {
      const body = {
        messaging_product: 'whatsapp',
        status: 'read',
        message_id: providerMessageId,
        typing_indicator: { type: 'text' },
      };
      const answer = await post(account, 'messages', body, signal);
      const isShown = answer.type === 'answered' && answer.status === 200;
      if (!isShown) noteFailure(logger, request('show_typing', account), answer);
      return isShown;
    },
    listTemplates: (account, signal) => {
      const headers = { authorization: `Bearer ${account.token}` };
      return listTemplates(
        (path) => api.request('GET', path, { headers, signal }),
        account,
        (answer) => {
          noteFailure(logger, request('list_templates', account), answer);
          const meaning = answer.type === 'answered' ? errorOf(answer.body) : null;
          return meaning?.is === 'refused' ? meaning : { is: 'unreachable' };
        },
      );
    },
    checkAccount: (account, signal) => checkAccount({ api, logger }, account, signal),
    markRead: async (account, { providerMessageId: message_id }, signal) => {
      const body = { messaging_product: 'whatsapp', status: 'read', message_id };
      const answer = await post(account, 'messages', body, signal);
      const isMarked = answer.type === 'answered' && answer.status === 200;
      if (!isMarked) noteFailure(logger, request('mark_read', account), answer);
      return isMarked;
    },
    uploadFile: async (account, { bytes, mimeType, fileName }, signal) => {
      const form = new FormData();
      form.set('messaging_product', 'whatsapp');
      form.set('type', mimeType);
      form.set('file', new Blob([bytes], { type: mimeType }), fileName);
      const answer = await post(account, 'media', form, signal);
      if (answer.type !== 'answered') return { type: 'failed' };
      const id = text(record(answer.body).id);
      if (answer.status === 200 && id !== null) return { type: 'uploaded', providerMediaId: id };
      noteFailure(logger, request('upload_image', account), answer);
      const meaning = errorOf(answer.body);
      return meaning?.is === 'refused' ? { type: 'refused', failure: meaning.failure } : { type: 'failed' };
    },
    fetchMedia: createFetchMedia(api, download, logger),
    verifyWebhook: (body, signature) => verifyMeta(options.appSecret, body, signature),
    verifyToken: (token) => sameText(token, options.verifyToken),
    parseWebhook: parseWhatsAppWebhook,
  };
};

const createFetchMedia =
  (api: HttpApi, download: MediaDownload, logger: Logger): MessagingChannel['fetchMedia'] =>
  async (account, { providerMediaId, mimeType }, maxBytes, signal) => {
    const { accountId, token } = account;
    if (providerMediaId === null) return refusedMedia('media_unavailable');
    const path = `/${encodeURIComponent(providerMediaId)}?phone_number_id=${encodeURIComponent(accountId)}`;
    const headers = { authorization: `Bearer ${token}` };
    const answer = await api.request('GET', path, { headers, signal });
    if (answer.type !== 'answered') return { type: 'failed', code: 'channel_unreachable' };
    const body = record(answer.body);
    const url = text(body.url);
    if (answer.status !== 200 || url === null) {
      noteFailure(logger, request('fetch_media', account), answer);
      // The ID is unknown or has expired.
      return number(record(body.error).code) === INVALID
        ? refusedMedia('media_unavailable')
        : { type: 'failed', code: 'channel_failed' };
    }
    if (Number(body.file_size) > maxBytes) return refusedMedia('media_too_large');
    const fetched = await download.fetch(url, { token, maxBytes, signal });
    const ofFile = text(body.mime_type) ?? mimeType;
    if (fetched.type === 'fetched') return ofFile === null ? fetched : { ...fetched, mimeType: ofFile };
    // The URL may have expired; only the ID shows whether the media exists.
    return fetched.type === 'refused' && fetched.failure.code === 'media_unavailable'
      ? { type: 'failed', code: 'channel_failed' }
      : fetched;
  };

const checkAccount = async (
  { api, logger }: { readonly api: HttpApi; readonly logger: Logger },
  account: AccountAccess,
  signal: AbortSignal,
): Promise<AccountCheck> => {
  const { accountId, token } = account;
  const path = `/${encodeURIComponent(accountId)}?fields=${ACCOUNT_FIELDS}`;
  const headers = { authorization: `Bearer ${token}` };
  const answer = await api.request('GET', path, { headers, signal });
  if (answer.type !== 'answered') return { is: 'unknown' };
  const body = record(answer.body);
  const phoneNumber = text(body.display_phone_number);
  if (answer.status === 200 && phoneNumber !== null) {
    const { verified_name: name, quality_rating: quality } = body;
    return { is: 'usable', name: text(name), username: null, phoneNumber, quality: text(quality) };
  }
  noteFailure(logger, request('check_account', account), answer);
  return checkOf(errorOf(answer.body));
};

const request = (
  operation: ChannelRequest['asked'],
  { accountId }: Pick<AccountAccess, 'accountId'>,
): ChannelRequest => ({ channel: 'whatsapp', asked: operation, accountId });

const headOf = ({ to, correlation }: OutboundMessage): object => ({
  messaging_product: 'whatsapp',
  recipient_type: 'individual',
  // An address that is not a number is a business-scoped user ID.
  ...(/^\d+$/.test(to) ? { to } : { recipient: to }),
  biz_opaque_callback_data: correlation,
});

/** Null for content that the channel does not support. */
const contentOf = (content: OutboundContent): object | null => {
  if (isRich(content)) return richBody(content);
  switch (content.type) {
    case 'text':
      return { type: 'text', text: { preview_url: false, body: content.text } };
    case 'image': {
      const caption = content.caption === null ? {} : { caption: content.caption };
      return { type: 'image', image: { id: content.providerMediaId, ...caption } };
    }
    case 'template': {
      const { name, languageCode, components = [] } = content;
      const language = { code: languageCode };
      return {
        type: 'template',
        template: {
          name,
          language,
          ...(components.length === 0 ? {} : { components: components.map(componentOf) }),
        },
      };
    }
    case 'comment_reply':
      return null;
    default:
      return assertNever(content);
  }
};

/** The API takes a button's index as a string. */
const componentOf = ({ type, sub_type, index, parameters }: TemplateComponent): object => ({
  type,
  ...(sub_type === undefined ? {} : { sub_type }),
  ...(index === undefined ? {} : { index: String(index) }),
  parameters,
});

const errorOf = (body: unknown, isTemplate = false): Meaning | null => {
  const code = number(record(record(body).error).code);
  return code === null ? null : meaningOf(code, isTemplate);
};

/** The API has no idempotency key: without a response of the API itself it is unknown whether the message was accepted. */
const sentOf = (answer: ApiResult, isTemplate: boolean): Sent => {
  if (answer.type === 'not_sent')
    return { is: 'postponed', afterMs: NOT_SENT_MS, code: 'channel_unreachable' };
  if (answer.type === 'no_answer') return { is: 'unknown' };
  const { status, body } = answer;
  const id = text(list(record(body).messages)[0]?.id);
  if (status === 200 && id !== null) {
    const [person] = list(record(body).contacts);
    const knownAs = text(person?.wa_id);
    const isOther = knownAs !== null && knownAs !== text(person?.input)?.replace(/^\+/, '');
    return { is: 'accepted', providerMessageId: id, ...(isOther ? { knownAs } : {}) };
  }
  return errorOf(body, isTemplate) ?? { is: 'unknown' };
};
