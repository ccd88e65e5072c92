/** The response envelope (spec sections 2.1 and 7). */
import { type DomainError, ERRORS, isRetryable, statusOf } from '../schemas/errors.js';

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const JSON_TYPE = 'application/json; charset=utf-8';
/** How long to wait before trying again, s, where nothing better is known. */
const RETRY_AFTER_SECONDS = '1';

export const success = (status: number, data: unknown, requestId: string): Reply => ({
  status,
  headers: { 'Content-Type': JSON_TYPE },
  body: JSON.stringify({ ok: true, data, meta: { requestId } }),
});

export const failure = (
  error: DomainError,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
): Reply => {
  const status = statusOf(error.code);
  const retryAfter = status === 429 || status === 503 ? { 'Retry-After': RETRY_AFTER_SECONDS } : {};
  return {
    status,
    headers: { 'Content-Type': JSON_TYPE, ...retryAfter, ...headers },
    body: JSON.stringify({
      ok: false,
      error: {
        code: error.code,
        message: error.message,
        category: ERRORS[error.code].category,
        retryable: isRetryable(error.code),
        requestId,
        ...(error.details.length > 0 ? { details: error.details } : {}),
      },
      meta: { requestId },
    }),
  };
};
