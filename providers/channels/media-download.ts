/**
 * Downloads media from customers from the provider's addresses. The address comes from a webhook or a response of the
 * provider, so it may be forged or redirect elsewhere.
 *
 * It guarantees:
 * F1. Requests go only to allowed addresses, and each redirect is checked again: the provider's configured API, and hosts of
 *     the allow-list over https whose names must resolve to the internet. So no address leads into our own network.
 * F2. The access token goes to the named address, never to a redirect target on another host.
 * F3. A download never exceeds the allowed bytes nor the signal's time; memory does not grow with its size.
 */

import type { Logger } from 'pino';
import { Agent, type Dispatcher } from 'undici';
import type { ErrorCode } from '../../schemas/error-table.js';
import { failureWith } from '../../schemas/errors.js';
import { request } from '../abortable-request.js';
import type { ConnectionGuard } from '../egress/connection-guard.js';
import { providerFailure } from '../provider-failure.js';
import type { FetchedMedia } from './messaging-channel.js';

export interface MediaDownloadOptions {
  /** The provider's API: its origin is allowed with any protocol. */
  readonly apiBaseUrl: string;
  /** Host names; a leading dot includes all subdomains. */
  readonly hosts: readonly string[];
  /** How long to wait for the next bytes, ms. Default 15,000. */
  readonly timeoutMs?: number;
  /** Makes the connections; absent: an agent of its own. */
  readonly dispatcher?: Dispatcher;
  /** Restricts connections to hosts of the allow-list; absent: they are not guarded. */
  readonly guard?: Pick<ConnectionGuard, 'connector'> | undefined;
}

export interface MediaDownload {
  /** `token`: null if none is required. Never throws; reading the bytes may, with {@link MediaTooLarge} or another error. */
  fetch(
    url: string,
    options: { readonly token: string | null; readonly maxBytes: number; readonly signal: AbortSignal },
  ): Promise<FetchedMedia>;
}

/** The media exceeds the allowed size. */
export class MediaTooLarge extends Error {
  override readonly name = 'MediaTooLarge';
}

const TIMEOUT_MS = 15_000;
const CONNECTIONS = 16;
const MAX_REDIRECTS = 3;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** The media does not exist, or no longer does: retrying does not help. */
const GONE: ReadonlySet<number> = new Set([400, 403, 404, 410]);

export const refusedMedia = (code: ErrorCode): FetchedMedia => ({
  type: 'refused',
  failure: failureWith(code),
});

/** Whether a URL is at the provider's API. */
const isApiAddress = (text: string, apiBaseUrl: string): boolean =>
  URL.canParse(apiBaseUrl) && new URL(text).origin === new URL(apiBaseUrl).origin;

/** F1 */
export const isAllowedAddress = (
  text: string,
  { apiBaseUrl, hosts }: Pick<MediaDownloadOptions, 'apiBaseUrl' | 'hosts'>,
): boolean => {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return false;
  if (isApiAddress(text, apiBaseUrl)) return true;
  if (url.protocol !== 'https:' || url.port !== '') return false;
  return hosts.some((host) => (host.startsWith('.') ? url.hostname.endsWith(host) : url.hostname === host));
};

export const createMediaDownload = (options: MediaDownloadOptions, logger: Logger): MediaDownload => {
  const { timeoutMs = TIMEOUT_MS } = options;
  const agentWith = (connect: NonNullable<Agent.Options['connect']>): Agent =>
    new Agent({ connections: CONNECTIONS, connect, headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
  const apiDispatcher = options.dispatcher ?? agentWith({ timeout: timeoutMs });
  const mediaDispatcher =
    options.guard === undefined ? apiDispatcher : agentWith(options.guard.connector(timeoutMs));

  const ask = (
    url: string,
    token: string | null,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData<unknown>> =>
    request(url, {
      dispatcher: isApiAddress(url, options.apiBaseUrl) ? apiDispatcher : mediaDispatcher,
      method: 'GET',
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
      signal,
    });

  return {
    fetch: async (first, { token, maxBytes, signal }) => {
      let url = first;
      try {
        for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
          if (!isAllowedAddress(url, options)) {
            logger.warn({ event: 'media.address_not_allowed', host: hostOf(url) });
            return refusedMedia('media_address_not_allowed');
          }
          // F2
          const answer = await ask(url, hostOf(url) === hostOf(first) ? token : null, signal);
          const { statusCode, headers, body } = answer;
          // A body that is destroyed early or never read emits an error that has no other listener.
          body.on('error', () => undefined);
          if (!REDIRECTS.has(statusCode)) {
            if (statusCode !== 200)
              logger.warn({ event: 'media.not_served', host: hostOf(url), status: statusCode });
            return mediaOf(answer, maxBytes);
          }
          body.destroy();
          const location = String(headers.location ?? '');
          if (!URL.canParse(location, url)) {
            logger.warn({ event: 'media.redirected_nowhere', host: hostOf(url), status: statusCode });
            return { type: 'failed', code: 'channel_failed' };
          }
          url = new URL(location, url).href;
        }
        logger.warn({ event: 'media.redirected_too_often', host: hostOf(first) });
        return { type: 'failed', code: 'channel_failed' };
      } catch (error) {
        logger.warn({ event: 'media.no_answer', host: hostOf(url), err: providerFailure(error) });
        return { type: 'failed', code: 'channel_unreachable' };
      }
    },
  };
};

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

const mediaOf = (
  { statusCode, headers, body }: Dispatcher.ResponseData<unknown>,
  maxBytes: number,
): FetchedMedia => {
  const discarding = (result: FetchedMedia): FetchedMedia => {
    body.destroy();
    return result;
  };
  if (GONE.has(statusCode)) return discarding(refusedMedia('media_unavailable'));
  if (statusCode !== 200) return discarding({ type: 'failed', code: 'channel_failed' });
  const length = Number(headers['content-length'] ?? 0);
  if (length > maxBytes) return discarding(refusedMedia('media_too_large'));
  const mimeType = String(headers['content-type'] ?? '');
  return { type: 'fetched', mimeType: mimeType === '' ? null : mimeType, bytes: within(body, maxBytes) };
};

/** F3 */
async function* within(body: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let received = 0;
  for await (const piece of body) {
    received += piece.length;
    // Leaving the loop closes the connection.
    if (received > maxBytes) throw new MediaTooLarge(`more than ${maxBytes} bytes`);
    yield piece;
  }
}
