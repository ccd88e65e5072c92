/** Classifies errors of OpenAI Realtime in our own words, because the server's text may contain parts of its input. */
import { lasting, passing, type StreamFailure } from '../../streams/stream-failure.js';

/** Errors that make a connection unusable; others leave it intact. */
const CONNECTION_FAILURES: Readonly<Record<string, StreamFailure>> = {
  invalid_api_key: lasting('auth', 'invalid_api_key'),
  insufficient_quota: lasting('auth', 'insufficient_quota'),
  session_expired: passing('unavailable', 'session_expired'),
  server_error: passing('unavailable', 'server_error'),
};

/** Null: the connection is still usable. */
export const failureOfConnection = (code: string, type: string): StreamFailure | null =>
  CONNECTION_FAILURES[code] ?? CONNECTION_FAILURES[type] ?? null;

/** The kind of a response's failure: `auth`, `rate`, `refused`, `unavailable` or `protocol`. */
export const responseFailure = (code: string, type: string): string => {
  const known = failureOfConnection(code, type);
  if (known !== null) return known.kind;
  if (code === 'rate_limit_exceeded') return 'rate';
  return code === 'content_filter' ? 'refused' : 'protocol';
};
