/** The response envelope (spec sections 2.1 and 7). */
import { ERRORS } from '../schemas/error-table.js';
import { type DomainError, isFault, isRetryable, statusOf } from '../schemas/errors.js';
import { NO_COPY } from './conditional.js';
import { shortDetails, shortMessage } from './refusal-size.js';

/** Data that are JSON already, for the answer to one request. */
interface ReadData {
  /** In pieces. */
  readonly json: readonly string[];
  readonly requestId: string;
  /** The validators of copies that the client has. */
  readonly ifNoneMatch: string | undefined;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Each a Set-Cookie. */
  readonly cookies?: readonly string[];
  readonly body: string;
  /** The body in bytes, where it was made before; `body` is empty then. */
  readonly bytes?: Uint8Array;
  /** The body, where it is made while it is sent; `body` is empty then. */
  readonly stream?: AsyncIterable<string>;
  /** The stream lasts until somebody ends it, and its connection with it: who comes again may be led elsewhere. */
  readonly lasting?: boolean;
  /** What was read, where the body is written when it leaves (read-answer.ts); `body` is empty then. */
  readonly read?: ReadData;
  /** `bytes` are someone else's again after this turn: who needs them longer copies them. */
  readonly lent?: boolean;
  /** What a repetition of the request is answered, where that is something else. */
  readonly repeatedBody?: string;
  /** A refusal that says that a repetition may succeed: it is no answer to keep. */
  readonly mayPass?: boolean;
}

export const JSON_TYPE = 'application/json; charset=utf-8';
/** How long to wait before trying again, s, where nothing better is known. */
const RETRY_AFTER_SECONDS = '1';

export const success = (status: number, data: unknown, requestId: string): Reply => ({
  status,
  headers: { 'Content-Type': JSON_TYPE, 'Cache-Control': NO_COPY },
  body: JSON.stringify({ ok: true, data, meta: { requestId } }),
});

/** `data`: what a refusal has to say beyond its error. */
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
    // A repair may change the outcome without the client's doing.
    mayPass: retryable || isFault(error),
    headers: {
      'Content-Type': JSON_TYPE,
      'Cache-Control': NO_COPY,
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
