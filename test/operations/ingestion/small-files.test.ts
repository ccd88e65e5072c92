/** Small files of the corpora are read as they say. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { type ContactsJob, stageContacts } from '../../../operations/ingestion/contact-staging.js';
import type { IngestionMessage } from '../../../operations/ingestion/messages.js';
import { openAccount, totalOf } from '../../../providers/spool/account.js';
import { fieldKeyOf } from '../../../providers/tables/field-key.js';
import { openTable, TableRefused } from '../../../providers/tables/table.js';
import { factsOf, loadFilesOf } from '../../corpora/imports/corpus.js';
import { fileBytes, fileNameOf } from '../../corpora/imports/file-bytes.js';
import type { FileCase } from '../../corpora/imports/shapes.js';

/** The subjects whose rules exist. */
const SUBJECTS = [
  'line-ends',
  'delimiters',
  'ragged-rows',
  'title-rows',
  'numbers-in-files',
  'phone-beside-mobile',
  'workbook-values',
  'workbook-parts',
  'encodings-unicode',
  'encodings-others',
  'encodings-single-byte',
  'dates',
  'exports',
  'headers-hubspot',
  'headers-outlook',
  'headers-salesforce',
  'keys',
];
t.setTimeout(120_000);

/** Issues that the corpora do not list. */
const UNLISTED: ReadonlySet<string> = new Set(['formula_neutralised', 'encoding_detected']);
/** Issues of rows that are kept all the same. */
const KEPT: ReadonlySet<string> = new Set(['encoding_invalid']);

interface Import {
  readonly contacts: readonly { readonly mobile: string; readonly name?: string; readonly fields?: object }[];
  readonly refused: readonly { readonly row: number; readonly reason: string }[];
  readonly issues: readonly { readonly row: number | null; readonly code: string }[];
}

type Imported = { readonly refusal: string } | Import;

const imported = async (job: ContactsJob): Promise<Imported> => {
  const messages: IngestionMessage[] = [];
  try {
    for await (const message of stageContacts(job)) messages.push(message);
  } catch (error) {
    if (error instanceof TableRefused) return { refusal: error.issues[0]?.code ?? '' };
    throw error;
  }
  const refusals = messages.flatMap((message) => (message.type === 'refused' ? message.issues : []));
  const [refusal] = refusals;
  if (refusal !== undefined) return { refusal: refusal.code };
  const rows = messages.flatMap((message) =>
    message.type === 'contact_part'
      ? message.rows.map(([, mobile, name, ...values]) => {
          const fields = message.columns.flatMap((key, index) =>
            (values[index] ?? '') === '' ? [] : [[key, values[index]]],
          );
          return {
            mobile,
            ...(name === '' ? {} : { name }),
            ...(fields.length === 0 ? {} : { fields: Object.fromEntries(fields) }),
          };
        })
      : [],
  );
  const kept = messages.flatMap((message) => (message.type === 'done' ? message.issues.kept : []));
  return {
    contacts: rows.toSorted((a, b) => a.mobile.localeCompare(b.mobile)),
    refused: kept.flatMap(({ row, code }) =>
      row !== null && !UNLISTED.has(code) && !KEPT.has(code) ? [{ row, reason: code }] : [],
    ),
    issues: kept.flatMap(({ row, code }) =>
      (row === null || KEPT.has(code)) && !UNLISTED.has(code) ? [{ row, code }] : [],
    ),
  };
};

/** The corpora have the header's own name for keys in other scripts; test/providers/tables/field-key.test.ts judges keys. */
const withKeys = <Found extends { readonly fields?: Readonly<Record<string, string>> }>(
  contact: Found,
): Found =>
  contact.fields === undefined
    ? contact
    : {
        ...contact,
        fields: Object.fromEntries(
          Object.entries(contact.fields).map(([key, value]) => [
            /^[\x20-\x7e]*$/.test(key) ? key : fieldKeyOf(key),
            value,
          ]),
        ),
      };

const expected = ({ expect }: FileCase): Imported =>
  'refusal' in expect
    ? expect
    : {
        contacts: expect.contacts.map(withKeys).toSorted((a, b) => a.mobile.localeCompare(b.mobile)),
        refused: expect.refused ?? [],
        issues: expect.issues ?? [],
      };

for (const subject of SUBJECTS)
  t.test(subject.replaceAll('-', ' '), async (t) => {
    for (const described of loadFilesOf(subject)) {
      const { id, about, given = {}, expect } = described;
      const directory = t.testdir();
      const fileName = fileNameOf(described);
      const path = join(directory, fileName);
      writeFileSync(path, await fileBytes(described));
      const job: ContactsJob = {
        type: 'contacts',
        file: { path, fileName },
        mapping: {
          ...(given.country === undefined ? {} : { defaultCountry: given.country }),
          ...(given.mobile === undefined ? {} : { mobile: given.mobile }),
          ...(given.encoding === undefined ? {} : { encoding: given.encoding }),
        },
        knownKeys: given.knownKeys ?? [],
        businessId: 'b1',
        importId: 'i1',
        directory,
        account: openAccount({ total: totalOf(), maxBytes: 1e7, leastFreeBytes: 0, directory }),
      };
      t.same(await imported(job), expected(described), `${id}: ${about}`);
      if ('refusal' in expect) continue;
      const { delimiter, headerRow } = await openTable({ path, fileName });
      const { encoding: _, ...facts } = factsOf(described, expect);
      t.same({ delimiter, headerRow }, facts, `${id}: its form`);
    }
  });
