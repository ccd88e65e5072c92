/** Subscribes the webhooks of a service at the simulated Meta. */
import { setTimeout as delay } from 'node:timers/promises';
import type { AppSettings } from '../../simulators/meta/deliveries.js';
import { controlHeaders } from '../../simulators/support/control-token.js';

/** A service responds "not ready" until its views have caught up with the journal, which may take minutes, ms. */
const VERIFY_MS = 10 * 60_000;
const RETRY_MS = 100;

/**
 * Subscribes as an app does at Meta; retries until the webhook URL responds.
 * @throws Error when Meta does not respond or requires another token, or the webhook URL has not responded after ten minutes
 */
export const subscribeAtMeta = async (
  url: string,
  settings: AppSettings,
  controlToken: string | null = null,
): Promise<void> => {
  for (const until = performance.now() + VERIFY_MS; performance.now() < until; await delay(RETRY_MS)) {
    const answer = await fetch(`${url}/control/app`, {
      method: 'PUT',
      headers: controlHeaders(controlToken),
      body: JSON.stringify(settings),
    });
    if (answer.status === 401)
      throw new Error(`${url} requires a different token; set it in PARLEY_SIMULATOR_TOKEN`);
    const body: unknown = await answer.json();
    if (typeof body === 'object' && body !== null && 'verified' in body && body.verified === true) return;
  }
  throw new Error('the simulated Meta could not verify the webhook address');
};
