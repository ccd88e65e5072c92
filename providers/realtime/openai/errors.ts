/** What OpenAI Realtime says went wrong, in words of ours: its own may hold what it was sent. */
import { lasting, passing, type RecognitionFailure } from '../../speech/recognisers/recognition-failure.js';

/** Errors that end what can be done with a connection; others leave it as it is. */
const OF_CONNECTION: Readonly<Record<string, RecognitionFailure>> = {
  invalid_api_key: lasting('auth', 'invalid_api_key'),
  insufficient_quota: lasting('auth', 'insufficient_quota'),
  session_expired: passing('unavailable', 'session_expired'),
  server_error: passing('unavailable', 'server_error'),
};

/** Null: the connection is as good as before. */
export const failureOfConnection = (code: string, type: string): RecognitionFailure | null =>
  OF_CONNECTION[code] ?? OF_CONNECTION[type] ?? null;

/** Why a response failed, as `auth`, `rate`, `refused`, `unavailable` or `protocol`. */
export const responseFailure = (code: string, type: string): string => {
  const known = failureOfConnection(code, type);
  if (known !== null) return known.kind;
  if (code === 'rate_limit_exceeded') return 'rate';
  return code === 'content_filter' ? 'refused' : 'protocol';
};
