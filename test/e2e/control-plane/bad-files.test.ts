/** Bad uploads: each ends in a job with clear issues, and none is stored in part. */
import t, { type Test } from 'tap';
import type { ContactResource } from '../../../schemas/contacts/contact.js';
import type { DataSourceResource, IngestionResource } from '../../../schemas/contacts/data-source.js';
import type { ContactImportJob } from '../../../schemas/contacts/job.js';
import { createPublishedClient } from '../../../testkit/api/published-client.js';
import { startWorld } from '../../../testkit/service/world.js';
import { until } from '../../../testkit/until.js';
import { archive, textRow, workbookParts } from '../../support/files/workbook.js';

t.setTimeout(150_000);

interface BadFile {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** The codes of the issues, in order and without repetition. */
  readonly codes: readonly string[];
  /** Rows of the import that became contacts, and rows that did not; null: the whole file was refused. */
  readonly imported: { readonly created: number; readonly failed: number } | null;
}

const rows = (count: number, rowText: (row: number) => string): string =>
  Array.from({ length: count }, (_, row) => `${rowText(row)}\n`).join('');
/** Each {@link BadFile} has its own area code, so that numbers do not collide. */
const person = (area: number) => (row: number) => `Person ${row},+1${area}555${String(1_000 + row)}`;

/** One cell of 200 MB that compresses no better than a real workbook. */
const notQuiteABomb = (): string =>
  rows(
    1_000_000,
    (row) => `${Math.imul(row, 2_654_435_761).toString(36)} ${'and words that come again '.repeat(8)}`,
  );

const badFiles = async (): Promise<readonly BadFile[]> => [
  { name: 'empty.csv', content: '', codes: ['file_empty'], imported: null },
  {
    name: 'header.csv',
    content: 'name,mobile\n',
    codes: ['rows_missing'],
    imported: { created: 0, failed: 0 },
  },
  {
    name: 'binary.csv',
    content: Buffer.from('7f454c4602010100000000000000000003003e0001000000', 'hex'),
    codes: ['encoding_invalid'],
    imported: null,
  },
  {
    // Not UTF-8: the encoding is detected, and named.
    name: 'latin.csv',
    content: Buffer.from(`name,mobile\nJos\xe9,+12015551000\n`, 'latin1'),
    codes: ['encoding_detected'],
    imported: { created: 1, failed: 0 },
  },
  {
    name: 'ragged.csv',
    content: `name,mobile\nAnn,+12025551000,more\n${rows(5, person(203))}Bob\n`,
    codes: ['row_ragged', 'mobile_missing'],
    imported: { created: 5, failed: 2 },
  },
  {
    name: 'unclosed.csv',
    content: `name,mobile\n${rows(2_000, person(204))}"Ann,+12045559999\n${rows(2_000, person(205))}`,
    codes: ['quote_unclosed'],
    imported: null,
  },
  {
    name: 'formula.csv',
    content: 'name,mobile,note\n=HYPERLINK("http://x"),+12065551000,=1+1\n',
    codes: ['formula_neutralised'],
    imported: { created: 1, failed: 0 },
  },
  {
    name: 'duplicates.csv',
    content: 'name,mobile\nAnn,+12075551000\nBob,+1 (207) 555-1000\nCem,+12075551001\nDan,12\nEve,\n',
    codes: ['mobile_invalid', 'mobile_missing', 'mobile_duplicate'],
    imported: { created: 2, failed: 3 },
  },
  {
    name: 'wide.csv',
    content: `mobile,${Array.from({ length: 9_999 }, (_, n) => `c${n}`).join(',')}\n`,
    codes: ['column_limit'],
    imported: null,
  },
  {
    name: 'fields.csv',
    content: `mobile,${Array.from({ length: 101 }, (_, n) => `c${n}`).join(',')}\n+12085551000${',x'.repeat(101)}\n`,
    codes: ['column_limit'],
    imported: null,
  },
  { name: 'nameless.csv', content: 'who,what\nAnn,x\n', codes: ['column_missing'], imported: null },
  {
    name: 'broken.json',
    content: '[{"mobile":"+12095551000"},{"mobile":',
    codes: ['json_malformed'],
    imported: null,
  },
  { name: 'broken.xlsx', content: 'name,mobile\n', codes: ['archive_damaged'], imported: null },
  {
    name: 'bomb.xlsx',
    content: await archive(workbookParts(textRow(' '.repeat(300 * 1024 * 1024)))),
    codes: ['archive_too_large'],
    imported: null,
  },
  {
    name: 'monster.xlsx',
    content: await archive(workbookParts(`${textRow('mobile', 'x')}${textRow(notQuiteABomb(), 'x')}`)),
    codes: ['file_too_complex'],
    imported: null,
  },
];

const world = await startWorld(t);
const { businessId } = world;
const q = `businessId=${businessId}`;
const api = await createPublishedClient(() => world.service().url, {
  authorization: `Bearer ${world.apiKey}`,
});
const created = await api.ask<{ category: { id: string } }>('POST', '/api/v1/contacts/categories', {
  businessId,
  name: 'Imported',
});
const source = await api.ask<{ dataSource: DataSourceResource }>('POST', '/api/v1/data-sources', {
  businessId,
  class: 'structured',
  name: 'Files',
});
const sourceId = source.data.dataSource.id;
const categoryIds = JSON.stringify([created.data.category.id]);

const form = (file: BadFile, fields: Readonly<Record<string, string>>): FormData => {
  const body = new FormData();
  for (const [name, value] of Object.entries({ businessId, ...fields })) body.set(name, value);
  body.set('file', new Blob([file.content]), file.name);
  return body;
};
const contactCount = async (): Promise<number> => {
  const path = `/api/v1/contacts/categories?${q}`;
  const answer = await api.ask<{ categories: readonly [{ contactCount: number }] }>('GET', path);
  return answer.data.categories[0].contactCount;
};
const codesOf = (issues: readonly { readonly code: string }[]): readonly string[] => [
  ...new Set(issues.map(({ code }) => code)),
];

/** Imports the file; resolves with the job once it has ended. */
const importOf = async (t: Test, file: BadFile): Promise<ContactImportJob> => {
  const body = form(file, { categoryIds });
  const started = await api.ask<{ job: ContactImportJob }>('POST', '/api/v1/contacts/imports', body);
  t.equal(started.status, 202, started.text);
  const path = `/api/v1/contacts/imports?${q}&jobId=${started.data.job.jobId}`;
  return until(
    'the job has ended',
    async () => {
      const [found] = (await api.ask<{ jobs: readonly [ContactImportJob] }>('GET', path)).data.jobs;
      return ['completed', 'failed'].includes(found.status) ? found : null;
    },
    60_000,
  );
};

/** Uploads the file as a version of the Data Source; resolves with the ingestion once it has ended. */
const ingestionOf = async (t: Test, file: BadFile): Promise<IngestionResource> => {
  const upload = await api.ask<{ ingestion: IngestionResource }>(
    'POST',
    '/api/v1/data-sources/upload',
    form(file, { sourceId }),
  );
  t.equal(upload.status, 202, upload.text);
  const path = `/api/v1/data-sources/ingestions?${q}&ingestionId=${upload.data.ingestion.ingestionId}`;
  return until(
    'the ingestion has ended',
    async () => {
      const [found] = (await api.ask<{ ingestions: readonly [IngestionResource] }>('GET', path)).data
        .ingestions;
      return ['validated', 'needs_review', 'failed'].includes(found.stage) ? found : null;
    },
    60_000,
  );
};

for (const file of await badFiles()) {
  t.test(`bad files become jobs with clear issues: ${file.name}`, async (t) => {
    const before = await contactCount();
    const job = await importOf(t, file);
    t.equal(job.status, file.imported === null ? 'failed' : 'completed');
    t.same(codesOf(job.issues), file.codes);
    for (const { message } of job.issues) t.match(message, /[a-z ]{10}/, message);
    t.match(job.counts, file.imported ?? { created: 0, updated: 0 });
    t.equal(await contactCount(), before + (file.imported?.created ?? 0), 'as many contacts as the job says');

    if (file.imported !== null) return;
    const ended = await ingestionOf(t, file);
    // A table without contacts may still be a good Data Source.
    if (['nameless.csv', 'fields.csv'].includes(file.name)) {
      t.not(ended.stage, 'failed');
      return;
    }
    t.equal(ended.stage, 'failed');
    t.same(codesOf(ended.issues), file.codes);
    const listed = await api.ask<{ dataSources: readonly DataSourceResource[] }>(
      'GET',
      `/api/v1/data-sources?${q}`,
    );
    t.match(listed.data.dataSources[0], { id: sourceId, itemCount: 0, activeVersionId: null });
  });
}

t.test('a formula is stored as text, and importing a file twice creates no duplicates', async (t) => {
  const found = await api.ask<{ contacts: readonly ContactResource[] }>(
    'GET',
    `/api/v1/contacts?${q}&search=2065551`,
  );
  t.match(found.data.contacts, [{ name: '=HYPERLINK("http://x")', fields: { note: '=1+1' } }]);
  const content = `name,mobile\n${rows(50, person(210))}`;
  const again = { name: 'twice.csv', content, codes: [], imported: null };
  const counts: unknown[] = [];
  for (let round = 0; round < 2; round += 1) {
    const job = await importOf(t, again);
    t.equal(job.status, 'completed');
    counts.push(job.counts);
  }
  t.match(counts, [
    { rows: 50, created: 50, skipped: 0 },
    { rows: 50, created: 0, updated: 0, skipped: 50 },
  ]);
});

t.test('uploads without exactly one readable file are refused', async (t) => {
  const base = { businessId, sourceId, fileName: 'a.csv' };
  const refused = async (body: object) => api.ask('POST', '/api/v1/data-sources/upload', body);
  t.match(await refused({ ...base, contentBase64: 'not base64!' }), { code: 'upload_refused' });
  const repeatedUpload = form({ name: 'a.csv', content: 'a\n', codes: [], imported: null }, { sourceId });
  repeatedUpload.append('file', new Blob(['b']), 'b.csv');
  t.match(await refused(repeatedUpload), { status: 400 });
  const none = new FormData();
  none.set('businessId', businessId);
  none.set('sourceId', sourceId);
  t.match(await refused(none), { status: 400 });
});
