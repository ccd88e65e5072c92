/**
 * The simulated phone network as a process of its own: `node main.js [port]`. The account comes from the
 * environment (NETWORK_ACCOUNT_SID, NETWORK_AUTH_TOKEN), and so do the numbers that it may call from (NETWORK_NUMBERS, with
 * commas; any when left out) and the token of its control interface, if it is to have one (SIMULATOR_TOKEN). Writes
 * {"event":"network.ready","url":…} when it serves, and ends when its standard input does, so that it never outlives who
 * started it.
 */
import { tokenFrom } from '../../../simulator-token.js';
import { takeShortTurns } from '../../../yield-to-calls.js';
import { startNetwork } from './network.js';

// A telephone network has processors of its own, and does not wait for what the service does beside its calls.
takeShortTurns();

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
