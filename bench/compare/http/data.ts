/** The data that the servers of a comparison serve: the same for each of them. */
import type { AgentResource } from '../../../schemas/agents/agent.js';
import type { ContactResource } from '../../../schemas/contacts/contact.js';
import { type ApiClient, createApiClient } from '../../../testkit/api/client.js';
import { createAgent, createCategory, createContact } from '../../../testkit/api/resources.js';
import { createLifetime, type OwnLifetime } from '../../../testkit/lifetime.js';
import { connectWhatsApp, startTestMeta, type TestMeta } from '../../../testkit/service/meta.js';
import { type ParleyProcess, startParley } from '../../../testkit/service/parley-process.js';
import { createTenant } from '../../../testkit/service/tenant.js';
import { until } from '../../../testkit/until.js';
import { cityOf, mobileOf, nameOf } from '../../contacts/rows.js';

interface Category {
  readonly id: string;
  readonly name: string;
}

/** The data as they are copied to another subject. */
export interface FilledData {
  readonly businessId: string;
  readonly apiKey: string;
  readonly categories: readonly Category[];
  /** Newest first, like the agents. */
  readonly contacts: readonly ContactResource[];
  readonly agents: readonly AgentResource[];
}

/** A service filled with the data. */
export interface FilledParley {
  readonly service: ParleyProcess;
  readonly data: FilledData;
}

const CONTACTS = 500;
const AGENTS = 20;
const CATEGORIES = ['Guests', 'Newsletter', 'Regulars', 'Suppliers', 'Press'];
/** How many of the newest contacts have written. */
const WRITERS = 25;
const ACCOUNT = '106540352242922';
const INSTRUCTIONS =
  'When the customer asks for "the menu", read today’s dishes. Be brief, and polite. '.repeat(25);
/** So high that no request is held back, although every subject checks its limit. */
export const LIMIT = { perSecond: 1_000_000, burst: 1_000_000 } as const;

/** Starts a service in the directory and fills it; the service ends with the lifetime. */
export const startFilledParley = async (
  lifetime: OwnLifetime,
  dataDir: string,
  ownEnv: Readonly<Record<string, string>>,
): Promise<FilledParley> => {
  // Its customers write before anything is measured; it has stopped by then.
  const metaLifetime = createLifetime();
  const meta = await startTestMeta(metaLifetime);
  const env = {
    ...meta.env,
    PARLEY_RATE_LIMIT: String(LIMIT.perSecond),
    PARLEY_RATE_BURST: String(LIMIT.burst),
    PARLEY_LOG_LEVEL: 'warn',
    ...ownEnv,
  };
  const service = await startParley({ dataDir, env });
  lifetime.teardown(async () => {
    service.kill('SIGTERM');
    await service.ended;
  });
  const { businessId, apiKey } = await createTenant(dataDir, { env });
  const client = createApiClient(service.url, businessId, apiKey);
  const categories = await createContacts(client);
  for (let row = 0; row < AGENTS; row += 1)
    await createAgent(client, { channel: 'voice', name: `Agent ${row}`, instructions: INSTRUCTIONS });
  await connectWhatsApp({ dataDir }, businessId, ACCOUNT, 'token-of-a-bench', env);
  const contacts = await writeMessages(client, meta);
  await metaLifetime.end();
  const { agents } = await client.get<{ agents: readonly AgentResource[] }>('/api/v1/agents?limit=200');
  return { service, data: { businessId, apiKey, categories, contacts, agents } };
};

const createContacts = async (client: ApiClient): Promise<readonly Category[]> => {
  const categories: Category[] = [];
  for (const name of CATEGORIES) categories.push({ id: await createCategory(client, name), name });
  const idAt = (index: number): string => categories[index % categories.length]?.id ?? '';
  for (let row = 0; row < CONTACTS; row += 1) {
    const categoryIds = [idAt(row), idAt(row * 3 + 1)];
    await createContact(client, {
      name: nameOf(row),
      mobile: mobileOf(row),
      categoryIds: [...new Set(categoryIds)],
      fields: { city: cityOf(row), order: `A-${row}`, note: `"later", says ${nameOf(row)}` },
    });
  }
  return categories;
};

/** Has some customers write, and returns all contacts once that is visible. */
const writeMessages = async (client: ApiClient, meta: TestMeta): Promise<readonly ContactResource[]> => {
  for (let row = CONTACTS - WRITERS; row < CONTACTS; row += 1)
    await meta.write({ accountId: ACCOUNT, from: mobileOf(row).slice(1), text: 'Is there a table?' });
  return until('the customers’ messages to be counted', async () => {
    const contacts = await allContacts(client);
    return contacts.filter(({ rollups }) => rollups.whatsapp.count > 0).length === WRITERS ? contacts : null;
  });
};

const allContacts = async (client: ApiClient): Promise<readonly ContactResource[]> => {
  const contacts: ContactResource[] = [];
  let cursor: string | null = null;
  do {
    const from: string = cursor === null ? '' : `&cursor=${cursor}`;
    const page: { readonly contacts: readonly ContactResource[]; readonly nextCursor: string | null } =
      await client.get(`/api/v1/contacts?limit=200${from}`);
    contacts.push(...page.contacts);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return contacts;
};
