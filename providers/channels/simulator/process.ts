/** The simulated Meta beside a service: started, and told where its webhooks go. */
import { type SimulatorProcess, startSimulator } from '../../simulator-process.js';
import type { AppSettings } from './deliveries.js';

/** Starts it as a process of its own. */
export const startMetaProcess = (port = 0): Promise<SimulatorProcess> =>
  startSimulator(new URL('./main.js', import.meta.url), {}, port);

/** Subscribes as an app does at Meta. @throws Error when it does not answer, or the webhook's address does not */
export const subscribeAtMeta = async (url: string, settings: AppSettings): Promise<void> => {
  const answer = await fetch(`${url}/control/app`, { method: 'PUT', body: JSON.stringify(settings) });
  const body: unknown = await answer.json();
  if (typeof body !== 'object' || body === null || !('verified' in body) || body.verified !== true)
    throw new Error('the simulated Meta could not verify the address of the webhook');
};
