/** Whether our Telnyx application exists, and its account has the number (docs/reference/protocols/telnyx.md). */
import { accountOutcome } from '../account.js';
import type { AccountOutcome } from '../carrier.js';
import { dataOf, type TelnyxAccount, type TelnyxApi } from './api.js';

/** Never throws. */
export const checkTelnyxAccount = async (
  api: TelnyxApi,
  { connectionId, from }: Pick<TelnyxAccount, 'connectionId' | 'from'>,
  signal: AbortSignal,
): Promise<AccountOutcome> => {
  const path = `/call_control_applications/${encodeURIComponent(connectionId)}`;
  const application = accountOutcome(await api.get(path, signal), 'application_unknown');
  if (application !== 'accepted') return application;
  const answer = await api.get(`/phone_numbers?filter%5Bphone_number%5D=${encodeURIComponent(from)}`, signal);
  return accountOutcome(answer, 'number_unknown', () => {
    const numbers = dataOf(answer);
    return Array.isArray(numbers) && numbers.length > 0;
  });
};
