/** The simulated phone network of a service without a carrier. */
import { LOOPBACK_ACCOUNT } from '../../providers/carriers/loopback/index.js';
import { startNetworkProcess } from '../../simulators/phone-network/process.js';
import type { SimulatorOptions, SimulatorProcess } from '../../simulators/support/process.js';

/** Starts it in its own process, with the account of the loopback carrier. */
export const startLoopbackNetwork = (
  authToken: string,
  options: Omit<SimulatorOptions, 'preload'> = {},
): Promise<SimulatorProcess> =>
  startNetworkProcess(
    { accountSid: LOOPBACK_ACCOUNT, authToken },
    { ...options, preload: new URL('./short-turns.js', import.meta.url) },
  );
