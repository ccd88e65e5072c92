/** The simulated phone network in its own process. */
import { type SimulatorOptions, type SimulatorProcess, startSimulator } from '../support/process.js';

export interface NetworkAccount {
  readonly accountSid: string;
  readonly authToken: string;
  /** The numbers that it may call from, E.164; absent: every number. */
  readonly numbers?: readonly string[];
}

/** Starts it with one account. */
export const startNetworkProcess = (
  { accountSid, authToken, numbers }: NetworkAccount,
  options: SimulatorOptions = {},
): Promise<SimulatorProcess> =>
  startSimulator(
    new URL('./main.js', import.meta.url),
    {
      NETWORK_ACCOUNT_SID: accountSid,
      NETWORK_AUTH_TOKEN: authToken,
      ...(numbers === undefined ? {} : { NETWORK_NUMBERS: numbers.join(',') }),
    },
    options,
  );
