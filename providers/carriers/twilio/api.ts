/**
 * Requests to Twilio's REST API over kept connections. What came of a request is always one of three things, and
 * the difference decides whether a call may be placed again: an answer, none although the request may have
 * arrived, or a request that never left.
 */
import type { Logger } from 'pino';
import { Agent, request as send } from 'undici';

export interface TwilioAccount {
  readonly accountSid: string;
  readonly authToken: string;
  /** E.164 caller id. */
  readonly from: string;
  /** Without a trailing slash. */
  readonly apiBaseUrl: string;
  /** How long we wait for an answer to a request, ms. Default 10,000. */
  readonly timeoutMs?: number;
}

export type ApiResult =
  /** `body`: what the JSON says, null when it is none. */
  | { readonly outcome: 'answered'; readonly status: number; readonly body: unknown }
  /** The carrier may or may not have acted on it. */
  | { readonly outcome: 'no_answer' }
  /** No connection came about: the carrier cannot have acted on it. */
  | { readonly outcome: 'not_sent' };

export interface TwilioApi {
  /** `path` below the account, as `/Calls.json`. Never throws. */
  get(path: string, signal: AbortSignal): Promise<ApiResult>;
  /** Never throws. */
  post(path: string, form: URLSearchParams, signal: AbortSignal): Promise<ApiResult>;
}

const TIMEOUT_MS = 10_000;
/** Twilio answers one placement a second an account by default; more connections than this only queue there. */
const CONNECTIONS = 32;
/** Below the idle time after which common load balancers close a connection (60 s), ms. */
const KEEP_ALIVE_MS = 30_000;
/** No answer is longer: a page of calls takes about 1 KiB a call, and we ask for at most 1,000. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** Failures of which the client is sure that nothing had been sent. */
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

export const createTwilioApi = (account: TwilioAccount, logger: Logger): TwilioApi => {
  const timeoutMs = account.timeoutMs ?? TIMEOUT_MS;
  const root = `${account.apiBaseUrl}/2010-04-01/Accounts/${account.accountSid}`;
  const authorization = `Basic ${Buffer.from(`${account.accountSid}:${account.authToken}`).toString('base64')}`;
  // Unlike the global one: bounded, and with a deadline for connecting that lies within the request's own.
  const dispatcher = new Agent({
    connections: CONNECTIONS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connect: { timeout: timeoutMs / 2 },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: MAX_BODY_BYTES,
  });

  const ask = async (
    method: 'GET' | 'POST',
    path: string,
    form: URLSearchParams | null,
    signal: AbortSignal,
  ): Promise<ApiResult> => {
    try {
      const answer = await send(`${root}${path}`, {
        dispatcher,
        method,
        headers: {
          authorization,
          accept: 'application/json',
          ...(form === null ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        },
        body: form?.toString() ?? null,
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      });
      return { outcome: 'answered', status: answer.statusCode, body: jsonOf(await answer.body.text()) };
    } catch (error) {
      const code = codeOf(error);
      const outcome = NEVER_SENT.has(code) ? 'not_sent' : 'no_answer';
      logger.warn({ event: 'carrier.no_answer', method, outcome, code });
      return { outcome };
    }
  };

  return {
    get: (path, signal) => ask('GET', path, null, signal),
    post: (path, form, signal) => ask('POST', path, form, signal),
  };
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
