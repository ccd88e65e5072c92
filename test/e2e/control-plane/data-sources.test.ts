/** Data Sources over the API: read, reviewed, activated atomically, archived. */
import t from 'tap';
import type { DataSourceResource } from '../../../schemas/contacts/data-source.js';
import { contactsSourceId } from '../../../schemas/ids.js';
import type { PublishedAnswer } from '../../../testkit/api/published-client.js';
import { openDesk, UNKNOWN_ID } from './desk.js';
import { type CreatedSource, ingestionsOf } from './ingestions.js';

t.setTimeout(120_000);

const desk = await openDesk(t);
const { api, businessId, q } = desk;
const { create, upload, read, review } = ingestionsOf(desk);
const leads = await desk.category('Leads');
const jose = (await desk.contact({ name: 'José Núñez', mobile: '+14155552671', categoryIds: [leads] })).data
  .contact;

/** A source of orders with one order, not yet read. */
const ordersOf = (name: string): Promise<PublishedAnswer<CreatedSource>> =>
  create({
    class: 'structured',
    name,
    description: 'Of the shop',
    rows: [{ Mobile: '+14155552671', Order: 17, Status: 'v0' }],
  });
const firstOf = ({ ingestion }: CreatedSource): string => {
  if (ingestion === null) throw new Error('the source was made with nothing to read');
  return ingestion.ingestionId;
};
/** A source whose first version is active. */
const activeOrders = async (name: string): Promise<{ sourceId: string; first: string }> => {
  const { data } = await ordersOf(name);
  const first = firstOf(data);
  await read(first);
  await review(first);
  return { sourceId: data.dataSource.id, first };
};
/** An agent with variables of the source. */
const createClerk = (sourceId: string) =>
  api.ask<{ agent: { id: string } }>('POST', '/api/v1/agents', {
    businessId,
    channel: 'voice',
    name: 'Clerk',
    contactCategoryIds: [leads],
    instructions: 'Order {{order}} is {{state}}.',
    dataSourceVariables: [
      { sourceId, fieldKey: 'Order', alias: 'order' },
      { sourceId, fieldKey: 'Status', alias: 'state' },
    ],
  });
/** The values that the agent would have for the order. */
const resolvedFor = (agentId: string) =>
  api.ask<{ values: { order: string; state: string } }>(
    'GET',
    `/api/v1/voice/calls/resolve?${q}&agentId=${agentId}&contactId=${jose.id}`,
  );

t.test('the initial rows of a source are read, and known to agents after their review', async (t) => {
  const created = await ordersOf('First orders');
  t.equal(created.status, 201);
  const { dataSource } = created.data;
  const ingestionId = firstOf(created.data);
  t.match(await read(ingestionId), {
    stage: 'validated',
    counts: { rows: 1, failed: 0 },
    columns: [{ column: 'Mobile', type: 'mobile', key: true }, { fieldKey: 'Order', type: 'integer' }, {}],
  });
  t.match(await createClerk(dataSource.id), { code: 'data_source_field_unknown' }, 'not yet active');
  t.match((await review(ingestionId)).data.ingestion, { stage: 'active' });
  const clerk = await createClerk(dataSource.id);
  t.same((await resolvedFor(clerk.data.agent.id)).data.values, { order: '17', state: 'v0' });
});

t.test('a version is activated atomically: no answer has values of two versions', async (t) => {
  const { sourceId, first } = await activeOrders('Orders');
  const clerk = await createClerk(sourceId);
  const resolve = async () => (await resolvedFor(clerk.data.agent.id)).data.values;
  // Versions whose two values belong together.
  for (const version of [1, 2, 3]) {
    const csv = `Mobile;Order;Status\n+1 415 555 2671;${version};v${version}\n`;
    const ingestionId = await upload(sourceId, 'orders.csv', csv);
    await read(ingestionId);
    t.match(await resolve(), { state: `v${version - 1}` }, 'nothing changes before the review');
    const activation = review(ingestionId);
    let active = false;
    void activation.then(() => {
      active = true;
    });
    while (!active) {
      const { order, state } = await resolve();
      t.ok(state === 'v0' ? order === '17' : state === `v${order}`, `${order} belongs to ${state}`);
    }
    t.same(await resolve(), { order: String(version), state: `v${version}` });
  }
  t.match(await review(first, { columns: [{ column: 'Order', type: 'text' }] }), {
    code: 'ingestion_closed',
  });
  t.match(await review(UNKNOWN_ID), { status: 404, code: 'ingestion_not_found' });
  const listed = await api.ask<{ dataSources: readonly DataSourceResource[] }>(
    'GET',
    `/api/v1/data-sources?${q}`,
  );
  t.match(listed.data.dataSources, [
    { name: 'Orders', itemCount: 1 },
    { name: 'First orders', itemCount: 1 },
    { builtIn: true },
  ]);
  t.notMatch(listed.text, /4155552671|"v3"/, 'no value of a contact is in the listing');
});

t.test('an archived source gives agents nothing until it is restored', async (t) => {
  const { sourceId } = await activeOrders('Archived');
  const clerk = await createClerk(sourceId);
  const builtIn = contactsSourceId(businessId);
  t.match(await api.ask('DELETE', '/api/v1/data-sources', { businessId, sourceId: builtIn }), {
    code: 'data_source_built_in',
  });
  const archive = { businessId, sourceId };
  t.match((await api.ask('DELETE', '/api/v1/data-sources', archive)).data, {
    dataSource: { status: 'archived' },
  });
  t.match(await resolvedFor(clerk.data.agent.id), { status: 422, code: 'contact_context_required' });
  t.match(
    (await api.ask('PATCH', '/api/v1/data-sources', { ...archive, status: 'active', name: 'Shop' })).data,
    { dataSource: { status: 'active', name: 'Shop' } },
  );
  t.match(await api.ask('PATCH', '/api/v1/data-sources', { ...archive, text: 'x' }), {
    code: 'data_source_not_unstructured',
  });
});

t.test('doubtful columns wait for a review', async (t) => {
  const created = await create({ class: 'structured', name: 'Visits' });
  const visits = ['many', ...Array.from({ length: 30 }, (_, n) => n)];
  const lines = visits.map((count, n) => `+141555526${String(n + 10)},${count}`);
  const csv = ['phone,visits', ...lines].join('\n');
  const ingestionId = await upload(created.data.dataSource.id, 'visits.csv', csv);
  const doubtful = await read(ingestionId);
  t.equal(doubtful.stage, 'needs_review');
  t.match(
    doubtful.columns.find(({ column }) => column === 'visits'),
    { needsReview: true, reviewReason: /./ },
  );
  t.match(await review(ingestionId, { columns: [{ column: 'unknown' }] }), { code: 'validation_failed' });
  const settled = await review(ingestionId, {
    columns: [{ column: 'visits', type: 'integer', fieldKey: 'count' }],
    activate: false,
  });
  t.match(settled.data.ingestion, { stage: 'validated', columns: [{}, { fieldKey: 'count', misfits: 1 }] });
  t.match((await review(ingestionId)).data.ingestion, { stage: 'active' });
});
