/** The simulated part of Twilio's REST API for an account's numbers: the account has no verified caller IDs. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from '../answers.js';
import { type Exchange, mayCallFrom } from '../exchange.js';

/** The path of an account's numbers. */
export const numbersPath = (accountSid: string): string =>
  `/2010-04-01/Accounts/${accountSid}/IncomingPhoneNumbers.json`;

/** The path of the numbers that an account has verified without owning them. */
export const callerIdsPath = (accountSid: string): string =>
  `/2010-04-01/Accounts/${accountSid}/OutgoingCallerIds.json`;

/** Handles a request to either path. */
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
