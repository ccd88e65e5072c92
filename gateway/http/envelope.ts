/** The response envelope (spec sections 2.1 and 7). */
import { ERRORS } from '../../schemas/error-table.js';
import { type DomainError, isFault, isRetryable, statusOf } from '../../schemas/errors.js';
import { NO_STORE } from './conditional.js';
import { shortDetails, shortMessage } from './refusal-size.js';

/** Data already serialised as JSON, for the answer to one request. */
interface ReadData {
  /** The JSON in pieces. */
  readonly json: readonly string[];
  readonly requestId: string;
  /** What several clients edit has a tag (conditional.ts). */
  readonly tag?: string;
  /** The validators of the client's cached copies. */
  readonly ifNoneMatch: string | undefined;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The values of the Set-Cookie headers. */
  readonly cookies?: readonly string[];
  readonly body: string;
  /** The body in bytes, where it is already encoded; `body` is then empty. */
  readonly bytes?: Uint8Array;
  /** The body, where it is produced while it is sent; `body` is then empty. */
  readonly stream?: AsyncIterable<string | Uint8Array>;
  /** The stream lasts until one side ends it, and its connection ends with it: a reconnecting client may reach another node. */
  readonly isLongLived?: boolean;
  /** The result of a read, where the body is written when it is sent (read-answer.ts); `body` is then empty. */
  readonly read?: ReadData;
  /** The memory of `bytes` is reused after this turn; copy it to keep it longer. */
  readonly isBorrowed?: boolean;
  /** The body that a repeated request receives, where it differs. */
  readonly repeatedBody?: string;
  /** A refusal after which a retry may succeed, so it is not stored as the answer. */
  readonly isTemporary?: boolean;
}

export const JSON_TYPE = 'application/json; charset=utf-8';
/** How long to wait before a retry, s, where no better value is known. */
const RETRY_AFTER_SECONDS = '1';

export const success = (status: number, data: unknown, requestId: string): Reply => ({
  status,
  headers: { 'Content-Type': JSON_TYPE, 'Cache-Control': NO_STORE },
  body: JSON.stringify({ ok: true, data, meta: { requestId } }),
});

/** `data`: additional data of a refusal beyond its error. */
export const failure = (
  error: DomainError,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
  data?: unknown,
): Reply => {
  const status = statusOf(error.code);
  const retryable = isRetryable(error.code);
  return {
    status,
    // A repair may change the outcome without any action of the client.
    isTemporary: retryable || isFault(error),
    headers: {
      'Content-Type': JSON_TYPE,
      'Cache-Control': NO_STORE,
      ...headersOf(status, error.retryAfterSeconds),
      ...headers,
    },
    body: JSON.stringify({
      ok: false,
      ...(data === undefined ? {} : { data }),
      error: {
        code: error.code,
        message: shortMessage(error.message),
        category: ERRORS[error.code].category,
        retryable,
        requestId,
        ...(error.details.length > 0 ? { details: shortDetails(error.details) } : {}),
      },
      meta: { requestId },
    }),
  };
};

const headersOf = (status: number, retryAfterSeconds: number | null): Readonly<Record<string, string>> => {
  if (retryAfterSeconds !== null) return { 'Retry-After': String(retryAfterSeconds) };
  if (status === 429 || status === 503) return { 'Retry-After': RETRY_AFTER_SECONDS };
  // RFC 9110 section 11.6.1.
  if (status === 401) return { 'WWW-Authenticate': 'Bearer' };
  return {};
};
