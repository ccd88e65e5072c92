/** Data Sources that are read from databases, through the real service and real servers. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import type { DatabaseConnection } from '../../../providers/databases/database.js';
import type { DataSourceResource, IngestionResource } from '../../../schemas/contacts/data-source.js';
import { createPublishedClient, type PublishedClient } from '../../../testkit/api/published-client.js';
import { noMariaDb, noPostgres, startMariaDb, startPostgres } from '../../../testkit/servers/databases.js';
import { startWorld } from '../../../testkit/service/world.js';
import { until } from '../../../testkit/until.js';

const urlOf = ({ kind, host, port, user, password, database }: DatabaseConnection): string =>
  `${kind}://${user}:${encodeURIComponent(password)}@${host}:${port}/${database}`;

const SERVERS = [
  { name: 'PostgreSQL', skip: noPostgres, start: startPostgres, reader: 'reader' },
  { name: 'MariaDB', skip: noMariaDb, start: startMariaDb, reader: "'reader'@'127.0.0.1'" },
] as const;

/** Requests of a client about Data Sources that are read from databases. */
const sourcesOf = (api: PublishedClient, businessId: string) => {
  const create = (connection: string, table: string) =>
    api.ask<{ dataSource: DataSourceResource; ingestion: IngestionResource }>(
      'POST',
      '/api/v1/data-sources',
      {
        businessId,
        class: 'structured',
        name: 'Orders',
        database: { connection, table },
      },
    );
  const ingestion = async (id: string): Promise<IngestionResource> => {
    const path = `/api/v1/data-sources/ingestions?businessId=${businessId}&ingestionId=${id}`;
    return (await api.ask<{ ingestions: readonly [IngestionResource] }>('GET', path)).data.ingestions[0];
  };
  const read = (id: string): Promise<IngestionResource> =>
    until(
      'the table was read',
      async () => {
        const found = await ingestion(id);
        return ['validated', 'needs_review', 'failed'].includes(found.stage) ? found : null;
      },
      60_000,
    );
  const activate = (ingestionId: string) =>
    api.ask('PATCH', '/api/v1/data-sources/ingestions', { businessId, ingestionId });
  const refresh = (sourceId: string) =>
    api.ask<{ ingestion: IngestionResource }>('POST', '/api/v1/data-sources/refresh', {
      businessId,
      sourceId,
    });
  return { create, ingestion, read, activate, refresh };
};

/** An agent with the state of a contact's order; resolves with a function that reads what it would say now. */
const createStateReader = async (
  api: PublishedClient,
  businessId: string,
  sourceId: string,
): Promise<() => Promise<string>> => {
  const category = await api.ask<{ category: { id: string } }>('POST', '/api/v1/contacts/categories', {
    businessId,
    name: 'Leads',
  });
  const categoryIds = [category.data.category.id];
  const contact = await api.ask<{ contact: { id: string } }>('POST', '/api/v1/contacts', {
    businessId,
    name: 'José',
    mobile: '+14155552671',
    categoryIds,
  });
  const agent = await api.ask<{ agent: { id: string } }>('POST', '/api/v1/agents', {
    businessId,
    channel: 'voice',
    name: 'Clerk',
    contactCategoryIds: categoryIds,
    instructions: 'It is {{state}}.',
    dataSourceVariables: [{ sourceId, fieldKey: 'state', alias: 'state' }],
  });
  if (agent.status !== 201) throw new Error(agent.text);
  return async () => {
    const ids = `agentId=${agent.data.agent.id}&contactId=${contact.data.contact.id}`;
    const path = `/api/v1/voice/calls/resolve?businessId=${businessId}&${ids}`;
    return (await api.ask<{ values: { state: string } }>('GET', path)).data.values.state;
  };
};

for (const { name, skip, start, reader } of SERVERS)
  t.test(name, { skip }, async (t) => {
    t.setTimeout(200_000);
    const database = await start(t);
    await database.run(
      'CREATE TABLE orders (phone varchar(40), state varchar(40))',
      "INSERT INTO orders VALUES ('+14155552671', 'sent'), ('+14155552672', 'lost')",
      'CREATE TABLE secrets (a varchar(10))',
      `GRANT SELECT ON orders TO ${reader}`,
    );
    const dir = mkdtempSync(join(tmpdir(), 'parley-databases-'));
    t.teardown(() => rmSync(dir, { recursive: true, force: true }));
    const file = join(dir, 'databases.json');
    const allow = (businesses: readonly string[]): void => {
      const url = urlOf(database.connection);
      writeFileSync(
        file,
        JSON.stringify({ crm: { url, businesses, tables: ['orders', 'secrets'], tls: 'none' } }),
        { mode: 0o600 },
      );
    };
    const STRANGER = '5b6f3c1e-6a0e-4c35-9d3f-0a4f9d2b7c11';
    allow([STRANGER]);
    const world = await startWorld(t, { PARLEY_DATABASES: file });
    const { businessId } = world;
    const api = await createPublishedClient(() => world.service().url, {
      authorization: `Bearer ${world.apiKey}`,
    });
    const { create, ingestion, read, activate, refresh } = sourcesOf(api, businessId);

    const stranger = await create('crm', 'orders');
    t.match(stranger, { status: 422, code: 'database_not_allowed' });
    t.notMatch(stranger.text, /127\.0\.0\.1|reader|of crm/, 'no details of a connection of others');
    allow([businessId]);
    await world.kill();
    await world.restart();
    const unknown = await create('crm', 'pg_shadow');
    t.match(unknown, { status: 422, code: 'database_not_allowed' });
    t.match(unknown.text, /orders of crm/, 'the refusal names what is allowed');

    const created = await create('crm', 'orders');
    t.equal(created.status, 201, created.text);
    const { id: sourceId } = created.data.dataSource;
    t.match(created.data.dataSource, { database: { connection: 'crm', table: 'orders' }, itemCount: 0 });
    const first = await read(created.data.ingestion.ingestionId);
    t.match(first, {
      stage: 'validated',
      versionStatus: 'validated',
      fileName: 'orders.json',
      issues: [],
      counts: { rows: 2, failed: 0 },
      columns: [{ column: 'phone', type: 'mobile', key: true }, {}],
    });
    t.equal((await activate(first.ingestionId)).status, 200);

    const state = await createStateReader(api, businessId, sourceId);
    t.equal(await state(), 'sent');

    await database.run("UPDATE orders SET state = 'delivered' WHERE phone = '+14155552671'");
    const again = await refresh(sourceId);
    t.equal(again.status, 202, again.text);
    const second = await read(again.data.ingestion.ingestionId);
    t.equal(await state(), 'sent', 'nothing changes before the activation');
    await activate(second.ingestionId);
    t.equal(await state(), 'delivered');
    t.match(await ingestion(first.ingestionId), { versionStatus: 'superseded' });

    const secret = await create('crm', 'secrets');
    const refused = await read(secret.data.ingestion.ingestionId);
    t.match(refused, { stage: 'failed', issues: [{ code: 'database_refused', row: null }] });
    t.notMatch(JSON.stringify(refused), /127\.0\.0\.1|reader|permission|denied/, 'no details of the server');

    database.signal('SIGKILL');
    const gone = await refresh(sourceId);
    t.match(await read(gone.data.ingestion.ingestionId), {
      stage: 'failed',
      issues: [{ code: 'database_unreachable' }],
    });
    t.equal(await state(), 'delivered', 'the active version stays active');

    allow([STRANGER]);
    await world.kill();
    await world.restart();
    t.match(await refresh(sourceId), { status: 422, code: 'database_not_allowed' });
    const plain = await api.ask<{ dataSource: DataSourceResource }>('POST', '/api/v1/data-sources', {
      businessId,
      class: 'structured',
      name: 'Files',
    });
    t.match(await refresh(plain.data.dataSource.id), { status: 422, code: 'data_source_without_database' });
  });
