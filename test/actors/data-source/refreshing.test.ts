/** A Data Source that is read from a database: each reading is a version, and only one runs at a time. */
import t from 'tap';
import type { DataSourceCommand } from '../../../actors/data-source/commands.js';
import type { Column } from '../../../actors/data-source/events.js';
import { dataSource } from '../../../actors/data-source/index.js';
import { abandonedDataSourceEffects } from '../../../operations/trouble/abandon-effect.js';
import { fold } from '../../support/actors/fold.js';

const database = { connection: 'crm', table: 'public.orders' };
const CREATE: DataSourceCommand = {
  type: 'create',
  class: 'structured',
  name: 'Orders',
  description: null,
  text: null,
};
const refresh = (versionId: string): DataSourceCommand => ({ type: 'refresh', versionId });

t.test('reads a table, and then treats it as a file', async (t) => {
  const folded = fold(dataSource);
  folded.apply({ ...CREATE, database }, 0);
  t.match(dataSource.queries(folded.state).get(), { database });
  folded.apply(refresh('v1'), 1);
  t.same(folded.apply(refresh('v1'), 2), [], 'a repetition');
  t.same(dataSource.effects(folded.state), {
    'query:v1': { kind: 'query_database', versionId: 'v1', assetId: 'v1', database },
  });
  t.throws(() => folded.apply(refresh('v2'), 3), { code: 'data_source_refreshing' });
  t.same(folded.apply({ type: 'fetched', versionId: 'v1', rows: 7 }, 4), [
    { type: 'version.fetched', versionId: 'v1', rows: 7 },
  ]);
  t.same(folded.apply({ type: 'fetched', versionId: 'v1', rows: 7 }, 5), [], 'a repetition');
  t.match(dataSource.effects(folded.state), {
    'ingest:v1:0': { kind: 'ingest', assetId: 'v1', fileName: 'public.orders.json', columns: null },
  });
  const columns: readonly Column[] = [
    {
      column: 'mobile',
      index: 0,
      fieldKey: 'mobile',
      type: 'mobile',
      include: true,
      key: true,
      filled: 7,
      empty: 0,
      review: null,
      fits: {
        text: 7,
        integer: 0,
        decimal: 0,
        boolean: 0,
        date: 0,
        datetime: 0,
        mobile: 7,
        email: 0,
        uuid: 0,
      },
    },
  ];
  folded.apply({ type: 'profiled', versionId: 'v1', columns, counts: { rows: 7, failed: 0 }, issues: [] }, 6);
  folded.apply({ type: 'loaded', versionId: 'v1', rowsId: 'v1-0', rows: 7 }, 7);
  folded.apply({ type: 'review', versionId: 'v1', columns: [], activate: true }, 8);
  t.equal(folded.state.activeVersionId, 'v1');
  folded.apply(refresh('v2'), 9);
  t.equal(folded.state.activeVersionId, 'v1', 'the active version stays active during a reading');
});

t.test('a reading that failed or was given up makes room for the next one', async (t) => {
  const folded = fold(dataSource);
  folded.apply({ ...CREATE, database }, 0);
  folded.apply(refresh('v1'), 1);
  const owed = dataSource.effects(folded.state)['query:v1'];
  if (owed?.kind !== 'query_database') throw new Error('nothing is owed');
  folded.apply(abandonedDataSourceEffects.query_database(owed), 2);
  t.equal(folded.state.versions.v1?.stage, 'failed');
  t.same(folded.effects(), []);
  t.same(folded.apply({ type: 'fetched', versionId: 'v1', rows: 1 }, 3), [], 'too late');
  folded.apply(refresh('v2'), 4);
  t.same(folded.effects(), ['query:v2']);
});

t.test('refreshes only a source with a database', async (t) => {
  const files = fold(dataSource);
  t.throws(() => files.apply(refresh('v1'), 0), { code: 'data_source_not_found' });
  files.apply(CREATE, 0);
  t.throws(() => files.apply(refresh('v1'), 1), { code: 'data_source_without_database' });
  const text = fold(dataSource);
  text.apply({ ...CREATE, class: 'unstructured' }, 0);
  t.throws(() => text.apply(refresh('v1'), 1), { code: 'data_source_not_structured' });
  const gone = fold(dataSource);
  gone.apply({ ...CREATE, database }, 0);
  gone.apply({ type: 'archive' }, 1);
  t.throws(() => gone.apply(refresh('v1'), 2), { code: 'data_source_archived' });
});
