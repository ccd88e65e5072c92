/** Whether our Twilio account may call from its number: it must own or have verified the number (docs/reference/protocols/twilio.md). */
import { isRecord } from '../../../schemas/json.js';
import { accountOutcome } from '../account.js';
import type { AccountOutcome } from '../carrier.js';
import type { TwilioApi } from './api.js';

const listed =
  (name: string) =>
  (body: unknown): boolean => {
    const list = isRecord(body) ? body[name] : null;
    return Array.isArray(list) && list.length > 0;
  };

/** `from`: E.164. Never throws. */
export const checkTwilioAccount = async (
  api: TwilioApi,
  from: string,
  signal: AbortSignal,
): Promise<AccountOutcome> => {
  const query = `PhoneNumber=${encodeURIComponent(from)}`;
  const own = accountOutcome(
    await api.get(`/IncomingPhoneNumbers.json?${query}`, signal),
    'number_unknown',
    listed('incoming_phone_numbers'),
  );
  if (own !== 'number_unknown') return own;
  return accountOutcome(
    await api.get(`/OutgoingCallerIds.json?${query}`, signal),
    'number_unknown',
    listed('outgoing_caller_ids'),
  );
};
