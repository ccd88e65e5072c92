/** Data Sources: what they may be made of, and what is stored and asked for them. */
import t from 'tap';
import { dataSourceOperations } from '../../../operations/data-sources/data-sources.js';
import type { OperationsDeps } from '../../../operations/deps.js';
import type { AssetStore } from '../../../providers/assets/asset-store.js';
import type {
  DataSourceCreate,
  DataSourceResource,
  IngestionResource,
} from '../../../schemas/contacts/data-source.js';
import { DomainError } from '../../../schemas/errors.js';
import { contactsSourceId } from '../../../schemas/ids.js';
import { stub } from '../../../testkit/stub.js';
import type { ViewStore } from '../../../views/views.js';
import { stubActors } from '../../support/stub-actors.js';

const BUSINESS = 'b1';
const CALLER = { businessId: BUSINESS, operationId: 'o', idempotencyKey: 'k', at: 1 };
const DATABASE = { connection: 'crm', table: 'customers' };
const ROWS = Buffer.from('[{"a":1}]');
const SOURCE = { businessId: BUSINESS, sourceId: 's1' };

/** `database`: the one of an existing source. `shown` false: the views do not know what was committed. */
const createWorld = ({
  database = null,
  shown = true,
}: {
  readonly database?: typeof DATABASE | null;
  readonly shown?: boolean;
} = {}) => {
  const asked: { readonly id: string; readonly type: string }[] = [];
  const stored: string[] = [];
  const waited: number[] = [];
  let seq = 0;
  const actors = stubActors((_, id, request) => {
    asked.push({ id, ...request });
    if (id === 'gone') throw new DomainError('data_source_not_found');
    return { database };
  });
  const ask: typeof actors.ask = async (...request) => {
    seq += 1;
    return { ...(await actors.ask(...request)), seq };
  };
  const deps = stub<OperationsDeps>({
    actors: { ...actors, ask },
    databases: new Map([
      ['crm', stub({ businesses: new Set([BUSINESS]), tables: ['customers'], connection: stub({}) })],
      ['erp', stub({ businesses: new Set(['b2']), tables: ['orders'], connection: stub({}) })],
    ]),
    assets: stub<AssetStore>({ keep: async (id) => void stored.push(id) }),
    views: stub<ViewStore>({
      catchUp: async () => undefined,
      waitFor: async (_, at) => void waited.push(at),
      dataSource: (_, id) => (shown ? stub<DataSourceResource>({ id }) : null),
      ingestion: (_, id) =>
        shown && id !== 'gone' ? stub<IngestionResource>({ ingestionId: id, sourceId: 's1' }) : null,
    }),
  });
  return { sources: dataSourceOperations(deps), asked, stored, waited };
};

const body = (more: Partial<DataSourceCreate>): Omit<DataSourceCreate, 'rows'> => ({
  businessId: BUSINESS,
  class: 'structured',
  name: '  Orders ',
  ...more,
});

t.test('a new source is empty, or has its first version from rows or a database', async (t) => {
  const empty = createWorld();
  const { result } = await empty.sources.create(CALLER, body({}), null);
  t.equal(result.ingestion, null);
  t.match(empty.asked, [
    { type: 'create', class: 'structured', name: 'Orders', description: null, text: null },
  ]);
  t.notOk('database' in (empty.asked[0] ?? {}));

  const inline = createWorld();
  const filled = await inline.sources.create(CALLER, body({ description: 'All of them.' }), ROWS);
  const [created, received] = inline.asked;
  t.match(created, { type: 'create', description: 'All of them.' });
  t.match(received, { type: 'receive', fileName: 'rows.json', bytes: ROWS.length });
  t.same(
    inline.stored,
    [filled.result.ingestion?.ingestionId],
    'the rows are stored under the id of the version',
  );
  t.equal(filled.seq, 2, 'the answer waits for the last commit');
  t.ok(inline.waited.includes(2));

  const bound = createWorld();
  const read = await bound.sources.create(CALLER, body({ database: DATABASE }), null);
  t.match(bound.asked, [
    { type: 'create', database: DATABASE },
    { type: 'refresh', versionId: read.result.ingestion?.ingestionId ?? '' },
  ]);
  t.same(bound.stored, []);
});

t.test('refuses content that does not fit the class, and databases of others', async (t) => {
  const { sources, asked } = createWorld();
  for (const [more, rows, path] of [
    [{ text: 'x' }, null, '/text'],
    [{ class: 'unstructured', database: DATABASE }, null, '/database'],
    [{ database: DATABASE }, ROWS, '/rows'],
    [{ class: 'unstructured' }, ROWS, '/rows'],
    [{ name: ' ' }, null, '/name'],
  ] as const)
    await t.rejects(
      sources.create(CALLER, body(more), rows),
      { code: 'validation_failed', details: [{ path }] },
      JSON.stringify(more),
    );
  for (const database of [
    { connection: 'erp', table: 'orders' },
    { connection: 'crm', table: 'salaries' },
  ])
    await t.rejects(sources.create(CALLER, body({ database }), null), {
      code: 'database_not_allowed',
      details: [{ path: '/database', message: 'allowed: customers of crm' }],
    });
  t.same(asked, []);
});

t.test('a change has only the fields of the request, and null is none of them', async (t) => {
  const { sources, asked } = createWorld();
  await sources.update(CALLER, { ...SOURCE, name: ' New ' });
  await sources.update(CALLER, { ...SOURCE, description: 'd', status: 'archived', text: 'x' });
  t.same(asked, [
    { id: 's1', type: 'update', name: 'New' },
    { id: 's1', type: 'update', description: 'd', status: 'archived', text: 'x' },
  ]);
  await t.rejects(sources.update(CALLER, { ...SOURCE, name: ' ' }), {
    details: [{ path: '/name' }],
    code: 'validation_failed',
  });
  await sources.archive(CALLER, SOURCE);
  t.match(asked.at(-1), { type: 'archive' });
});

t.test('nothing is stored for a source that does not exist or is built in', async (t) => {
  const { sources, asked, stored } = createWorld();
  const upload = (sourceId: string) =>
    sources.upload(
      CALLER,
      { businessId: BUSINESS, sourceId, fileName: 'orders.csv', contentBase64: '' },
      ROWS,
    );
  await t.rejects(upload('gone'), { code: 'data_source_not_found' });
  const builtIn = contactsSourceId(BUSINESS);
  await t.rejects(upload(builtIn), { code: 'data_source_built_in' });
  await t.rejects(sources.archive(CALLER, { businessId: BUSINESS, sourceId: builtIn }), {
    code: 'data_source_built_in',
  });
  t.same(stored, []);
  const { result } = await upload('s1');
  t.same(stored, [result.ingestionId]);
  t.match(asked.at(-1), {
    type: 'receive',
    fileName: 'orders.csv',
    versionId: result.ingestionId,
    assetId: result.ingestionId,
  });
});

t.test('a refresh needs a database that the business may still read', async (t) => {
  const allowed = createWorld({ database: DATABASE });
  const { result } = await allowed.sources.refresh(CALLER, SOURCE);
  t.match(allowed.asked.at(-1), { type: 'refresh', versionId: result.ingestionId });
  const withdrawn = createWorld({ database: { connection: 'crm', table: 'salaries' } });
  await t.rejects(withdrawn.sources.refresh(CALLER, SOURCE), { code: 'database_not_allowed' });
  t.notOk(withdrawn.asked.some(({ type }) => type === 'refresh'));
});

t.test('a review activates the version unless the request says otherwise', async (t) => {
  const { sources, asked } = createWorld();
  const review = (more: { readonly activate?: boolean }) =>
    sources.reviewIngestion(CALLER, { businessId: BUSINESS, ingestionId: 'i1', ...more });
  await review({});
  await review({ activate: false });
  t.match(asked, [
    { id: 's1', type: 'review', versionId: 'i1', columns: [], activate: true },
    { activate: false },
  ]);
  await t.rejects(sources.reviewIngestion(CALLER, { businessId: BUSINESS, ingestionId: 'gone' }), {
    code: 'ingestion_not_found',
  });
  const unseen = createWorld({ shown: false });
  await t.rejects(unseen.sources.archive(CALLER, SOURCE), { code: 'data_source_not_found' });
  await t.rejects(unseen.sources.refresh(CALLER, SOURCE), { code: 'ingestion_not_found' });
});
