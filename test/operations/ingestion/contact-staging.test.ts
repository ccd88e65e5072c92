/** What is staged of a contact file: its time zones, dates and names. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { type ContactsJob, stageContacts } from '../../../operations/ingestion/contact-staging.js';
import type { IngestionMessage } from '../../../operations/ingestion/messages.js';
import { openAccount, totalOf } from '../../../providers/spool/account.js';
import type { ContactMapping } from '../../../schemas/contacts/job.js';

const staged = async (
  directory: string,
  content: string,
  mapping: ContactMapping = { timeZone: 'Zone' },
): Promise<readonly IngestionMessage[]> => {
  const path = join(directory, 'contacts.csv');
  writeFileSync(path, content);
  const job: ContactsJob = {
    type: 'contacts',
    file: { path, fileName: 'contacts.csv' },
    mapping,
    knownKeys: [],
    businessId: 'b1',
    importId: 'i1',
    directory,
    account: openAccount({ total: totalOf(), maxBytes: 1e6, leastFreeBytes: 0, directory }),
  };
  const messages: IngestionMessage[] = [];
  for await (const message of stageContacts(job)) messages.push(message);
  return messages;
};

t.test('a time zone is staged with its row, and a row with an unknown time zone fails', async (t) => {
  const lines = [
    'Mobile,Zone,City',
    '+14155552671,Asia/Tokyo,Kyoto',
    '+14155552672,PDT+1,Kobe',
    '+14155552673,,',
  ];
  const messages = await staged(t.testdir(), lines.join('\n'));
  const parts = messages.flatMap((message) => (message.type === 'contact_part' ? [message] : []));
  for (const part of parts) t.match(part, { columns: ['City', '@timeZone'], timeZoneColumn: '@timeZone' });
  t.same(
    parts
      .flatMap(({ rows }) => rows.map(([, mobile, , ...values]) => [mobile, ...values]))
      .toSorted((a, b) => (`${a[0]}` < `${b[0]}` ? -1 : 1)),
    [
      ['+14155552671', 'Kyoto', 'Asia/Tokyo'],
      ['+14155552673', '', ''],
    ],
  );
  t.match(messages.at(-1), {
    type: 'done',
    issues: { failedRows: 1, kept: [{ row: 2, column: 'Zone', code: 'time_zone_invalid' }] },
  });
});

/** Rows as they are staged, without their ids, in the order of their numbers. */
const rowsOf = (messages: readonly IngestionMessage[]): readonly (readonly string[])[] =>
  messages
    .flatMap((message) => (message.type === 'contact_part' ? message.rows : []))
    .map(([, ...row]) => row)
    .toSorted((a, b) => a.join().localeCompare(b.join()));

t.test('dates in the chosen order are staged as ISO 8601, and others are kept and reported', async (t) => {
  const lines = [
    'Mobile,Due,Seen',
    '+14155552671,05/06/2026,05/06/2026',
    '+14155552672,02/28/2026,',
    '+14155552673,,x',
  ];
  const messages = await staged(t.testdir(), lines.join('\n'), { dates: { Due: 'dmy' } });
  t.same(rowsOf(messages), [
    ['+14155552671', '', '2026-06-05', '05/06/2026'],
    ['+14155552672', '', '02/28/2026', ''],
    ['+14155552673', '', '', 'x'],
  ]);
  t.match(messages.at(-1), {
    type: 'done',
    rows: 3,
    issues: {
      failedRows: 0,
      kept: [{ row: 2, column: 'Due', code: 'date_invalid', message: /day, month and year/ }],
    },
  });
  const [refused] = await staged(t.testdir(), lines.join('\n'), { dates: { None: 'dmy' } });
  t.match(refused, { type: 'refused', issues: [{ code: 'column_missing', column: 'None' }] });
});

t.test('many dates in the wrong order push no other issue out', async (t) => {
  const lines = Array.from({ length: 60 }, (_, n) => `+141555526${10 + n},02/28/2026`);
  const file = ['Mobile,Due', ...lines, 'none,01/02/2026'].join('\n');
  const last = (await staged(t.testdir(), file, { dates: { Due: 'dmy' } })).at(-1);
  t.match(last, { type: 'done', issues: { failedRows: 1 } });
  const kept = last?.type === 'done' ? last.issues.kept : [];
  t.equal(kept.filter(({ code }) => code === 'date_invalid').length, 21);
  t.match(kept.at(-1), { row: null, column: 'Due', message: /^60 values/ });
  t.match(kept.at(-2), { row: 61, code: 'mobile_invalid' });
});

t.test('the columns of the name can be chosen', async (t) => {
  const file = 'Mobile,First name,Middle,Last name\n+14155552671,Ada,B.,Cole\n';
  const parts = (nameParts: readonly string[]) => staged(t.testdir(), file, { nameParts: [...nameParts] });
  t.same(rowsOf(await parts(['Last name', 'Middle'])), [['+14155552671', 'Cole B.', 'Ada']]);
  t.same(rowsOf(await parts([])), [['+14155552671', '', 'Ada', 'B.', 'Cole']]);
  t.match(await parts(['Title']), [{ type: 'refused', issues: [{ column: 'Title' }] }]);
});
