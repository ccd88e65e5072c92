/** Versions of Data Sources: their stages, and the values that a contact has in the active one. */
import t from 'tap';
import type { Column, DataSourceEvent } from '../../../actors/data-source/events.js';
import type { SourceRowsEvent } from '../../../actors/source-rows/events.js';
import { CONTACT_TABLES } from '../../../views/contacts/tables.js';
import { projectSourceRows, SOURCE_ROW_TABLES } from '../../../views/data-sources/rows.js';
import { DATA_SOURCE_TABLES } from '../../../views/data-sources/tables.js';
import { ingestionQueries, valueQueries } from '../../../views/data-sources/version-queries.js';
import { projectVersions } from '../../../views/data-sources/versions.js';
import { projecting, tablesOf } from '../projected.js';

const column = (fieldKey: string, index: number, facts: Partial<Column> = {}): Column => ({
  column: fieldKey.toUpperCase(),
  index,
  fieldKey,
  type: 'text',
  include: true,
  key: false,
  filled: 10,
  empty: 2,
  fits: {
    text: 10,
    integer: 7,
    decimal: 8,
    date: 0,
    datetime: 0,
    boolean: 0,
    email: 0,
    uuid: 10,
    mobile: 9,
  },
  review: null,
  ...facts,
});
const KEYED = [
  column('phone', 0, { key: true, type: 'mobile' }),
  column('plan', 1),
  column('secret', 2, { include: false }),
  column('note', 3),
];

const received = (versionId: string): DataSourceEvent => ({
  type: 'version.received',
  versionId,
  fileName: `${versionId}.csv`,
  assetId: 'a',
});
const profiled = (versionId: string, columns: readonly Column[] = KEYED): DataSourceEvent => ({
  type: 'version.profiled',
  versionId,
  columns,
  counts: { rows: 12, failed: 1 },
  issues: [],
});
const loaded = (versionId: string): DataSourceEvent => ({
  type: 'version.loaded',
  versionId,
  rowsId: `rows-${versionId}`,
  rows: 12,
});
const activated = (versionId: string): DataSourceEvent => ({ type: 'version.activated', versionId });

const begin = () => {
  const db = tablesOf(DATA_SOURCE_TABLES, SOURCE_ROW_TABLES, CONTACT_TABLES);
  const show = projecting<DataSourceEvent>(db, projectVersions);
  return { db, show, queries: { ...ingestionQueries(db), ...valueQueries(db) } };
};

t.test('a version goes through its stages, and waits for a review of doubtful columns', async (t) => {
  const { show, queries } = begin();
  const state = (id: string) => {
    const found = queries.ingestion('b1', id);
    return [found?.stage, found?.versionStatus];
  };
  show('s1', 1, received('v1'));
  t.same(state('v1'), ['received', 'draft']);
  show('s1', 2, profiled('v1'));
  t.same(state('v1'), ['profiling', 'draft']);
  show('s1', 3, loaded('v1'));
  t.same(state('v1'), ['validated', 'validated'], 'nothing is doubtful');
  const doubtful = [column('phone', 0, { key: true, type: 'mobile', review: 'some values do not fit' })];
  show('s1', 4, received('v2'), profiled('v2', doubtful), loaded('v2'));
  t.same(state('v2'), ['needs_review', 'draft']);
  show('s1', 5, { type: 'version.reviewed', versionId: 'v2', columns: KEYED, activate: false });
  t.same(state('v2'), ['validated', 'validated']);
  show('s1', 6, { type: 'version.reload_begun', versionId: 'v2', run: 1 });
  t.same(state('v2'), ['parsing', 'draft'], 'the rows are loaded again');
  show('s1', 7, { type: 'version.reviewed', versionId: 'v2', columns: KEYED, activate: false });
  t.same(state('v2'), ['parsing', 'draft'], 'a review cannot validate rows that are not there');
  show('s1', 8, loaded('v2'), activated('v1'), activated('v2'));
  t.same(
    [state('v1'), state('v2')],
    [
      ['active', 'superseded'],
      ['active', 'active'],
    ],
  );
  show('s1', 9, received('v3'), {
    type: 'version.failed',
    versionId: 'v3',
    issues: [{ row: null, column: null, code: 'file_empty', message: 'm' }],
  });
  t.match(queries.ingestion('b1', 'v3'), { stage: 'failed', issues: [{ code: 'file_empty' }] });
  t.equal(queries.ingestion('b2', 'v1'), null, 'of another business');
});

t.test('an ingestion shows its columns with the values that do not fit', async (t) => {
  const { show, queries } = begin();
  const dates = column('born', 1, { type: 'date', review: 'order of dates', dateOrder: 'dmy' });
  show('s1', 1, received('v1'), profiled('v1', [column('age', 0, { type: 'integer' }), dates]));
  t.match(queries.ingestion('b1', 'v1'), {
    ingestionId: 'v1',
    sourceId: 's1',
    fileName: 'v1.csv',
    counts: { rows: 12, failed: 1 },
    columns: [
      {
        column: 'AGE',
        fieldKey: 'age',
        filled: 10,
        empty: 2,
        misfits: 3,
        needsReview: false,
        reviewReason: null,
      },
      {
        fieldKey: 'born',
        misfits: 10,
        needsReview: true,
        reviewReason: 'order of dates',
        dateOrder: 'dmy',
      },
    ],
  });
  t.notOk('dateOrder' in (queries.ingestion('b1', 'v1')?.columns[0] ?? {}));
});

t.test('ingestions are listed newest first, of a business or of one source', async (t) => {
  const { show, queries } = begin();
  show('s1', 1, received('v1'));
  show('s2', 2, received('v2'));
  show('s1', 3, {
    type: 'version.requested',
    versionId: 'v3',
    database: { connection: 'crm', table: 'orders' },
  });
  const list = (source: string | null, cursor: string | null = null, limit = 2) => {
    const { items, nextCursor } = queries.ingestions('b1', { limit, cursor }, source);
    return { ids: items.map(({ ingestionId }) => ingestionId), nextCursor };
  };
  const first = list(null);
  t.same(first.ids, ['v3', 'v2']);
  t.same(list(null, first.nextCursor), { ids: ['v1'], nextCursor: null });
  t.same(list('s1').ids, ['v3', 'v1']);
  t.match(queries.ingestion('b1', 'v3')?.fileName, /orders/, 'named by its table');
});

t.test('a contact has the values of its row in the active version', async (t) => {
  const { db, show, queries } = begin();
  const rows = projecting<SourceRowsEvent>(db, projectSourceRows);
  const contact = { id: 'p1', mobile: '+491', otherMobiles: ['+492'] };
  const values = (source = 's1', of: Parameters<typeof queries.sourceValues>[2] = contact) => {
    const found = queries.sourceValues('b1', source, of);
    return found === null ? null : Object.fromEntries(found);
  };
  const source = (id: string, status: string, version: string | null): void =>
    void db
      .prepare(
        `INSERT OR REPLACE INTO data_sources (business_id, id, class, name, status, active_version, revision, created_at, updated_at)
         VALUES ('b1', ?, 'structured', 'N', ?, ?, 1, 0, 0)`,
      )
      .run(id, status, version);
  t.equal(values(), null, 'no source');
  source('s1', 'active', null);
  t.equal(values(), null, 'no version yet');
  source('s1', 'active', 'v1');
  t.equal(values(), null, 'its version is not known');
  show('s1', 1, received('v1'), profiled('v1'));
  t.equal(values(), null, 'its rows are not loaded');
  show('s1', 2, loaded('v1'), activated('v1'));
  t.equal(values(), null, 'no row of the contact');
  rows('rows-v1', 3, { type: 'rows.loaded', part: 0, rows: [['+492', '+492', 'basic', 'x']] });
  t.same(values(), {
    phone: { value: '+492', type: 'mobile' },
    plan: { value: 'basic', type: 'text' },
    note: { value: '', type: 'text' },
  });
  rows('rows-v1', 4, { type: 'rows.loaded', part: 0, rows: [['+491', '+491', 'pro', 'x', 'n']] });
  t.match(values(), { plan: { value: 'pro' } }, 'its own number goes before its others');
  t.equal(values('s1', { id: 'p9', mobile: '+499' }), null);
  source('s1', 'archived', 'v1');
  t.equal(values(), null, 'the source is archived');
});

t.test(
  'a version keyed by contact id finds the rows of merged contacts, and none without a key',
  async (t) => {
    const { db, show, queries } = begin();
    const rows = projecting<SourceRowsEvent>(db, projectSourceRows);
    db.exec(`INSERT INTO data_sources (business_id, id, class, name, active_version, revision, created_at, updated_at)
    VALUES ('b1', 's1', 'structured', 'N', 'v1', 1, 0, 0), ('b1', 's2', 'structured', 'N', 'v2', 1, 0, 0);
    INSERT INTO merged_contacts (id, survivor) VALUES ('p2', 'p1');`);
    show(
      's1',
      1,
      received('v1'),
      profiled('v1', [column('id', 0, { key: true, type: 'uuid' }), column('plan', 1)]),
      loaded('v1'),
    );
    show('s2', 1, received('v2'), profiled('v2', [column('plan', 0)]), loaded('v2'));
    rows('rows-v1', 2, { type: 'rows.loaded', part: 0, rows: [['p2', 'p2', 'old']] });
    const contact = { id: 'p1', mobile: '+491' };
    t.equal(queries.sourceValues('b1', 's1', contact)?.get('plan')?.value, 'old');
    t.equal(queries.sourceValues('b1', 's2', contact), null, 'no column is the key');
  },
);
