/**
 * Requests to a provider's HTTP API over keep-alive connections. A request has one of three outcomes, which decide whether
 * it may be retried: a response, no response although the request may have arrived, or a request that was never sent.
 */

import type { Logger } from 'pino';
import { Agent, FormData, request as send } from 'undici';
import { timeoutSignal } from '../actors/runtime/timeout-signal.js';
import { providerFailure } from './provider-failure.js';
import { readRetryAfter } from './retry-after.js';

export interface HttpApiOptions {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** How long to wait for a response, ms. Default 10,000. */
  readonly timeoutMs?: number;
  /** Maximum concurrent connections. Default 32. */
  readonly connections?: number;
  /** Name of the log event for a request without a response. */
  readonly event: string;
}

export type ApiResult =
  /** `body`: the parsed JSON, null if it is not JSON. `retryAfterMs`: the delay from Retry-After, absent without one. */
  | {
      readonly type: 'answered';
      readonly status: number;
      readonly body: unknown;
      readonly retryAfterMs?: number;
    }
  /** The provider may or may not have acted on the request. */
  | { readonly type: 'no_answer' }
  /** No connection was made: the provider cannot have acted on the request. */
  | { readonly type: 'not_sent' };

export interface HttpApi {
  /** `path` is relative to the base URL. A form is encoded according to its class, any other body as JSON. Never throws. */
  request(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    options: {
      readonly headers: Readonly<Record<string, string>>;
      readonly body?: URLSearchParams | FormData | object;
      readonly signal: AbortSignal;
    },
  ): Promise<ApiResult>;
}

const TIMEOUT_MS = 10_000;
const CONNECTIONS = 32;
/** Below the idle time after which common load balancers close a connection (60 s), ms. */
const KEEP_ALIVE_MS = 30_000;
/** No response that we request is longer. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** Error codes that prove that nothing was sent. */
const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

export const createHttpApi = (options: HttpApiOptions, logger: Logger): HttpApi => {
  const { baseUrl, event, timeoutMs = TIMEOUT_MS, connections = CONNECTIONS } = options;
  // Unlike the global dispatcher: bounded, and with a connect timeout within the request's own.
  const dispatcher = new Agent({
    connections,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connect: { timeout: timeoutMs / 2 },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: MAX_BODY_BYTES,
  });
  return {
    request: async (method, path, { headers, body, signal }) => {
      const content = contentOf(body);
      try {
        const answer = await send(`${baseUrl}${path}`, {
          dispatcher,
          method,
          headers: { accept: 'application/json', ...content.headers, ...headers },
          body: content.body,
          signal: AbortSignal.any([signal, timeoutSignal(timeoutMs)]),
        });
        const retryAfterMs = retryAfterOf(answer.headers['retry-after']);
        return {
          type: 'answered',
          status: answer.statusCode,
          body: jsonOf(await answer.body.text()),
          ...(retryAfterMs === null ? {} : { retryAfterMs }),
        };
      } catch (error) {
        const code = codeOf(error);
        const outcome = NEVER_SENT.has(code) ? 'not_sent' : 'no_answer';
        logger.warn({ event, method, outcome, code, err: providerFailure(error) });
        return { type: outcome };
      }
    },
  };
};

/** A date is compared with this machine's clock, like all of its deadlines. */
const retryAfterOf = (header: string | readonly string[] | undefined): number | null =>
  typeof header === 'string' ? readRetryAfter(header, Date.now()) : null;

const contentOf = (
  body: URLSearchParams | FormData | object | undefined,
): { readonly headers: Readonly<Record<string, string>>; readonly body: string | FormData | null } => {
  if (body === undefined) return { headers: {}, body: null };
  // The client writes the boundary of a multipart form itself.
  if (body instanceof FormData) return { headers: {}, body };
  if (body instanceof URLSearchParams)
    return { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: body.toString() };
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
};

const jsonOf = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return null;
  }
};

const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
};
