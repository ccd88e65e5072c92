/** The simulated phone network of a service without a carrier. */
import { LOOPBACK_ACCOUNT } from '../../providers/carriers/loopback/index.js';
import { type NetworkProcessOptions, startNetworkProcess } from '../../simulators/phone-network/process.js';
import type { SimulatorProcess } from '../../simulators/support/process.js';

/** Starts it in its own process, with the account of the loopback carrier, and voices for callees that talk. */
export const startLoopbackNetwork = (
  authToken: string,
  options: Omit<NetworkProcessOptions, 'script'> = {},
): Promise<SimulatorProcess> =>
  startNetworkProcess(
    { accountSid: LOOPBACK_ACCOUNT, authToken },
    { ...options, script: new URL('./phone-network-process.js', import.meta.url) },
  );
