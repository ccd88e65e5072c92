/** Many contacts at once, end to end: they are counted, categorised, blocked, exported, imported again and deleted. */
import t from 'tap';
import type { ContactResource } from '../../../schemas/contacts/contact.js';
import type { ContactImportJob } from '../../../schemas/contacts/job.js';
import type { ContactJob } from '../../../schemas/contacts/selection.js';
import { ApiError } from '../../../testkit/api/client.js';
import { createAgent, createCategory, createContact } from '../../../testkit/api/resources.js';
import { startWorld } from '../../../testkit/service/world.js';
import { until } from '../../../testkit/until.js';

t.setTimeout(120_000);

const world = await startWorld(t);
const client = world.client();
const leads = await createCategory(client, 'Leads');
const winners = await createCategory(client, 'Winners; "2026"');
const CITIES = ['Lima', 'Oslo', '=1+1', 'O\'Brien, "the" city\nof lines', '', '-5', '0049', '@home'];
const COUNT = 24;
for (let index = 0; index < COUNT; index += 1)
  await createContact(client, {
    name: index % 5 === 0 ? `+Plus ${index}` : `Person ${index}`,
    mobile: `+14155552${String(600 + index)}`,
    categoryIds: [leads],
    fields: { city: CITIES[index % CITIES.length] ?? '', note: `n${index}` },
  });

const run = async (body: object): Promise<ContactJob> => {
  const { job } = await client.post<{ job: ContactJob }>('/api/v1/contacts/jobs', body);
  return until(
    'the job has ended',
    async () => {
      const { jobs } = await client.get<{ jobs: ContactJob[] }>(`/api/v1/contacts/jobs?jobId=${job.jobId}`);
      const [current] = jobs;
      return current?.finishedAt == null ? null : current;
    },
    20_000,
  );
};

const list = async (query: string): Promise<readonly string[]> => {
  const { contacts } = await client.get<{ contacts: ContactResource[] }>(
    `/api/v1/contacts?limit=200&${query}`,
  );
  return contacts.map(({ name }) => name);
};

t.test('a list is filtered by field and category, and sorted by name', async (t) => {
  t.same(await list('field=city:lima&sort=name'), ['+Plus 0', 'Person 16', 'Person 8']);
  t.same(await list(`field=city:Lima&categoryId=${winners}`), []);
  t.equal((await list('contacted=false')).length, COUNT);
  t.same(await list('contacted=true&sort=lastContact'), []);
});

t.test('a dry run counts, and categories are added to what a filter selects', async (t) => {
  const filter = { fields: { city: 'Oslo' } };
  const selected = { action: 'add_categories', categoryIds: [winners], filter };
  const counted = await run({ ...selected, dryRun: true });
  t.match(counted, {
    status: 'completed',
    dryRun: true,
    progressPercent: 100,
    counts: { matched: 3, changed: 0 },
  });
  t.equal((await list(`categoryId=${winners}`)).length, 0);
  const added = await run(selected);
  t.match(added, { status: 'completed', counts: { matched: 3, changed: 3, skipped: 0 } });
  t.equal((await list(`categoryId=${winners}`)).length, 3);
  const removed = await run({ action: 'remove_categories', categoryIds: [leads], all: true });
  t.match(
    removed.counts,
    { matched: COUNT, changed: 3, skipped: COUNT - 3 },
    'no one loses the last category',
  );
});

t.test('an export is imported again without a change', async (t) => {
  const path = `/api/v1/contacts/export?businessId=${world.businessId}`;
  const response = await fetch(`${world.service().url}${path}`, {
    headers: { authorization: `Bearer ${world.apiKey}` },
  });
  t.match(response.headers.get('content-type'), /text\/csv/);
  const file = Buffer.from(await response.arrayBuffer());
  const { job } = await client.post<{ job: ContactImportJob }>('/api/v1/contacts/imports', {
    categoryIds: [winners],
    fileName: 'contacts.csv',
    contentBase64: file.toString('base64'),
  });
  const done = await until(
    'the import has ended',
    async () => {
      const found = await client.get<{ jobs: ContactImportJob[] }>(
        `/api/v1/contacts/imports?jobId=${job.jobId}`,
      );
      return found.jobs[0]?.finishedAt == null ? null : found.jobs[0];
    },
    20_000,
  );
  t.match(
    done,
    { status: 'completed', counts: { rows: COUNT, created: 0, skipped: 3, failed: 0 } },
    file.toString(),
  );
  const { contacts } = await client.get<{ contacts: ContactResource[] }>('/api/v1/contacts?limit=200');
  t.equal(contacts.length, COUNT);
  for (const { fields, name } of contacts) {
    const index = Number(name.split(' ')[1]);
    const city = CITIES[index % CITIES.length] ?? '';
    t.same(fields, { city, note: `n${index}` }, name);
  }
});

t.test('blocked contacts are not called, and are called again after', async (t) => {
  const agent = await createAgent(client, {
    name: 'Ada',
    channel: 'voice',
    instructions: 'You are Ada.',
    contactCategoryIds: [leads, winners],
    voiceSettings: { firstGreeting: 'Hello.' },
  });
  const refusal = async (): Promise<string | null> => {
    try {
      await client.post('/api/v1/voice/calls', { agentId: agent.id, toNumber: '+14155552601' });
      return null;
    } catch (error) {
      if (error instanceof ApiError) return error.code;
      throw error;
    }
  };
  const filter = { fields: { city: 'oslo' } };
  t.match((await run({ action: 'block', filter })).counts, { matched: 3, changed: 3 });
  t.equal(await refusal(), 'suppressed');
  t.equal((await list('communicationBlocked=true')).length, 3);
  t.match((await run({ action: 'unblock', filter })).counts, { matched: 3, changed: 3 });
  await world.network.callee('+14155552601', { outcome: 'answer', ringMs: 100, steps: [] });
  const { contacts } = await client.get<{ contacts: ContactResource[] }>(
    '/api/v1/contacts?search=4155552601',
  );
  await client.post('/api/v1/voice/calls', { agentId: agent.id, contactId: contacts[0]?.id });
  await until(
    'the call is the last contact',
    async () => ((await list('contacted=true')).join() === 'Person 1' ? true : null),
    10_000,
  );
  t.equal((await list('sort=lastContact'))[0], 'Person 1');
});

t.test('everything that matches is deleted, and nothing else', async (t) => {
  t.match(await run({ action: 'delete', filter: { search: 'person' } }), {
    status: 'completed',
    counts: { matched: 19, changed: 19, skipped: 0 },
  });
  t.equal((await list('')).length, 5);
});

t.test('a job that says too little or too much is refused', async (t) => {
  const refused = async (body: object): Promise<readonly string[]> => {
    try {
      await client.post('/api/v1/contacts/jobs', body);
      return [];
    } catch (error) {
      if (error instanceof ApiError) return [error.code, ...error.details.map(({ path }) => path)];
      throw error;
    }
  };
  t.same(await refused({ action: 'delete' }), ['validation_failed', '/']);
  t.same(await refused({ action: 'delete', all: true, filter: { contacted: true } }), [
    'validation_failed',
    '/',
  ]);
  t.same(await refused({ action: 'add_categories', all: true }), ['validation_failed', '/categoryIds']);
  t.same(await refused({ action: 'block', categoryIds: [leads], all: true }), [
    'validation_failed',
    '/categoryIds',
  ]);
  const unknown = '99999999-9999-4999-8999-999999999999';
  t.match(await refused({ action: 'delete', filter: { categoryId: unknown } }), ['category_not_found']);
});
