/** Twilio: programmable voice with bidirectional Media Streams. */
import type { Logger } from 'pino';
import type { Carrier } from '../carrier.js';
import type { TwilioAccount } from './api.js';
import { hasTalked, parseStatusCallback } from './call-resource.js';
import { twilioDialect } from './media-dialect.js';
import { createTwilioRest } from './rest.js';
import { verifyRequest } from './signature.js';
import { hangUpTwiml, streamTwiml } from './twiml.js';

export { TWILIO_API, TWILIO_REGIONS, twilioAddress } from './address.js';
export type { TwilioAccount } from './api.js';

/** `name` differs if another network uses Twilio's protocol. */
export const createTwilioCarrier = (account: TwilioAccount, logger: Logger, name = 'twilio'): Carrier => {
  const rest = createTwilioRest(account, logger);
  return {
    name,
    media: twilioDialect,
    place: rest.place,
    hangUp: rest.hangUp,
    transfer: rest.transfer,
    lookUp: rest.lookUp,
    checkAccount: rest.checkAccount,
    verifyCallback: ({ url, headers, body }) =>
      verifyRequest(account.authToken, { url, body, signature: headers['x-twilio-signature'] ?? '' }),
    parseCallback: ({ body }) => parseStatusCallback(body),
    afterCallback: async () => undefined,
    document: async ({ body }, mediaUrl) => ({
      contentType: 'text/xml',
      body: hasTalked(body) ? hangUpTwiml() : streamTwiml(mediaUrl),
    }),
  };
};
