/** The meaning of a carrier's response to a request about our own account, for every carrier. */
import type { ApiResult } from '../http-api.js';
import type { AccountOutcome } from './carrier.js';

/** `missing`: the meaning of a 404; `isThere`: whether a successful response contains the requested resource. */
export const accountOutcome = (
  answer: ApiResult,
  missing: AccountOutcome,
  isThere: (body: unknown) => boolean = () => true,
): AccountOutcome => {
  if (answer.type !== 'answered') return 'unknown';
  const { status, body } = answer;
  if (status === 401 || status === 403) return 'refused';
  if (status === 404) return missing;
  if (status < 200 || status >= 300) return 'unknown';
  return isThere(body) ? 'accepted' : missing;
};
