/** A service with the calls and contacts of a busy business, and a signed-in user of its console. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { AgentSnapshot } from '../../actors/call/events.js';
import type { ContactImportJob } from '../../schemas/contacts/job.js';
import { deriveId } from '../../schemas/ids.js';
import { findRunningEngine } from '../../src/engine/index.js';
import { type ApiClient, ApiError, createApiClient } from '../../testkit/api/client.js';
import { createCategory } from '../../testkit/api/resources.js';
import { type EndedCall, writeCalls } from '../../testkit/journal/write-calls.js';
import { seeded } from '../../testkit/seeded.js';
import { admin } from '../../testkit/service/admin.js';
import { type ParleyProcess, startParley, UNLIMITED } from '../../testkit/service/parley-process.js';
import { createTenant } from '../../testkit/service/tenant.js';
import { until } from '../../testkit/until.js';
import { sendContacts } from '../contacts/import.js';
import { writeContacts } from '../contacts/rows.js';

const EMAIL = 'ann@example.org';
const FILL_MS = 900_000;
/** How long a page may take for a step that is not measured, ms. */
export const PATIENCE_MS = 120_000;
const AGENT: AgentSnapshot = {
  agentId: deriveId('bench', 'console', 'agent'),
  name: 'Ann of Bella Vista',
  instructions: 'You are Ann of the restaurant Bella Vista.',
  greeting: 'Hello!',
  languageCode: 'en',
  voiceSettings: { firstGreeting: 'Hello!' },
  knowledgeSourceIds: [],
};
const SAID = [
  ['what are your opening hours', 'thank you very much'],
  ['I would like to book a table', 'for two people'],
  ['I would like to speak to a person'],
] as const;
/** The time between two calls, ms. */
const SPACING_MS = 6_000;
const CALL_MS = 300_000;

export interface Prepared {
  readonly service: ParleyProcess;
  /** Opens a page of the console in a browser session that is signed in. */
  open(browser: Browser, path: string): Promise<Page>;
  close(): Promise<void>;
}

const callsOf = (businessId: string, count: number, now: number): readonly EndedCall[] =>
  Array.from({ length: count }, (_, n) => {
    const said = n % 5 < 3 ? (SAID[n % SAID.length] ?? null) : null;
    return {
      callId: deriveId('bench', businessId, `${n}`),
      agent: AGENT,
      to: { contactId: null, name: `Guest ${n}`, number: `+1415555${String(n % 10_000).padStart(4, '0')}` },
      beganAt: now - CALL_MS - (count - n) * SPACING_MS,
      said,
      answerMs: n % 40 === 0 ? 2_600 : 600,
      verdict:
        said === null ? null : { success: n % 7 !== 0, sentiment: n % 11 === 0 ? 'negative' : 'neutral' },
      recording: null,
    };
  });

/** Views that are behind the journal are no failure while it is filled. */
const whenReady = async (read: () => Promise<boolean>): Promise<boolean> => {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_ready') return false;
    throw error;
  }
};

const addContacts = async (
  { url }: ParleyProcess,
  { api, apiKey }: { readonly api: ApiClient; readonly apiKey: string },
  { dataDir, contacts }: { readonly dataDir: string; readonly contacts: number },
): Promise<void> => {
  const file = join(dataDir, 'contacts.csv');
  await writeContacts(file, contacts);
  const categoryId = await createCategory(api, 'Customers');
  const { jobId } = await sendContacts({ url, apiKey }, api, categoryId, file);
  const path = `/api/v1/contacts/imports?jobId=${jobId}`;
  await until(
    'the contacts are imported',
    () =>
      whenReady(async () => {
        const { jobs } = await api.get<{ jobs: readonly ContactImportJob[] }>(path);
        const status = jobs[0]?.status;
        if (status === 'failed') throw new Error('the import failed');
        return status === 'completed';
      }),
    FILL_MS,
  );
};

/** @throws Error when the data is not in the views in time */
export const prepare = async (size: {
  readonly calls: number;
  readonly contacts: number;
}): Promise<Prepared> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-console-'));
  const service = await startParley({
    dataDir,
    env: { ...UNLIMITED, PARLEY_LOG_LEVEL: 'error' },
  });
  const close = async (): Promise<void> => {
    service.kill('SIGTERM');
    await service.ended;
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const { businessId, apiKey } = await createTenant(dataDir);
    const api = createApiClient(service.url, businessId, apiKey);
    const user = ['--business', businessId, '--email', EMAIL, '--name', 'Ann Archer'];
    const password = String((await admin(dataDir, 'user', 'create', ...user)).password);
    const access = await findRunningEngine(dataDir);
    if (access === null) throw new Error('the service has no nats-server');
    const calls = callsOf(businessId, size.calls, Date.now());
    await writeCalls(access, businessId, { calls, random: seeded(1) });
    await addContacts(service, { api, apiKey }, { dataDir, contacts: size.contacts });
    const counted = async (): Promise<boolean> =>
      (await api.get<{ calls: number }>('/api/v1/voice/calls/facets')).calls === size.calls;
    await until('the calls are listed', () => whenReady(counted), FILL_MS);
    let session: Awaited<ReturnType<BrowserContext['storageState']>> | null = null;
    const open = async (browser: Browser, path: string): Promise<Page> => {
      const viewport = { width: 1440, height: 900 };
      const context = await browser.newContext(
        session === null ? { viewport } : { viewport, storageState: session },
      );
      context.setDefaultTimeout(PATIENCE_MS);
      const page = await context.newPage();
      await page.goto(`${service.url}${path}`);
      if (session !== null) return page;
      await page.getByLabel('E-mail').fill(EMAIL);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('button', { name: 'Account of Ann Archer' }).waitFor();
      session = await context.storageState();
      return page;
    };
    return { service, open, close };
  } catch (error) {
    await close();
    throw error;
  }
};
