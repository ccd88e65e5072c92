/** The errors of the client: refusals of the service, and failures on the way. */
import type { ErrorCategory, ErrorCode } from './api.js';

/** Codes of failures that no response of the service describes. */
export type ClientErrorCode =
  /** No connection, or it broke. */
  | 'network_failed'
  /** No complete response within the deadline. */
  | 'timed_out'
  /** Something other than the service answered, such as a proxy. */
  | 'response_unreadable'
  /** The call has not ended within the time; it continues. */
  | 'wait_timed_out'
  /** The live stream could not be opened again. */
  | 'live_lost'
  /** The webhook's headers are missing or malformed. */
  | 'webhook_headers_invalid'
  /** The webhook was signed too long ago, or in the future. */
  | 'webhook_timestamp_outside_tolerance'
  /** No signature matches: the webhook is not from the service, or the secret is another one's. */
  | 'webhook_signature_invalid'
  /** The body is larger than any event, or no JSON object. */
  | 'webhook_body_invalid'
  /** The secret is empty, or has a prefix but is no base64. */
  | 'webhook_secret_invalid';

/** A problem of the request: where, and what to do about it. */
export interface ErrorDetail {
  /** A JSON Pointer into the body, or the name of a parameter. */
  readonly path: string;
  readonly message: string;
}

/** What is known about a failure. */
export interface ErrorFacts {
  readonly code: ErrorCode | ClientErrorCode;
  readonly message: string;
  /** HTTP status; 0 if there was no response. */
  readonly status?: number;
  readonly category?: ErrorCategory | 'client';
  readonly retryable?: boolean;
  readonly requestId?: string | null;
  readonly details?: readonly ErrorDetail[];
  readonly retryAfterMs?: number | null;
  readonly cause?: unknown;
}

/** Every failure that the client reports. `code` is stable; `message` says what to do, and may change. */
export class ParleyError extends Error {
  override readonly name = 'ParleyError';
  readonly code: ErrorCode | ClientErrorCode;
  /** HTTP status; 0 if there was no response. */
  readonly status: number;
  /** `client` for the codes of {@link ClientErrorCode}. */
  readonly category: ErrorCategory | 'client';
  /** Whether the same request, with the same idempotency key, may succeed later. */
  readonly retryable: boolean;
  /** For questions to the operator; null if the service did not answer. */
  readonly requestId: string | null;
  readonly details: readonly ErrorDetail[];
  /** How long the service wants to be left alone, ms; null if it does not say. */
  readonly retryAfterMs: number | null;

  constructor(facts: ErrorFacts) {
    super(facts.message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = facts.code;
    this.status = facts.status ?? 0;
    this.category = facts.category ?? 'client';
    this.retryable = facts.retryable ?? false;
    this.requestId = facts.requestId ?? null;
    this.details = facts.details ?? [];
    this.retryAfterMs = facts.retryAfterMs ?? null;
  }
}

/** Whether a value is an object with named fields. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const isDetail = (value: unknown): value is ErrorDetail =>
  isRecord(value) && typeof value.path === 'string' && typeof value.message === 'string';

/**
 * The values come from the service, whose document lists all codes and categories; a newer service may have more, which a program
 * treats as it treats any code that it does not handle.
 */
const isCode = (value: unknown): value is ErrorCode => typeof value === 'string' && value !== '';
const isCategory = (value: unknown): value is ErrorCategory => typeof value === 'string' && value !== '';

/** The error that a response describes: a refusal of the service, or `response_unreadable` for anything else. */
export const errorOf = (response: Response, text: string, now: number): ParleyError => {
  const { status, headers } = response;
  const retryAfterMs = retryAfterOf(headers, now);
  const { error } = recordIn(text);
  if (!isRecord(error) || !isCode(error.code) || !isCategory(error.category))
    return new ParleyError({
      code: 'response_unreadable',
      message: `The response with status ${status} is not one of Parley. Check baseUrl, and the proxies on the way.`,
      status,
      retryable: [429, 502, 503, 504].includes(status),
      requestId: headers.get('x-request-id'),
      retryAfterMs,
    });
  return new ParleyError({
    code: error.code,
    message: textOf(error.message) ?? error.code,
    status,
    category: error.category,
    retryable: error.retryable === true,
    requestId: textOf(error.requestId) ?? headers.get('x-request-id'),
    details: Array.isArray(error.details) ? error.details.filter(isDetail) : [],
    retryAfterMs,
  });
};

/** The JSON object in a text; an empty one if it has none. */
export const recordIn = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
};

/** The wait that `Retry-After` asks for, in seconds or as a date, ms; null without one. A date counts from the response's own. */
const retryAfterOf = (headers: Headers, now: number): number | null => {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1_000;
  const at = value === '' ? Number.NaN : Date.parse(value);
  if (Number.isNaN(at)) return null;
  const sentAt = Date.parse(headers.get('date') ?? '');
  return Math.max(0, at - (Number.isNaN(sentAt) ? now : sentAt));
};
