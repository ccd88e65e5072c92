/** The client package against a real service: a whole day of an integrator, and what a refusal looks like. */
import t from 'tap';
import { ParleyError } from '../../../packages/client/src/errors.js';
import { Parley } from '../../../packages/client/src/parley.js';
import { startWorld } from '../../../testkit/service/world.js';

t.setTimeout(240_000);

const ANSWERS = { outcome: 'answer', ringMs: 100, steps: [{ atMs: 700, do: { type: 'hang_up' } }] } as const;

const world = await startWorld(t);
const { network, businessId, apiKey } = world;
const baseUrl = world.service().url;
const parley = new Parley({ baseUrl, apiKey });
const numbers = Array.from({ length: 5 }, (_number, index) => `+1415555010${index}`);
for (const number of numbers) await network.callee(number, ANSWERS);

t.test('a key knows its business', async (t) => {
  t.equal(await parley.businessId(), businessId);
  t.match(await parley.business.read(), { businessId, name: 'Demo' });
});

t.test('imports contacts from a file, and runs a campaign with them', async (t) => {
  const { category } = await parley.contacts.categories.create({ name: 'Leads' });
  const { job } = await parley.contacts.imports.start({
    categoryIds: [category.id],
    file: new Blob([
      `name,mobile\n${numbers.map((number, index) => `Person ${index},${number}`).join('\n')}\n`,
    ]),
    fileName: 'people.csv',
  });
  t.ok(job.jobId);
  const imported = async (): Promise<boolean> => {
    const { items } = await parley.contacts.imports.list({ jobId: job.jobId });
    return items[0]?.status === 'completed';
  };
  for (let reads = 0; reads < 300 && !(await imported()); reads++)
    await new Promise((resolve) => setTimeout(resolve, 100));
  const names: string[] = [];
  for await (const { name } of parley.contacts.list({ categoryId: category.id, limit: 2 })) names.push(name);
  t.equal(new Set(names).size, 5);
  t.equal(
    (await (await parley.contacts.export({ categoryId: category.id })).text()).trim().split('\n').length,
    6,
  );

  const { agent } = await parley.agents.create({
    channel: 'voice',
    name: 'Ann',
    instructions: 'Say "Yes.".',
    contactCategoryIds: [category.id],
  });
  const { campaign } = await parley.campaigns.create({
    name: 'Renewals',
    objective: 'Renew contracts.',
    channel: 'voice',
    agentId: agent.id,
    audience: { categoryIds: [category.id] },
  });
  await parley.campaigns.act({ campaignId: campaign.id, action: 'start' });
  const statusOf = async (): Promise<string> =>
    (await parley.campaigns.read({ campaignId: campaign.id })).campaign.status;
  for (let reads = 0; reads < 600 && (await statusOf()) !== 'completed'; reads++)
    await new Promise((resolve) => setTimeout(resolve, 100));
  t.equal(await statusOf(), 'completed');
  const outcomes: unknown[] = [];
  for await (const { outcome } of parley.campaigns.memberships({ campaignId: campaign.id, limit: 2 }))
    outcomes.push(outcome);
  t.equal(outcomes.length, 5);
});

t.test('a repeated start with the same key is one call', async (t) => {
  const { agent } = await parley.agents.create({
    channel: 'voice',
    name: 'Bob',
    instructions: 'Say "Yes.".',
  });
  const params = { agentId: agent.id, toNumber: numbers[0] ?? '' };
  const options = { idempotencyKey: 'order-7' };
  const { call } = await parley.calls.startAndWait(params, { ...options, pollMs: 200, timeoutMs: 60_000 });
  t.equal(call.status, 'completed');
  t.equal((await parley.calls.start(params, options)).callId, call.id);
  const conflict = await parley.calls
    .start({ ...params, toNumber: numbers[1] ?? '' }, options)
    .then(null, (error: unknown) => error);
  if (!(conflict instanceof ParleyError)) throw new Error('no ParleyError');
  t.match(conflict, {
    code: 'idempotency_key_conflict',
    status: 409,
    category: 'conflict',
    retryable: false,
  });
  t.match(conflict.requestId, /^[0-9a-f-]{36}$/);
});

t.test('refusals have codes and details', async (t) => {
  const invalid = parley.calls.start({ agentId: 'no-id', toNumber: '12' });
  await t.rejects(invalid, {
    code: 'validation_failed',
    details: [{ path: '/agentId' }, { path: '/toNumber' }],
  });
  const foreign = new Parley({
    baseUrl,
    apiKey: `${apiKey.slice(0, -1)}${apiKey.endsWith('0') ? '1' : '0'}`,
  });
  await t.rejects(async () => foreign.agents.list(), { code: 'api_key_invalid', status: 401 });
});

t.test('goes on through a restart of the service', async (t) => {
  await world.kill();
  const listing = parley.agents.list({}, { maxRetries: 12 });
  const names = listing.then(({ items }) => items.map(({ name }) => name));
  await world.restart();
  t.ok((await names).includes('Bob'));
});
