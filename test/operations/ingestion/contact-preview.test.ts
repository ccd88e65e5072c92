/** A preview shows what an import would make of a file. */
import { closeSync, openSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { PREVIEW_ROWS, previewContacts } from '../../../operations/ingestion/contact-preview.js';
import { stageContacts } from '../../../operations/ingestion/contact-staging.js';
import { openAccount, totalOf } from '../../../providers/spool/account.js';
import type { ContactMapping, JobIssue } from '../../../schemas/contacts/job.js';
import type { ContactImportPreview } from '../../../schemas/contacts/preview.js';
import { withoutHidden } from '../../../schemas/text.js';
import { until } from '../../../testkit/until.js';
import { factsOf, loadFilesOf } from '../../corpora/imports/corpus.js';
import { fileBytes, fileNameOf } from '../../corpora/imports/file-bytes.js';

t.setTimeout(120_000);

interface Written {
  readonly directory: string;
  readonly path: string;
  readonly fileName: string;
}

const written = (t: Test, content: string | Uint8Array, fileName = 'contacts.csv'): Written => {
  const directory = t.testdir();
  const path = join(directory, fileName);
  writeFileSync(path, content);
  return { directory, path, fileName };
};

const previewOf = async (
  { path, fileName }: Written,
  mapping: ContactMapping = {},
  knownKeys: readonly string[] = [],
): Promise<ContactImportPreview> => {
  const job = { type: 'contact_preview', file: { path, fileName }, mapping, knownKeys } as const;
  for await (const message of previewContacts(job))
    if (message.type === 'contact_preview') return message.preview;
  throw new Error('no preview');
};

/** The issues of the import's job, and its failed rows. */
const importOf = async (
  { directory, path, fileName }: Written,
  mapping: ContactMapping,
  knownKeys: readonly string[],
) => {
  const account = openAccount({ total: totalOf(), maxBytes: 1e7, leastFreeBytes: 0, directory });
  const ids = { businessId: 'b1', importId: 'i1' };
  const job = {
    type: 'contacts',
    file: { path, fileName },
    mapping,
    knownKeys,
    directory,
    account,
    ...ids,
  } as const;
  for await (const message of stageContacts(job)) {
    if (message.type === 'done') return { issues: message.issues.kept, failed: message.issues.failedRows };
    if (message.type === 'refused') return { issues: message.issues, failed: 0 };
  }
  throw new Error('the import did not end');
};

const sorted = (issues: readonly JobIssue[]): readonly string[] =>
  issues.map((issue) => JSON.stringify(issue)).toSorted();

const SUBJECTS = [
  ...['exports', 'headers-hubspot', 'headers-outlook', 'headers-salesforce', 'keys', 'phone-beside-mobile'],
  ...['title-rows', 'delimiters', 'ragged-rows', 'dates', 'numbers-in-files', 'workbook-parts'],
  ...['workbook-values', 'encodings-unicode', 'encodings-others', 'encodings-single-byte'],
];

for (const subject of SUBJECTS)
  t.test(`${subject.replaceAll('-', ' ')}: as the import reads them`, async (t) => {
    for (const described of loadFilesOf(subject)) {
      const { id, given = {}, expect } = described;
      if ('refusal' in expect) continue;
      const file = written(t, await fileBytes(described), fileNameOf(described));
      const mapping = {
        ...(given.country === undefined ? {} : { defaultCountry: given.country }),
        ...(given.mobile === undefined ? {} : { mobile: given.mobile }),
        ...(given.encoding === undefined ? {} : { encoding: given.encoding }),
      };
      const knownKeys = given.knownKeys ?? [];
      const preview = await previewOf(file, mapping, knownKeys);
      const job = await importOf(file, mapping, knownKeys);
      t.same(sorted(preview.issues), sorted(job.issues), `${id}: its issues`);
      t.equal(preview.failed, job.failed, `${id}: its failed rows`);
      t.match(preview, { ...factsOf(described, expect), complete: true, usable: true }, `${id}: its form`);
      const names = expect.columns.map(({ header }) => header);
      t.same(
        preview.columns.map(({ column }) => withoutHidden(column)),
        names,
        `${id}: its columns`,
      );
      for (const [index, { key }] of expect.columns.entries())
        if (key !== undefined && key !== '*')
          t.equal(preview.columns[index]?.key, key, `${id}: key of ${names[index]}`);
    }
  });

// cspell:disable -- a file in German
t.test('each column has its use, its key and sample values', async (t) => {
  const rows = [
    'Vorname;Nachname;Handy;Straße;Zone;Notiz',
    'Ada;Lang;0176 04069012;Weg 1;Europe/Berlin;',
    'Bo;;;Weg 2;;',
  ];
  const mapping: ContactMapping = { timeZone: 'Zone', ignore: ['Notiz'], defaultCountry: 'DE' };
  const preview = await previewOf(written(t, rows.join('\n')), mapping, ['Stra_e']);
  t.match(preview, {
    encoding: 'utf-8',
    encodingDetected: true,
    delimiter: ';',
    headerRow: 1,
    sheet: null,
    rows: 2,
  });
  t.match(preview.columns, [
    { column: 'Vorname', use: 'first_name', key: 'Vorname', samples: ['Ada', 'Bo'] },
    { column: 'Nachname', use: 'last_name', key: 'Nachname', samples: ['Lang'] },
    { column: 'Handy', use: 'mobile', key: 'Handy', samples: ['0176 04069012'] },
    { column: 'Straße', use: 'field', key: 'Stra_e', samples: ['Weg 1', 'Weg 2'] },
    { column: 'Zone', use: 'time_zone', key: 'Zone' },
    { column: 'Notiz', use: 'ignored', key: 'Notiz', samples: [] },
  ]);
  t.match(preview, { failed: 1, withoutCountry: 0, issues: [{ row: 2, code: 'mobile_missing' }] });
});

// cspell:enable

t.test('numbers without a country are counted', async (t) => {
  const file = written(t, 'Mobile\n0176 04069012\n0176 04069013\n+14155550100\nnone\n');
  t.match(await previewOf(file), { failed: 3, withoutCountry: 2, usable: true });
  t.match(await previewOf(file, { defaultCountry: 'DE' }), { failed: 1, withoutCountry: 0 });
});

t.test('a file without a column of numbers is shown, and is not usable', async (t) => {
  const preview = await previewOf(written(t, 'Who,Number\nAda,+14155550100\n'));
  t.match(preview, { usable: false, failed: 0, issues: [{ row: null, code: 'column_missing' }] });
  t.match(preview.columns, [
    { use: 'field', key: 'Who', samples: ['Ada'] },
    { use: 'field', key: 'Number', samples: ['+14155550100'] },
  ]);
});

t.test('dates have the readings of their samples', async (t) => {
  const rows = [
    'Mobile,Due,Seen,Born',
    '+14155550101,17/08/2026,2026-06-05,1',
    '+14155550102,05/06/2026,2026-13-40,2',
  ];
  const file = written(t, `${rows.join('\n')}\n`);
  const dates = (preview: ContactImportPreview) => preview.columns.map(({ dates }) => dates);
  t.same(dates(await previewOf(written(t, 'Mobile,Due\n+14155550101,05/06/2026\n'))), [
    null,
    {
      order: 'ambiguous',
      misfits: 0,
      readings: [{ value: '05/06/2026', dmy: '2026-06-05', mdy: '2026-05-06', ymd: null }],
    },
  ]);
  writeFileSync(file.path, `${rows.join('\n')}\n`);
  t.match(dates(await previewOf(file)), [
    null,
    { order: 'dmy', misfits: 0, readings: [{ value: '05/06/2026' }, { value: '17/08/2026', mdy: null }] },
    { order: 'ymd', misfits: 1, readings: [{ value: '2026-13-40', dmy: null, mdy: null, ymd: null }, {}] },
    null,
  ]);
  const chosen = await previewOf(file, { dates: { Due: 'mdy', Born: 'dmy' } });
  t.match(dates(chosen)[1], { order: 'mdy', misfits: 1 });
  t.match(dates(chosen)[3], { order: 'dmy', misfits: 2 }, 'also of a column that has none');
  t.match(chosen.issues, [{ row: 1, column: 'Due', code: 'date_invalid' }, {}, {}]);
  t.equal(chosen.failed, 0, 'their rows are kept');
});

t.test("Google's labels choose the number row by row", async (t) => {
  const rows = [
    'First Name,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value',
    'Ada,Work,+442079460101,Mobile,+447400123456',
    'Bob,Mobile,+447400123457,,',
    'Cy,Home Fax,+442079460103,Home,+442079460104',
  ];
  const file = written(t, rows.join('\n'));
  const preview = await previewOf(file);
  t.match(preview.columns, [
    { use: 'first_name', label: null },
    { use: 'field', label: null },
    { use: 'mobile', label: 'Phone 1 - Label', key: 'Phone_1_Value' },
    { use: 'field' },
    { use: 'mobile', label: 'Phone 2 - Label', key: 'Phone_2_Value' },
  ]);
  t.match(preview, { failed: 0, rows: 3 });
  const ignoring = await previewOf(file, { ignore: ['Phone 1 - Value'] });
  t.same(
    ignoring.columns.map(({ use }) => use),
    ['first_name', 'field', 'ignored', 'field', 'mobile'],
  );
  t.match(ignoring, { failed: 1, issues: [{ row: 2, code: 'mobile_missing' }] });
  const named = await previewOf(file, { mobile: 'Phone 2 - Value' });
  t.same(
    named.columns.map(({ use }) => use),
    ['first_name', 'field', 'field', 'field', 'mobile'],
  );
});

t.test('only the beginning of a file is read', async (t) => {
  const row = (n: number): string => `+1415555${String(1_000 + (n % 9_000))},${'x'.repeat(20)}`;
  const many = ['Mobile,Note', ...Array.from({ length: 3 * PREVIEW_ROWS }, (_, n) => row(n))];
  const long = await previewOf(written(t, many.join('\n')));
  t.match(long, { rows: PREVIEW_ROWS, complete: false, failed: 0 });
  const wide = [
    'Mobile,Note',
    ...Array.from({ length: 900 }, (_, n) => `+1415555${1_000 + n},${'y'.repeat(30_000)}`),
  ];
  const heavy = await previewOf(written(t, wide.join('\n')));
  t.equal(heavy.complete, false);
  t.ok(heavy.rows < 300, `${heavy.rows} rows`);
  t.equal(heavy.columns[1]?.samples[0]?.length, 200, 'samples are cut');
  const exact = await previewOf(written(t, many.slice(0, PREVIEW_ROWS + 1).join('\n')));
  t.match(exact, { rows: PREVIEW_ROWS, complete: true });
});

t.test('a file is closed, however much of it was read', { skip: process.platform !== 'linux' }, async (t) => {
  const directory = t.testdir();
  const isOurs = (fd: string): boolean => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(directory);
    } catch {
      return false; // Closed meanwhile.
    }
  };
  /** Open files of this test; sockets of other tests close meanwhile. */
  const open = (): number => readdirSync('/proc/self/fd').filter(isOurs).length;
  const json = JSON.stringify(Array.from({ length: 5_000 }, (_, n) => ({ mobile: `+1415555${n}` })));
  const files = [
    [`Mobile\n${'+14155550100\n'.repeat(20_000)}`, 'a.csv'],
    [`Who\n${'+14155550100\n'.repeat(20_000)}`, 'a.csv'],
    [json, 'a.json'],
  ] as const;
  for (const [content, name] of files) {
    const file = written(t, content, name);
    for (let time = 0; time < 3; time += 1) {
      await previewOf(file);
      if (name === 'a.csv') await importOf(file, { mobile: 'Missing' }, []);
    }
  }
  // Streams close their files a moment after they are destroyed.
  await until('the files are closed', () => open() === 0);
  const held = openSync(join(directory, 'a.json'), 'r');
  t.equal(open(), 1, 'an open file is seen');
  closeSync(held);
});
