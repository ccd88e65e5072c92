/** The loopback carrier: the simulated phone network, accessed with Twilio's protocol over real sockets. */
import type { Logger } from 'pino';
import {
  type SimulatorOptions,
  type SimulatorProcess,
  startSimulator,
} from '../../../simulators/support/process.js';
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

/** Starts the network in its own process. */
export const startNetworkProcess = (
  authToken: string,
  options: SimulatorOptions = {},
): Promise<SimulatorProcess> =>
  startSimulator(
    new URL('../../../simulators/phone-network/main.js', import.meta.url),
    { NETWORK_ACCOUNT_SID: LOOPBACK_ACCOUNT, NETWORK_AUTH_TOKEN: authToken },
    options,
  );
