/** Why a language model did not answer, in few kinds: what a log, a metric and whoever tries again go by. */
import { APICallError } from '@ai-sdk/provider';
import { readRetryAfter } from '../retry-after.js';

export type ModelFailureKind =
  /** The key is wrong, or may not do this. */
  | 'auth'
  /** Too much was asked. */
  | 'rate'
  /** It is down, or cannot be reached. */
  | 'unavailable'
  /** It will not answer this, however often it is asked. */
  | 'refused'
  /** What it brought is not what was agreed. */
  | 'protocol';

/**
 * The message names the provider and the kind, and nothing that the provider said. That is in `cause`, for a log: in its words
 * alone, because an error of a client holds the request with its key.
 */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure';
  readonly kind: ModelFailureKind;
  /** How long the provider wants to be left alone, ms; null: it did not say. */
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
  // Nobody answered.
  if (status === undefined) return 'unavailable';
  if (status === 401 || status === 403) return 'auth';
  if (status === 429) return 'rate';
  if (status === 408 || status >= 500) return 'unavailable';
  // It began to answer, and then the line broke.
  if (status < 400) return 'unavailable';
  return 'refused';
};

/** Some say milliseconds in a header of their own. `now`: ms since the epoch. */
const retryAfterOf = (headers: Readonly<Record<string, string>>, now: number): number | null => {
  const ms = Number(headers['retry-after-ms'] ?? Number.NaN);
  if (Number.isFinite(ms)) return Math.max(0, ms);
  return readRetryAfter(headers['retry-after'], now);
};

/** What a provider said, without our key: some repeat what they were sent. */
class ProviderAnswer extends Error {
  override readonly name: string;
  /** Of the answer, where there was one. */
  readonly status: number | undefined;

  constructor(error: Error, key: string, status: number | undefined) {
    super(key === '' ? error.message : error.message.replaceAll(key, '[removed]'));
    this.name = error.name;
    this.status = status;
  }
}

/** What a provider's error comes to. `key`: ours, which it may hold; `now`: ms since the epoch. */
export const modelFailure = (provider: string, error: unknown, key: string, now: number): ModelFailure => {
  if (error instanceof ModelFailure) return error;
  if (APICallError.isInstance(error)) {
    const { statusCode, responseHeaders = {} } = error;
    const answer = new ProviderAnswer(error, key, statusCode);
    return new ModelFailure(provider, kindOf(statusCode), answer, retryAfterOf(responseHeaders, now));
  }
  const cause = error instanceof Error ? new ProviderAnswer(error, key, undefined) : undefined;
  // `fetch` throws a TypeError with a cause where nobody answers, where somebody sends us elsewhere, and where the line breaks.
  const isLine = error instanceof TypeError && error.cause !== undefined;
  return new ModelFailure(provider, isLine ? 'unavailable' : 'protocol', cause);
};
