/** Refusals: errors that a client is meant to read, and the meaning of their codes. The codes are in error-table.ts. */
import { CATEGORY_STATUS, ERRORS, type ErrorCode, type ErrorSpec } from './error-table.js';

/** The place of a problem in the request, a JSON Pointer (or header/query name), and what to do about it. */
export interface ErrorDetail {
  readonly path: string;
  readonly message: string;
}

/**
 * A refusal that the client is meant to read. Nothing from a provider (ids, URLs, bodies) may enter `message`
 * or `details`.
 */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: ErrorCode;
  readonly details: readonly ErrorDetail[];
  /** How long to wait before a retry, s; null if nothing better than the default is known. */
  readonly retryAfterSeconds: number | null;

  constructor(
    code: ErrorCode,
    message?: string,
    details: readonly ErrorDetail[] = [],
    retryAfterSeconds: number | null = null,
    cause?: unknown,
  ) {
    super(message ?? messageOf(code), cause === undefined ? undefined : { cause });
    this.code = code;
    this.details = details;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** A refusal because something else failed: the client receives only the code, the log also the cause. */
export const refusedBecause = (
  code: ErrorCode,
  cause: unknown,
  retryAfterSeconds: number | null = null,
): DomainError => new DomainError(code, undefined, [], retryAfterSeconds, cause);

/** For a `catch`: returns null for a refusal with this code, and rethrows any other error. */
export const nullOn =
  (code: ErrorCode) =>
  (error: unknown): null => {
    if (error instanceof DomainError && error.code === code) return null;
    throw error;
  };

/** The default message of a refusal: when the error occurs, and what to do. */
export const messageOf = (code: ErrorCode): string => `${ERRORS[code].meaning} ${ERRORS[code].remedy}`;

/** The same as a failure: why a message, or its media, failed by itself. */
export const failureWith = (code: ErrorCode): { readonly code: ErrorCode; readonly message: string } => ({
  code,
  message: messageOf(code),
});

/** HTTP status of a code. */
export const statusOf = (code: ErrorCode): number => {
  const spec: ErrorSpec = ERRORS[code];
  return spec.status ?? CATEGORY_STATUS[spec.category];
};

/** Whether repeating the same request may succeed (docs/reference/api.md "Errors"). */
export const isRetryable = (code: ErrorCode): boolean => {
  const spec: ErrorSpec = ERRORS[code];
  return spec.retryable ?? ['rate_limit', 'capacity', 'upstream', 'internal'].includes(spec.category);
};

/** Whether an actor failed on its command instead of deciding on it. A repair may change the outcome. */
export const isFault = (error: unknown): boolean =>
  error instanceof DomainError && (error.code === 'internal' || error.code === 'record_unreadable');

/** Whether an actor did not refuse, but is temporarily unreachable: the same command, under the same id, is sent again. */
export const isTemporary = (error: unknown): boolean =>
  error instanceof DomainError &&
  (error.code === 'journal_unavailable' ||
    error.code === 'journal_went_back' ||
    error.code === 'not_ready' ||
    error.code === 'upgrade_in_progress');

/** Narrows a string from the wire (an actor's answer from another node) to a code. */
export const isErrorCode = (value: unknown): value is ErrorCode =>
  typeof value === 'string' && Object.hasOwn(ERRORS, value);
