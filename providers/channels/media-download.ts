/**
 * Fetches what customers send from where the provider says that it lies. A webhook, or an answer of the provider, names
 * the address: so it may be forged, or lead somewhere else.
 *
 * It guarantees:
 * F1. Only allowed addresses are asked, each redirect again: the interface of the provider as it is configured, and hosts
 *     of the allow-list over https, whose names have to lead to the internet. So no address leads into our own network.
 * F2. The access token goes to the address that was named, never to where that redirects on another host.
 * F3. No more bytes are taken than were allowed, and no time beyond the signal's; memory does not grow with the size.
 */

import type { Logger } from 'pino';
import { Agent, type Dispatcher, request } from 'undici';
import type { ErrorCode } from '../../schemas/error-table.js';
import { failureWith } from '../../schemas/errors.js';
import type { ConnectionGuard } from '../connection-guard.js';
import { failureInWords } from '../provider-failure.js';
import type { FetchedMedia } from './messaging-channel.js';

export interface MediaDownloadOptions {
  /** The provider's interface: its origin is allowed, whatever its protocol. */
  readonly apiBaseUrl: string;
  /** Host names; one with a dot at its beginning stands for all hosts below it. */
  readonly hosts: readonly string[];
  /** How long the next bytes are waited for, ms. Default 15,000. */
  readonly timeoutMs?: number;
  /** Makes the connections; its own when absent. */
  readonly dispatcher?: Dispatcher;
  /** Says where connections to hosts of the allow-list may be made; absent: nothing guards them. */
  readonly guard?: Pick<ConnectionGuard, 'connector'> | undefined;
}

export interface MediaDownload {
  /** `token`: null where none is asked for. Never throws; the bytes may, as {@link MediaTooLarge} or otherwise. */
  fetch(
    url: string,
    options: { readonly token: string | null; readonly maxBytes: number; readonly signal: AbortSignal },
  ): Promise<FetchedMedia>;
}

/** More bytes came than were allowed. */
export class MediaTooLarge extends Error {
  override readonly name = 'MediaTooLarge';
}

const TIMEOUT_MS = 15_000;
const CONNECTIONS = 16;
const MAX_REDIRECTS = 3;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** What is asked for is not there, or no longer: asking again does not help. */
const GONE: ReadonlySet<number> = new Set([400, 403, 404, 410]);

export const refusedMedia = (code: ErrorCode): FetchedMedia => ({
  type: 'refused',
  failure: failureWith(code),
});

/** Whether it is the interface of the provider. `text`: an address. */
const isHome = (text: string, apiBaseUrl: string): boolean =>
  URL.canParse(apiBaseUrl) && new URL(text).origin === new URL(apiBaseUrl).origin;

/** F1 */
export const isAllowedAddress = (
  text: string,
  { apiBaseUrl, hosts }: Pick<MediaDownloadOptions, 'apiBaseUrl' | 'hosts'>,
): boolean => {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return false;
  if (isHome(text, apiBaseUrl)) return true;
  if (url.protocol !== 'https:' || url.port !== '') return false;
  return hosts.some((host) => (host.startsWith('.') ? url.hostname.endsWith(host) : url.hostname === host));
};

export const createMediaDownload = (options: MediaDownloadOptions, logger: Logger): MediaDownload => {
  const { timeoutMs = TIMEOUT_MS } = options;
  const agentWith = (connect: NonNullable<Agent.Options['connect']>): Agent =>
    new Agent({ connections: CONNECTIONS, connect, headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
  const atHome = options.dispatcher ?? agentWith({ timeout: timeoutMs });
  const elsewhere = options.guard === undefined ? atHome : agentWith(options.guard.connector(timeoutMs));

  const ask = (url: string, token: string | null, signal: AbortSignal): Promise<Dispatcher.ResponseData> =>
    request(url, {
      dispatcher: isHome(url, options.apiBaseUrl) ? atHome : elsewhere,
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
          // Bytes that are ended before they were read, or that nobody reads, end with an error that nobody waits for.
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
        logger.warn({
          event: 'media.no_answer',
          host: hostOf(url),
          error: failureInWords(error),
        });
        return { type: 'failed', code: 'channel_unreachable' };
      }
    },
  };
};

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

const mediaOf = ({ statusCode, headers, body }: Dispatcher.ResponseData, maxBytes: number): FetchedMedia => {
  const given = (result: FetchedMedia): FetchedMedia => {
    body.destroy();
    return result;
  };
  if (GONE.has(statusCode)) return given(refusedMedia('media_unavailable'));
  if (statusCode !== 200) return given({ type: 'failed', code: 'channel_failed' });
  const length = Number(headers['content-length'] ?? 0);
  if (length > maxBytes) return given(refusedMedia('media_too_large'));
  const mimeType = String(headers['content-type'] ?? '');
  return { type: 'fetched', mimeType: mimeType === '' ? null : mimeType, bytes: within(body, maxBytes) };
};

/** F3 */
async function* within(body: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let taken = 0;
  for await (const piece of body) {
    taken += piece.length;
    // Leaving the loop ends the connection.
    if (taken > maxBytes) throw new MediaTooLarge(`more than ${maxBytes} bytes`);
    yield piece;
  }
}
