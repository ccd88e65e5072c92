/**
 * The simulated phone network in its own process: `node main.js [port]`. The environment sets the account
 * (NETWORK_ACCOUNT_SID, NETWORK_AUTH_TOKEN), the numbers that it may call from (NETWORK_NUMBERS, separated by commas; any if
 * unset) and the token of its control interface (SIMULATOR_TOKEN; none if unset). Writes {"event":"network.ready","url":…}
 * once it accepts requests, and exits when its standard input closes, so that it never outlives the process that started it.
 */
import { tokenFrom } from '../support/control-token.js';
import { startNetwork } from './network.js';

const numbers = process.env.NETWORK_NUMBERS?.split(',');
const network = await startNetwork({
  port: Number(process.argv[2] ?? 0),
  accountSid: process.env.NETWORK_ACCOUNT_SID ?? 'ACloopback',
  authToken: process.env.NETWORK_AUTH_TOKEN ?? 'loopback',
  controlToken: tokenFrom(process.env),
  ...(numbers === undefined ? {} : { numbers }),
});
process.stdout.write(`${JSON.stringify({ event: 'network.ready', url: network.url })}\n`);

const end = (): void => {
  network.close();
  process.exit(0);
};
process.stdin.on('end', end).on('error', end).resume();
process.on('SIGTERM', end);
process.on('SIGINT', end);
