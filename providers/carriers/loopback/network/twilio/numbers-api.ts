/** Twilio's REST interface for an account's numbers, as far as it is simulated: none of them is a verified caller id only. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from '../answers.js';
import { type Exchange, mayCallFrom } from '../exchange.js';

/** Where the numbers of an account lie. */
export const numbersPath = (accountSid: string): string =>
  `/2010-04-01/Accounts/${accountSid}/IncomingPhoneNumbers.json`;

/** Where the numbers lie that an account has verified without owning them. */
export const callerIdsPath = (accountSid: string): string =>
  `/2010-04-01/Accounts/${accountSid}/OutgoingCallerIds.json`;

/** Answers a question at either. */
export const answerNumbers = (
  exchange: Exchange,
  _req: IncomingMessage,
  res: ServerResponse,
  url: URL,
): void => {
  const number = url.searchParams.get('PhoneNumber') ?? '';
  const isOwn = url.pathname === numbersPath(exchange.accountSid);
  const found = isOwn && mayCallFrom(exchange, number) ? [{ sid: 'PNsimulated', phone_number: number }] : [];
  json(res, 200, {
    [isOwn ? 'incoming_phone_numbers' : 'outgoing_caller_ids']: found,
    next_page_uri: null,
  });
};
