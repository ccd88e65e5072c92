/** The loopback carrier: the simulated phone network, accessed with Twilio's protocol over real sockets. */
import type { Logger } from 'pino';
import type { Carrier } from '../carrier.js';
import { createTwilioCarrier } from '../twilio/index.js';

/** The default account of the network. */
export const LOOPBACK_ACCOUNT = 'ACloopback';
/** The caller ID of calls in the simulated network. */
const LOOPBACK_FROM = '+15005550006';

export const createLoopbackCarrier = (networkUrl: string, authToken: string, logger: Logger): Carrier =>
  createTwilioCarrier(
    { accountSid: LOOPBACK_ACCOUNT, authToken, from: LOOPBACK_FROM, apiBaseUrl: networkUrl },
    logger,
    'loopback',
  );
