/** Requests to providers over HTTP: bounded, with deadlines, and with failures in our own words. */
import { Agent, type Dispatcher, errors } from 'undici';
import { request as send } from '../../abortable-request.js';
import type { ConnectionGuard } from '../../egress/connection-guard.js';
import { readRetryAfter } from '../../retry-after.js';
import { failureOfStatus, SynthesisFailure } from './failure.js';
import type { SpeechDeadlines } from './limits.js';

export interface ProviderHttp {
  /** Resolves with an answer of 200; the caller must read its body to the end. @throws SynthesisFailure; the signal's reason */
  ask(request: ProviderRequest, signal: AbortSignal): Promise<Dispatcher.ResponseData<unknown>>;
  close(): Promise<void>;
}

interface ProviderRequest {
  readonly method: 'GET' | 'POST';
  /** Includes path and query, without a key. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: object;
}

/** `connections`: concurrent ones; further requests queue. `guard`: decides where connections may go. */
export const createProviderHttp = (
  provider: string,
  connections: number,
  { connectMs, firstAheadMs, heartbeatMs }: SpeechDeadlines,
  guard?: ConnectionGuard,
): ProviderHttp => {
  const dispatcher = new Agent({
    connections,
    connect: guard?.connector(connectMs) ?? { timeout: connectMs },
    headersTimeout: firstAheadMs,
    bodyTimeout: heartbeatMs,
    keepAliveTimeout: 2 * heartbeatMs,
  });
  return {
    ask: async ({ method, url, headers, body }, signal) => {
      const answer = await attempt(provider, signal, () =>
        send(url, {
          dispatcher,
          method,
          headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
          body: body === undefined ? null : JSON.stringify(body),
          signal,
        }),
      );
      if (answer.statusCode === 200) return answer;
      const retryAfter = headerOf(answer.headers['retry-after']);
      // The body is not read, because it is not passed on.
      answer.body.on('error', () => undefined).destroy();
      throw failureOfStatus(provider, answer.statusCode, readRetryAfter(retryAfter, Date.now()));
    },
    close: () => dispatcher.destroy(),
  };
};

const headerOf = (value: string | readonly string[] | undefined): string | null =>
  typeof value === 'string' ? value : (value?.[0] ?? null);

/** Runs a request to a provider. @throws SynthesisFailure in place of undici's errors; the signal's reason */
export const attempt = async <T>(
  provider: string,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    throw failureOf(provider, error);
  }
};

/** Omits the message of `error`, which may contain the address. */
const failureOf = (provider: string, error: unknown): SynthesisFailure => {
  if (error instanceof SynthesisFailure) return error;
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code.endsWith('_TIMEOUT')) return new SynthesisFailure('timeout', `${provider} did not answer in time`);
  if (error instanceof errors.HTTPParserError)
    return new SynthesisFailure('protocol', `${provider} sent an invalid HTTP response`);
  const detail = /^[A-Z0-9_]{1,40}$/.test(code) ? ` (${code})` : '';
  return new SynthesisFailure('unavailable', `${provider} cannot be reached${detail}`);
};
