/** A service with a business, a user who can sign in to its console, and their browser. */
import { randomUUID } from 'node:crypto';
import { type ApiClient, createApiClient } from '../../../testkit/api/client.js';
import type { Lifetime } from '../../../testkit/lifetime.js';
import { parley } from '../../../testkit/service/parley-process.js';
import { createTenant } from '../../../testkit/service/tenant.js';
import { type FakeMicrophone, openVisit, type Visit } from './browser.js';

/** The user who can sign in. */
export const EMAIL = 'ann@example.org';

export interface Place extends Visit {
  readonly businessId: string;
  readonly password: string;
  readonly api: ApiClient;
  /** Signs in and opens the page with that path. */
  signIn(path: string): Promise<void>;
  /** Requests the API as the user who has signed in; resolves with the `data`. @throws Error if it is refused */
  ask<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T>;
  /** Opens a page by the navigation. */
  go(name: string): Promise<void>;
}

/** Starts all of it; it ends with the test. */
export const openPlace = async (
  t: Lifetime,
  env: Readonly<Record<string, string>> = {},
  microphone: FakeMicrophone | null = null,
): Promise<Place> => {
  const visit = await openVisit(t, env, microphone);
  const { page, service, dataDir } = visit;
  const { businessId, apiKey } = await createTenant(dataDir);
  const created = await parley([
    ...['admin', 'user', 'create', '--business', businessId, '--email', EMAIL, '--name', 'Ann Archer'],
    ...['--data-dir', dataDir],
  ]);
  const password = String(created.password);
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
      await page.getByRole('navigation').getByRole('link', { name }).click();
      await page.getByRole('heading', { name, level: 1 }).waitFor();
    },
  };
};
