/** Dates that can be read in two orders: a version is not used before its reviewer has chosen one. */
import t from 'tap';
import type { Column } from '../../../actors/data-source/events.js';
import { dataSource } from '../../../actors/data-source/index.js';
import { reviewed } from '../../../actors/data-source/review.js';
import type { ColumnReview } from '../../../schemas/contacts/data-source.js';
import { fold } from '../../support/actors/fold.js';

const FITS = {
  text: 2,
  integer: 0,
  decimal: 0,
  boolean: 0,
  date: 2,
  datetime: 0,
  mobile: 0,
  email: 0,
  uuid: 0,
};
const base = { include: true, filled: 2, empty: 0, fits: FITS };
const COLUMNS: readonly Column[] = [
  { ...base, column: 'Mobile', index: 0, fieldKey: 'mobile', type: 'mobile', key: true, review: null },
  { ...base, column: 'Due', index: 1, fieldKey: 'due', type: 'date', key: false, review: 'ambiguous_date' },
];

const loadedVersion = () => {
  const source = fold(dataSource);
  source.apply({ type: 'create', class: 'structured', name: 'Orders', description: null, text: null }, 1);
  source.apply({ type: 'receive', versionId: 'v1', fileName: 'a.csv', assetId: 'v1' }, 2);
  source.apply(
    { type: 'profiled', versionId: 'v1', columns: COLUMNS, counts: { rows: 2, failed: 0 }, issues: [] },
    3,
  );
  source.apply({ type: 'loaded', versionId: 'v1', rowsId: 'v1-0', rows: 2 }, 4);
  const review = (columns: readonly ColumnReview[], at: number) =>
    source.apply({ type: 'review', versionId: 'v1', columns, activate: true }, at);
  return { source, review };
};

t.test('a review without the order is refused, and changes nothing', async (t) => {
  const { source, review } = loadedVersion();
  t.equal(source.state.versions.v1?.stage, 'needs_review');
  for (const columns of [
    [],
    [{ column: 'Due', fieldKey: 'due_on' }],
    [{ column: 'Due', type: 'datetime' }],
  ] as const)
    t.throws(() => review(columns, 5), { code: 'validation_failed' });
  t.equal(source.state.activeVersionId, null);
});

t.test('the chosen order has the rows read again, and the version is used after that', async (t) => {
  const { source, review } = loadedVersion();
  t.match(review([{ column: 'Due', dateOrder: 'dmy' }], 5), [
    { type: 'version.reload_begun', run: 1 },
    { type: 'version.reviewed', columns: [{}, { column: 'Due', dateOrder: 'dmy', review: null }] },
  ]);
  t.equal(source.state.activeVersionId, null, 'its rows are still as the file has them');
  t.match(dataSource.effects(source.state), { 'ingest:v1:1': { columns: [{}, { dateOrder: 'dmy' }] } });
  source.apply({ type: 'loaded', versionId: 'v1', rowsId: 'v1-1', rows: 2 }, 6);
  t.equal(source.state.activeVersionId, 'v1');
});

t.test('a column that is text, or left out, needs no order', async (t) => {
  t.match(loadedVersion().review([{ column: 'Due', type: 'text' }], 5), [
    { type: 'version.reviewed' },
    { type: 'version.activated' },
  ]);
  t.match(loadedVersion().review([{ column: 'Due', include: false }], 5), [
    { type: 'version.reviewed' },
    { type: 'version.activated' },
  ]);
  const [, due] = reviewed(COLUMNS, [{ column: 'Due', type: 'text', dateOrder: 'mdy' }]);
  t.notOk(Object.hasOwn(due ?? {}, 'dateOrder'), 'an order of texts means nothing');
});
