/** The TwiML of a call (docs/reference/protocols/twilio.md "The document of a call", "Putting a customer through"). */
import type { TransferRequest } from '../carrier.js';
import { xmlOf } from '../xml.js';

/** Twilio refuses a longer document in the call request (docs/reference/protocols/twilio.md "The document of a call"). */
const MAX_LENGTH = 4_000;
/**
 * Seconds before each further attempt to stream. Twilio does not reconnect a dropped stream; the next `<Connect>` does, to
 * whichever of our nodes answers. Each loss uses up at least one attempt, so there are as many as a document holds: a call
 * survives the loss of that many nodes. The first attempts have no pause, because another node is usually available, and a
 * refused one costs nothing; the pauses are for a service with one node that needs seconds to restart. Our nodes refuse
 * the stream of a call that has ended, and the call ends with the document.
 */
const AGAIN_AFTER_SECONDS = [0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 2] as const;

/** As many attempts as Twilio accepts in one document, at most one plus those of {@link AGAIN_AFTER_SECONDS}. */
export const streamTwiml = (mediaUrl: string): string => {
  const connect = { Connect: [{ Stream: [], ':@': { '@_url': mediaUrl } }] };
  const withAttempts = (count: number): string => {
    const retries = AGAIN_AFTER_SECONDS.slice(0, count).flatMap((length) =>
      length === 0 ? [connect] : [{ Pause: [], ':@': { '@_length': length } }, connect],
    );
    return xmlOf([connect, ...retries]);
  };
  let count: number = AGAIN_AFTER_SECONDS.length;
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
