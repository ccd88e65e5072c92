/** Twilio: programmable voice with bidirectional Media Streams. */
import type { Logger } from 'pino';
import type { CallbackRequest, Carrier } from '../carrier.js';
import { reportOf } from './call-resource.js';
import { twilioDialect } from './media-dialect.js';
import { createTwilioRest, type TwilioAccount } from './rest.js';
import { verifyRequest } from './signature.js';

/** The production API. */
export const TWILIO_API = 'https://api.twilio.com';

/** `name` differs where another network speaks Twilio's protocol. */
export const createTwilioCarrier = (account: TwilioAccount, logger: Logger, name = 'twilio'): Carrier => {
  const rest = createTwilioRest(account, logger);
  const form = (request: CallbackRequest): URLSearchParams =>
    new URLSearchParams(Buffer.from(request.body).toString('utf8'));
  return {
    name,
    media: twilioDialect,
    place: rest.place,
    hangUp: rest.hangUp,
    lookUp: rest.lookUp,
    verifyCallback: (request) => {
      const signature = request.headers['x-twilio-signature'] ?? '';
      return verifyRequest(account.authToken, request.url, [...form(request)], signature);
    },
    parseCallback: (request) => {
      const params = form(request);
      const sid = params.get('CallSid');
      if (sid === null) return null;
      return reportOf({
        sid,
        status: params.get('CallStatus'),
        durationSeconds: params.get('CallDuration'),
        price: params.get('Price'),
        sipResponseCode: params.get('SipResponseCode'),
        answeredBy: params.get('AnsweredBy'),
      });
    },
  };
};
