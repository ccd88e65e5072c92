/** The TwiML of a call (docs/reference/protocols/twilio.md "The document of a call", "Putting a customer through"). */
import type { TransferRequest } from '../carrier.js';
import { MOST_ATTEMPTS, pausesBeforeAttempts } from '../stream-attempts.js';
import { xmlOf } from '../xml.js';

/** Twilio refuses a longer document in the call request (docs/reference/protocols/twilio.md "The document of a call"). */
const MAX_LENGTH = 4_000;
/** As many attempts as Twilio accepts in one document. */
export const streamTwiml = (mediaUrl: string): string => {
  const connect = { Connect: [{ Stream: [], ':@': { '@_url': mediaUrl } }] };
  const withAttempts = (count: number): string => {
    const retries = pausesBeforeAttempts(count).flatMap((length) =>
      length === 0 ? [connect] : [{ Pause: [], ':@': { '@_length': length } }, connect],
    );
    return xmlOf([connect, ...retries]);
  };
  let count = MOST_ATTEMPTS;
  while (count > 0 && withAttempts(count).length > MAX_LENGTH) count -= 1;
  return withAttempts(count);
};

/** Transfers the customer; Twilio then fetches the next instructions from `documentUrl`. */
export const dialTwiml = (
  from: string,
  { to, documentUrl, ringTimeoutMs }: Pick<TransferRequest, 'to' | 'documentUrl' | 'ringTimeoutMs'>,
): string => {
  const attributes = {
    '@_action': documentUrl,
    '@_method': 'POST',
    '@_callerId': from,
    '@_timeout': Math.round(ringTimeoutMs / 1_000),
  };
  return xmlOf([{ Dial: [{ Number: [{ '#text': to }] }], ':@': attributes }]);
};

export const hangUpTwiml = (): string => xmlOf([{ Hangup: [] }]);
