/** A Data Source's versions: at most one is active, and only a complete one. */
import fc from 'fast-check';
import t from 'tap';
import type { DataSourceCommand } from '../../../actors/data-source/commands.js';
import type { Column } from '../../../actors/data-source/events.js';
import { dataSource } from '../../../actors/data-source/index.js';
import { DomainError } from '../../../schemas/errors.js';
import { fold } from '../../support/actors/fold.js';
import { casesOf } from '../../support/full-run.js';

const NO_FITS = {
  text: 0,
  integer: 0,
  decimal: 0,
  boolean: 0,
  date: 0,
  datetime: 0,
  mobile: 0,
  email: 0,
  uuid: 0,
};
const column = (name: string, overrides: Partial<Column> = {}): Column => ({
  column: name,
  index: 0,
  fieldKey: name,
  type: 'text',
  include: true,
  key: false,
  filled: 1,
  empty: 0,
  fits: NO_FITS,
  review: null,
  ...overrides,
});
const KEYED = [column('mobile', { type: 'mobile', key: true }), column('order', { index: 1 })];
const DOUBTFUL = [
  column('mobile', { type: 'mobile', key: true }),
  column('n', { index: 1, review: 'mixed' }),
];

const CREATE: DataSourceCommand = {
  type: 'create',
  class: 'structured',
  name: 'Orders',
  description: null,
  text: null,
};
const receive = (versionId: string, bytes?: number): DataSourceCommand => ({
  type: 'receive',
  versionId,
  fileName: 'a.csv',
  assetId: versionId,
  ...(bytes === undefined ? {} : { bytes }),
});
const profiled = (versionId: string, columns: readonly Column[] = KEYED): DataSourceCommand => ({
  type: 'profiled',
  versionId,
  columns,
  counts: { rows: 1, failed: 0 },
  issues: [],
});
const loaded = (versionId: string, run = 0): DataSourceCommand => ({
  type: 'loaded',
  versionId,
  rowsId: `${versionId}-${run}`,
  rows: 1,
});
const review = (
  versionId: string,
  activate = true,
  columns: readonly { column: string; key?: boolean }[] = [],
) => ({ type: 'review', versionId, columns, activate }) as const;

const created = () => {
  const folded = fold(dataSource);
  folded.apply(CREATE, 0);
  return folded;
};

t.test('a file becomes a version, and a review activates it', async (t) => {
  const folded = created();
  t.match(folded.apply(receive('v1', 90), 1), [{ type: 'version.received', bytes: 90 }]);
  t.same(folded.effects(), ['ingest:v1:0']);
  t.throws(() => folded.apply(review('v1'), 1), { code: 'ingestion_not_ready' });
  folded.apply(profiled('v1'), 2);
  folded.apply(loaded('v1'), 3);
  t.same(folded.effects(), []);
  t.equal(folded.state.versions.v1?.stage, 'validated');
  t.equal(folded.state.activeVersionId, null, 'nothing is active before a review');
  folded.apply(review('v1'), 4);
  t.equal(folded.state.activeVersionId, 'v1');
  t.same(folded.apply(review('v1'), 5), [], 'a repetition changes nothing');
});

t.test('a doubtful column waits for a review', async (t) => {
  const folded = created();
  folded.apply(receive('v1'), 1);
  folded.apply(profiled('v1', DOUBTFUL), 2);
  folded.apply(loaded('v1'), 3);
  t.equal(folded.state.versions.v1?.stage, 'needs_review');
  t.throws(() => folded.apply({ ...review('v1'), columns: [{ column: 'unknown' }] }, 4), {
    code: 'validation_failed',
  });
  folded.apply(review('v1'), 5);
  t.equal(folded.state.activeVersionId, 'v1');
});

t.test('another key loads the rows again before the version is activated', async (t) => {
  const folded = created();
  const two = [
    column('mobile', { type: 'mobile', key: true }),
    column('other', { index: 1, type: 'mobile' }),
  ];
  for (const command of [receive('v1'), profiled('v1', two), loaded('v1')]) folded.apply(command, 1);
  folded.apply(review('v1', true, [{ column: 'other', key: true }]), 2);
  t.equal(folded.state.activeVersionId, null);
  t.same(folded.effects(), ['ingest:v1:1']);
  folded.apply(loaded('v1', 1), 3);
  t.equal(folded.state.activeVersionId, 'v1');
});

t.test('an archived source accepts no file and activates no version', async (t) => {
  const folded = created();
  for (const command of [receive('v1'), profiled('v1'), loaded('v1')]) folded.apply(command, 1);
  folded.apply({ type: 'archive' }, 2);
  t.same(folded.apply({ type: 'archive' }, 2), []);
  t.throws(() => folded.apply(receive('v2'), 3), { code: 'data_source_archived' });
  t.throws(() => folded.apply(review('v1'), 3), { code: 'data_source_archived' });
  folded.apply({ type: 'update', status: 'active' }, 4);
  folded.apply(review('v1'), 5);
  t.equal(folded.state.activeVersionId, 'v1');
});

const version = fc.constantFrom('v1', 'v2', 'v3');
const anyCommand: fc.Arbitrary<DataSourceCommand> = fc.oneof(
  version.map(receive),
  fc.tuple(version, fc.constantFrom(KEYED, DOUBTFUL)).map(([id, columns]) => profiled(id, columns)),
  fc.tuple(version, fc.nat({ max: 2 })).map(([id, run]) => loaded(id, run)),
  version.map((versionId): DataSourceCommand => ({ type: 'failed', versionId, issues: [] })),
  fc.tuple(version, fc.boolean()).map(([id, activate]) => review(id, activate)),
  fc.constantFrom<DataSourceCommand>(
    { type: 'archive' },
    { type: 'update', status: 'active' },
    { type: 'update', name: 'Items' },
  ),
);

t.test('under any order of commands versions activate atomically', async (t) => {
  fc.assert(
    fc.property(fc.array(anyCommand, { maxLength: 40 }), (commands) => {
      const folded = created();
      const formerlyActive = new Map<string, string>();
      for (const [at, command] of commands.entries()) {
        const before = folded.state;
        let events: readonly { readonly type: string }[] = [];
        try {
          events = folded.apply(command, at);
        } catch (error) {
          if (!(error instanceof DomainError) || folded.state !== before) return false;
        }
        const { versions, activeVersionId } = folded.state;
        const active = Object.entries(versions).filter(
          ([, { stage, superseded }]) => stage === 'active' && !superseded,
        );
        if (active.length > 1 || active[0]?.[0] !== (activeVersionId ?? undefined)) return false;
        if (events.filter(({ type }) => type === 'version.activated').length > 1) return false;
        const [id, now] = active[0] ?? [];
        if (id === undefined || now === undefined) continue;
        // An active version is complete, and never changes again.
        if (now.rowsId === null || now.columns === null) return false;
        if (now.columns.some(({ include, review: doubt }) => include && doubt !== null)) return false;
        const facts = JSON.stringify([now.columns, now.rowsId]);
        if ((formerlyActive.get(id) ?? facts) !== facts) return false;
        formerlyActive.set(id, facts);
      }
      // Once a version has been active, some version always is.
      return formerlyActive.size === 0 || folded.state.activeVersionId !== null;
    }),
    { numRuns: casesOf(3_000) },
  );
  t.pass('the property held');
});

t.test('a document becomes the text of its source after a review', async (t) => {
  const folded = fold(dataSource);
  folded.apply({ ...CREATE, class: 'unstructured' }, 0);
  folded.apply(receive('v1'), 1);
  t.same(folded.effects(), ['read:v1']);
  t.throws(() => folded.apply(review('v1'), 1), { code: 'ingestion_not_ready' });
  const issues = [{ row: null, column: null, code: 'pages_without_text', message: 'm' }];
  const documentRead = { type: 'document_read', versionId: 'v1', text: 'We open at nine.', issues } as const;
  t.same(folded.apply(documentRead, 2), [{ ...documentRead, type: 'document.read' }]);
  t.same(folded.apply(documentRead, 3), [], 'a repetition');
  t.same(folded.apply({ type: 'failed', versionId: 'v1', issues }, 3), [], 'it was read already');
  t.same(folded.effects(), []);
  t.equal(folded.state.activeVersionId, null);
  t.throws(() => folded.apply(review('v1', true, [{ column: 'x' }]), 4), { code: 'validation_failed' });
  t.same(folded.apply(review('v1', false), 4), []);
  t.same(folded.apply(review('v1'), 5), [{ type: 'version.activated', versionId: 'v1' }]);
  t.same(folded.apply(review('v1'), 6), [], 'a repetition');
  folded.apply({ type: 'update', text: 'We open at ten.' }, 7);
  t.equal(folded.state.activeVersionId, null, 'a written text belongs to no version');
  t.same(folded.apply(review('v1'), 8), [], 'the document does not come back');
  folded.apply(receive('v2'), 9);
  folded.apply({ type: 'failed', versionId: 'v2', issues }, 10);
  t.equal(folded.state.versions.v2?.stage, 'failed');
  t.same(folded.effects(), []);
  folded.apply({ type: 'archive' }, 11);
  t.throws(() => folded.apply(receive('v3'), 12), { code: 'data_source_archived' });
});

t.test('a column keeps its field key in later versions, wherever it is in the file', async (t) => {
  const named = (name: string, fieldKey: string): Column => column(name, { fieldKey });
  const first = [
    column('Mobile', { key: true, type: 'mobile' }),
    named('Straße', 'Stra_e'),
    named('!', 'field'),
  ];
  const folded = created();
  folded.apply(receive('v1'), 1);
  folded.apply(profiled('v1', first), 2);
  const second = [
    named('?', 'field'),
    named('Straße', 'strasse'),
    named('!', 'field_2'),
    named('New', 'Stra_e'),
  ];
  folded.apply(receive('v2'), 3);
  folded.apply(profiled('v2', second), 4);
  t.same(
    folded.state.versions.v2?.columns?.map(({ column: name, fieldKey }) => [name, fieldKey]),
    [
      ['?', 'field_2'],
      ['Straße', 'Stra_e'],
      ['!', 'field'],
      ['New', 'Stra_e_2'],
    ],
  );
});
