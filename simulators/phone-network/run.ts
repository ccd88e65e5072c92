/**
 * Runs the simulated phone network in this process. The environment sets the account (NETWORK_ACCOUNT_SID, NETWORK_AUTH_TOKEN), the
 * numbers that it may call from (NETWORK_NUMBERS, separated by commas; any if unset), what numbers without a script do
 * (NETWORK_CALLEES: silent or conversation) and the token of its control interface (SIMULATOR_TOKEN; none if unset). Writes
 * {"event":"network.ready","url":…} once it accepts requests, and exits when its standard input closes, so that it never outlives
 * the process that started it.
 */
import { tokenFrom } from '../support/control-token.js';
import { isUsualCallee } from './callee.js';
import { startNetwork } from './network.js';
import type { PersonSenses } from './person/senses.js';

/** `senses`: of callees that talk; null: they are silent. @throws Error when it cannot listen on the port */
export const runNetwork = async (senses: PersonSenses | null): Promise<void> => {
  const { NETWORK_NUMBERS: numbers, NETWORK_CALLEES: usual } = process.env;
  const network = await startNetwork({
    port: Number(process.argv[2] ?? 0),
    accountSid: process.env.NETWORK_ACCOUNT_SID ?? 'ACloopback',
    authToken: process.env.NETWORK_AUTH_TOKEN ?? 'loopback',
    controlToken: tokenFrom(process.env),
    senses,
    ...(numbers === undefined ? {} : { numbers: numbers.split(',') }),
    ...(isUsualCallee(usual) ? { usual } : {}),
  });
  process.stdout.write(`${JSON.stringify({ event: 'network.ready', url: network.url })}\n`);

  const end = (): void => {
    network.close();
    process.exit(0);
  };
  process.stdin.on('end', end).on('error', end).resume();
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
};
