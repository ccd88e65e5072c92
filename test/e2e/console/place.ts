/** A service with a business, somebody who may sign in to its console, and their browser. */
import { type ApiClient, createApiClient } from '../../../testkit/api-client.js';
import type { Lifetime } from '../../../testkit/lifetime.js';
import { createTenant, parley } from '../../../testkit/parley-process.js';
import { openVisit, type Visit } from './browser.js';

/** Who may sign in. */
export const EMAIL = 'ann@example.org';

export interface Place extends Visit {
  readonly businessId: string;
  readonly password: string;
  readonly api: ApiClient;
  /** Signs in, and is at the page with that path. */
  signIn(path: string): Promise<void>;
  /** By the rail. */
  go(name: string): Promise<void>;
}

/** Starts all of it; it ends with the test. */
export const openPlace = async (t: Lifetime, env: Readonly<Record<string, string>> = {}): Promise<Place> => {
  const visit = await openVisit(t, env);
  const { page, service, dataDir } = visit;
  const { businessId, apiKey } = await createTenant(dataDir);
  const made = await parley([
    ...['admin', 'user', 'create', '--business', businessId, '--email', EMAIL, '--name', 'Ann Archer'],
    ...['--data-dir', dataDir],
  ]);
  const password = String(made.password);
  return {
    ...visit,
    businessId,
    password,
    api: createApiClient(service.url, businessId, apiKey),
    signIn: async (path) => {
      await page.goto(`${service.url}${path}`);
      await page.getByLabel('E-mail').fill(EMAIL);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('button', { name: 'Account of Ann Archer' }).waitFor();
    },
    go: async (name) => {
      await page.getByRole('navigation').getByRole('link', { name }).click();
      await page.getByRole('heading', { name, level: 1 }).waitFor();
    },
  };
};
