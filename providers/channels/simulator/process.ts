/** The simulated Meta beside a service: started, and told where its webhooks go. */
import { setTimeout as delay } from 'node:timers/promises';
import { type SimulatorOptions, type SimulatorProcess, startSimulator } from '../../simulator-process.js';
import { controlHeaders } from '../../simulator-token.js';
import type { AppSettings } from './deliveries.js';

/** A service answers "not ready" until its views have caught up with the journal, which may take minutes, ms. */
const VERIFY_MS = 10 * 60_000;
const AGAIN_MS = 100;

/** Starts it as a process of its own. */
export const startMetaProcess = (options: SimulatorOptions = {}): Promise<SimulatorProcess> =>
  startSimulator(new URL('./main.js', import.meta.url), {}, options);

/**
 * Subscribes as an app does at Meta, as often as it takes until the webhook's address answers.
 * @throws Error when Meta does not answer or wants another token, or the address has not answered after ten minutes
 */
export const subscribeAtMeta = async (
  url: string,
  settings: AppSettings,
  controlToken: string | null = null,
): Promise<void> => {
  for (const until = performance.now() + VERIFY_MS; performance.now() < until; await delay(AGAIN_MS)) {
    const answer = await fetch(`${url}/control/app`, {
      method: 'PUT',
      headers: controlHeaders(controlToken),
      body: JSON.stringify(settings),
    });
    if (answer.status === 401)
      throw new Error(`${url} asks for another token; write it in PARLEY_SIMULATOR_TOKEN`);
    const body: unknown = await answer.json();
    if (typeof body === 'object' && body !== null && 'verified' in body && body.verified === true) return;
  }
  throw new Error('the simulated Meta could not verify the address of the webhook');
};
