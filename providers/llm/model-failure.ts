/** The reasons that a language model did not answer, in a few kinds for logs, metrics and retries. */
import { APICallError } from '@ai-sdk/provider';
import { readRetryAfter } from '../retry-after.js';

export type ModelFailureKind =
  /** The key is wrong, or lacks permission. */
  | 'auth'
  /** The rate limit is exceeded. */
  | 'rate'
  /** The provider is down, or cannot be reached. */
  | 'unavailable'
  /** The provider refuses the request; a retry does not help. */
  | 'refused'
  /** The response violates the protocol. */
  | 'protocol';

/**
 * The message has only the provider and the kind. The provider's own text is in `cause`, for a log. Nothing else of the
 * original error is in it, because a client library's error contains the request with its key.
 */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure';
  readonly kind: ModelFailureKind;
  /** The provider's Retry-After, ms; null: it sent none. */
  readonly retryAfterMs: number | null;

  constructor(
    provider: string,
    kind: ModelFailureKind,
    cause: unknown = undefined,
    retryAfterMs: number | null = null,
  ) {
    super(`${provider} failed: ${kind}`, { cause });
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
}

const kindOf = (status: number | undefined): ModelFailureKind => {
  // There was no response.
  if (status === undefined) return 'unavailable';
  if (status === 401 || status === 403) return 'auth';
  if (status === 429) return 'rate';
  if (status === 408 || status >= 500) return 'unavailable';
  // The response began, and then the connection broke.
  if (status < 400) return 'unavailable';
  return 'refused';
};

/** Some providers send milliseconds in a header of their own. `now`: ms since the epoch. */
const retryAfterOf = (headers: Readonly<Record<string, string>>, now: number): number | null => {
  const ms = Number(headers['retry-after-ms'] ?? Number.NaN);
  if (Number.isFinite(ms)) return Math.max(0, ms);
  return readRetryAfter(headers['retry-after'], now);
};

/** A provider's error text with the key removed: some providers echo the request. */
class ProviderAnswer extends Error {
  override readonly name: string;
  /** HTTP status, if there was a response. */
  readonly status: number | undefined;

  constructor(error: Error, key: string, status: number | undefined) {
    super(key === '' ? error.message : error.message.replaceAll(key, '[removed]'));
    this.name = error.name;
    this.status = status;
  }
}

/** Converts a provider's error. `key`: the API key, which the error may contain; `now`: ms since the epoch. */
export const modelFailure = (provider: string, error: unknown, key: string, now: number): ModelFailure => {
  if (error instanceof ModelFailure) return error;
  if (APICallError.isInstance(error)) {
    const { statusCode, responseHeaders = {} } = error;
    const answer = new ProviderAnswer(error, key, statusCode);
    return new ModelFailure(provider, kindOf(statusCode), answer, retryAfterOf(responseHeaders, now));
  }
  const cause = error instanceof Error ? new ProviderAnswer(error, key, undefined) : undefined;
  // `fetch` throws a TypeError with a cause if no server answers, on a redirect, and if the connection breaks.
  const isLine = error instanceof TypeError && error.cause !== undefined;
  return new ModelFailure(provider, isLine ? 'unavailable' : 'protocol', cause);
};
