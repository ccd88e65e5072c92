/** Rows of a Data Source as they are stored. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { sourceRows } from '../../../operations/ingestion/source-table.js';

t.test(
  'dates are stored as ISO 8601 in the order that was chosen, and everything else as it is',
  async (t) => {
    const path = join(t.testdir(), 'orders.csv');
    await writeFile(
      path,
      [
        'Mobile,Due,Seen',
        '+14155550101,05/06/2026,05/06/2026',
        '+14155550102,25/12/2026 9:30,1.2.2026',
        '+14155550103,12/25/2026,x',
        '+14155550104,,',
      ].join('\n'),
    );
    const rows: (readonly string[])[] = [];
    const job = {
      type: 'rows',
      file: { path, fileName: 'orders.csv' },
      keyIndex: 0,
      keyType: 'mobile',
      dates: [{ index: 1, order: 'dmy' }],
    } as const;
    for await (const message of sourceRows(job))
      if (message.type === 'source_part') rows.push(...message.rows);
    t.same(
      rows.map(([, , due, seen]) => [due, seen]),
      [
        ['2026-06-05', '05/06/2026'],
        ['2026-12-25T09:30:00', '1.2.2026'],
        ['12/25/2026', 'x'],
        ['', ''],
      ],
    );
  },
);
