/** What an answer to a question about our own account says, at every carrier. */
import type { ApiResult } from '../http-api.js';
import type { AccountOutcome } from './carrier.js';

/** `missing`: what a 404 says of what was asked for; `isThere`: whether an answer that came has it. */
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
