/** Refusals: errors that a client is meant to read, and what their codes say. The codes are in a table (error-table.ts). */
import { CATEGORY_STATUS, ERRORS, type ErrorCode, type ErrorSpec } from './error-table.js';

/** Where in the request a problem lies: a JSON Pointer (or header/query name) and what to do about it. */
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
  /** How long to wait before trying again, s; null where nothing better is known than the usual. */
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

/** A refusal because something else failed: whoever asked is told the code alone, the log why. */
export const refusedBecause = (
  code: ErrorCode,
  cause: unknown,
  retryAfterSeconds: number | null = null,
): DomainError => new DomainError(code, undefined, [], retryAfterSeconds, cause);

/** For a `catch`: null in the place of a refusal with this code; whatever else was thrown is thrown on. */
export const nullOn =
  (code: ErrorCode) =>
  (error: unknown): null => {
    if (error instanceof DomainError && error.code === code) return null;
    throw error;
  };

/** What a refusal says where it knows nothing more of the case: when the code comes, and what to do. */
export const messageOf = (code: ErrorCode): string => `${ERRORS[code].meaning} ${ERRORS[code].remedy}`;

/** The same as a reason: why a message, or what it carries, failed on its own. */
export const failureWith = (code: ErrorCode): { readonly code: ErrorCode; readonly message: string } => ({
  code,
  message: messageOf(code),
});

/** HTTP status of a code. */
export const statusOf = (code: ErrorCode): number => {
  const spec: ErrorSpec = ERRORS[code];
  return spec.status ?? CATEGORY_STATUS[spec.category];
};

/** Whether repeating the same request may succeed (docs/contract.md "Errors"). */
export const isRetryable = (code: ErrorCode): boolean => {
  const spec: ErrorSpec = ERRORS[code];
  return spec.retryable ?? ['rate_limit', 'capacity', 'upstream', 'internal'].includes(spec.category);
};

/** Whether an actor failed at its command instead of deciding on it. A repair may change the outcome. */
export const isFault = (error: unknown): boolean =>
  error instanceof DomainError && (error.code === 'internal' || error.code === 'record_unreadable');

/** Whether an actor did not refuse, but could not be asked now: the same command, under the same id, is put again. */
export const isPassing = (error: unknown): boolean =>
  error instanceof DomainError &&
  (error.code === 'journal_unavailable' ||
    error.code === 'journal_went_back' ||
    error.code === 'not_ready' ||
    error.code === 'upgrade_in_progress');

/** Narrows a string from the wire (an actor's answer of another node) to a code. */
export const isErrorCode = (value: unknown): value is ErrorCode =>
  typeof value === 'string' && Object.hasOwn(ERRORS, value);
