/** A business at the shared service, a user who can sign in to its console, and their page. */
import { randomUUID } from 'node:crypto';
import { type ApiClient, createApiClient } from '../../../testkit/api/client.js';
import type { Lifetime } from '../../../testkit/lifetime.js';
import { admin } from '../../../testkit/service/admin.js';
import { createTenant } from '../../../testkit/service/tenant.js';
import { type BrowserNeeds, openPage, type WatchedPage } from './browser.js';
import { type Installation, sharedInstallation } from './installation.js';

/** Runs `parley admin` on the installation. */
type RunAdmin = (...args: readonly string[]) => Promise<Readonly<Record<string, unknown>>>;

export interface Place extends WatchedPage, Omit<Installation, 'restart'> {
  readonly businessId: string;
  readonly apiKey: string;
  /** The address of the user who can sign in, Ann Archer; unique at the service. */
  readonly email: string;
  readonly password: string;
  readonly api: ApiClient;
  readonly admin: RunAdmin;
  /** Signs in and opens the page with that path. */
  signIn(path: string): Promise<void>;
  /** Requests the API as the user who has signed in; resolves with the `data`. @throws Error if it is refused */
  ask<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T>;
  /** Opens a page by the navigation. */
  go(name: string): Promise<void>;
}

/** Creates all of it; the page is closed with the test. */
export const openPlace = async (t: Lifetime, needs: BrowserNeeds = null): Promise<Place> => {
  const { service, dataDir } = await sharedInstallation();
  const watched = await openPage(t, needs);
  const { page } = watched;
  const { businessId, apiKey } = await createTenant(dataDir);
  const runAdmin: RunAdmin = (...args) => admin(dataDir, ...args);
  const email = `ann-${businessId}@example.org`;
  const created = await runAdmin(
    ...['user', 'create', '--business', businessId, '--email', email, '--name', 'Ann Archer'],
  );
  const password = String(created.password);
  return {
    ...watched,
    service,
    dataDir,
    businessId,
    apiKey,
    email,
    password,
    api: createApiClient(service.url, businessId, apiKey),
    admin: runAdmin,
    signIn: async (path) => {
      await page.goto(`${service.url}${path}`);
      await page.getByLabel('E-mail').fill(email);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('button', { name: 'Account of Ann Archer' }).waitFor();
    },
    ask: async <T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> => {
      const { request } = page.context();
      const session = await request.get(`${service.url}/api/v1/console/session`);
      const { data: sessionData }: { data: { csrfToken: string } } = await session.json();
      const answer = await request.fetch(`${service.url}${path}`, {
        method,
        headers: { 'X-CSRF-Token': sessionData.csrfToken, 'Idempotency-Key': randomUUID() },
        ...(body === undefined ? {} : { data: { businessId, ...body } }),
      });
      if (!answer.ok()) throw new Error(await answer.text());
      const { data }: { data: T } = await answer.json();
      return data;
    },
    go: async (name) => {
      const link = page.getByRole('navigation').getByRole('link', { name });
      // The pages of the settings have a navigation of their own.
      if (!(await link.isVisible()))
        await page
          .getByRole('navigation', { name: 'Pages', exact: true })
          .getByRole('link', { name: 'Settings' })
          .click();
      await link.click();
      await page.getByRole('heading', { name, level: 1 }).waitFor();
    },
  };
};
