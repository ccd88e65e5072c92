/** The simulated phone network in its own process. */
import { type SimulatorOptions, type SimulatorProcess, startSimulator } from '../support/process.js';
import type { UsualCallee } from './callee.js';

export interface NetworkAccount {
  readonly accountSid: string;
  readonly authToken: string;
  /** The numbers that it may call from, E.164; absent: every number. */
  readonly numbers?: readonly string[];
}

export interface NetworkProcessOptions extends SimulatorOptions {
  /** The script that runs it (run.ts); default: main.ts, whose callees have no voices. */
  readonly script?: URL;
  /** What numbers without a script do; default: `silent`. */
  readonly usual?: UsualCallee;
}

/** Starts it with one account. */
export const startNetworkProcess = (
  { accountSid, authToken, numbers }: NetworkAccount,
  {
    script = new URL('./main.js', import.meta.url),
    usual = 'silent',
    ...options
  }: NetworkProcessOptions = {},
): Promise<SimulatorProcess> =>
  startSimulator(
    script,
    {
      NETWORK_CALLEES: usual,
      NETWORK_ACCOUNT_SID: accountSid,
      NETWORK_AUTH_TOKEN: authToken,
      ...(numbers === undefined ? {} : { NETWORK_NUMBERS: numbers.join(',') }),
    },
    options,
  );
