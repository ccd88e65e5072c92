/** Whether our Plivo account has the number (docs/reference/protocols/plivo.md). */
import { accountOutcome } from '../account.js';
import type { AccountOutcome } from '../carrier.js';
import { type PlivoApi, toPlivo } from './api.js';

/** `from`: E.164. Never throws. */
export const checkPlivoAccount = async (
  api: PlivoApi,
  from: string,
  signal: AbortSignal,
): Promise<AccountOutcome> => {
  // The account is checked first, because either request may answer 404.
  const account = accountOutcome(await api.request('GET', '/', signal), 'refused');
  if (account !== 'accepted') return account;
  const answer = await api.request('GET', `/Number/${toPlivo(from)}/`, signal);
  return accountOutcome(answer, 'number_unknown');
};
