/** Time zones in a contact file. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { type ContactsJob, stageContacts } from '../../../operations/ingestion/contact-staging.js';
import type { IngestionMessage } from '../../../operations/ingestion/messages.js';
import { openAccount, totalOf } from '../../../providers/spool/account.js';

const staged = async (directory: string, content: string): Promise<readonly IngestionMessage[]> => {
  const path = join(directory, 'contacts.csv');
  writeFileSync(path, content);
  const job: ContactsJob = {
    type: 'contacts',
    file: { path, fileName: 'contacts.csv' },
    mapping: { timeZone: 'Zone' },
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
