import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import { createRowSorter } from '../../../operations/ingestion/row-sorter.js';
import { casesOf } from '../../support/full-run.js';

t.test('every row comes back once, by partition, in the order of the file', async (t) => {
  const base = t.testdir();
  let round = 0;
  const partition = fc.integer({ min: 0, max: 0xfff }).map((value) => value.toString(16).padStart(3, '0'));
  fc.assert(
    fc.property(fc.array(fc.tuple(partition, fc.jsonValue()), { maxLength: 300 }), (rows) => {
      round += 1;
      const directory = join(base, String(round));
      const sorter = createRowSorter(directory, () => undefined);
      for (const [row, [where, value]] of rows.entries()) sorter.add(where, row, JSON.stringify(value));
      const sorted = [...sorter.partitions()];
      sorter.close();
      const result = sorted.flatMap(({ partition: where, rows: own }) =>
        own.map(({ row, body }) => [row, where, body] as const),
      );
      const inOrder = sorted.every(({ rows: own }) =>
        own.every(({ row }, index) => index === 0 || row > (own[index - 1]?.row ?? 0)),
      );
      const once = new Set(sorted.map((part) => part.partition)).size === sorted.length;
      const expected = rows.map(([where, value], row) => [row, where, JSON.stringify(value)]);
      const same = JSON.stringify([...result].sort((a, b) => a[0] - b[0])) === JSON.stringify(expected);
      return inOrder && once && same && readdirSync(directory).length === 0;
    }),
    { numRuns: casesOf(200) },
  );
  t.pass('nothing is left on the disk');
});
