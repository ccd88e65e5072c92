/** Tables that are made to fill the memory: each has a bound of its own, in a heap that is small. */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import t from 'tap';
import type { TableLimits } from '../../../providers/tables/table.js';
import { archive, textRow, workbookParts } from '../../support/workbook.js';

/** Of it the runner and its source maps take some. */
const HEAP_MIB = 80;
t.setTimeout(180_000);
const directory = t.testdir();
let files = 0;

interface Read {
  readonly rows: number;
  readonly codes: readonly string[];
}

const read = async (
  fileName: string,
  content: string | Buffer,
  limits: Partial<TableLimits> = {},
): Promise<Read | string> => {
  files += 1;
  const path = join(directory, `file${files}`);
  writeFileSync(path, content);
  const thread = new Worker(new URL('./reading-worker.js', import.meta.url), {
    workerData: { path, fileName, limits },
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB, maxYoungGenerationSizeMb: 8 },
  });
  try {
    const [message]: readonly [Read] = await once(thread, 'message').then(([first]) => [first]);
    return message;
  } catch (error) {
    return String(error);
  }
};

/** A workbook whose parts pack far better than real ones: only what it unpacks to is at stake here. */
const anyRatio = { maxInflationRatio: 1e9 };
const MIB = 1024 * 1024;

t.test('a workbook whose elements nest without end is refused', async (t) => {
  const deep = `${textRow('a')}${'<x>'.repeat(100)}${'</x>'.repeat(100)}`;
  t.match(await read('a.xlsx', await archive(workbookParts(deep))), { codes: ['archive_damaged'] });
  const endless = `${textRow('a')}${'<x>'.repeat(5 * MIB)}`;
  t.match(await read('a.xlsx', await archive(workbookParts(endless)), anyRatio), {
    codes: ['archive_damaged'],
  });
});

t.test('a workbook whose entries have all the same name has as many as it has', async (t) => {
  const names = await archive(
    Object.fromEntries(Array.from({ length: 5_001 }, (_, n) => [`a${String(n).padStart(4, '0')}`, ''])),
  );
  const same = Buffer.from(names.toString('latin1').replaceAll(/a\d{4}/g, 'a0000'), 'latin1');
  t.match(await read('a.xlsx', same), { codes: ['archive_too_large'] });
});

t.test(
  'entries that claim more packed bytes than there are in the file are no excuse for a bomb',
  async (t) => {
    const bomb = await archive(workbookParts(textRow(' '.repeat(20 * MIB))));
    const entry = bomb.lastIndexOf(Buffer.from('PK\u0001\u0002'));
    bomb.writeUInt32LE(0xfffffff0, entry + 20);
    t.match(await read('a.xlsx', bomb), { codes: ['archive_too_large'] });
  },
);

t.test('one value, one tag or one comment of a workbook that never ends is refused', async (t) => {
  for (const rows of [
    textRow('x'.repeat(60 * MIB)),
    `<row ${Array.from({ length: 2 * MIB }, (_, n) => `a${n}="x"`).join(' ')}></row>`,
    `<!--${'x'.repeat(60 * MIB)}-->`,
  ])
    t.match(await read('a.xlsx', await archive(workbookParts(rows)), anyRatio), {
      codes: ['file_too_complex'],
    });
});

t.test('a cell in many pieces is too long as soon as it is', async (t) => {
  const pieces = `${'x'.repeat(MIB)}<!-- -->`.repeat(80);
  const cell = `<row><c t="inlineStr"><is><t>${pieces}</t></is></c></row>`;
  t.match(await read('a.xlsx', await archive(workbookParts(textRow('a') + cell)), anyRatio), {
    codes: ['cell_too_long'],
  });
});

t.test('millions of empty shared strings, or of styles, are not kept', async (t) => {
  const strings = await archive(workbookParts(textRow('a'), { shared: Array<string>(8 * MIB).fill('') }));
  t.match(await read('a.xlsx', strings, anyRatio), { codes: ['archive_too_large'] });
  const parts = workbookParts(textRow('a'));
  const styles = parts['xl/styles.xml']?.replace(
    '<cellXfs>',
    `<cellXfs>${'<xf numFmtId="14"/>'.repeat(3 * MIB)}`,
  );
  t.match(await read('a.xlsx', await archive({ ...parts, 'xl/styles.xml': styles ?? '' }), anyRatio), {
    codes: ['archive_too_large'],
  });
});

t.test(
  'rows of text with millions of columns, or of megabytes, are left out or handed over a few at a time',
  async (t) => {
    const wide = `${','.repeat(MIB)}\n`;
    t.match(await read('a.csv', `a,b\n${wide.repeat(8)}1,2\n`), { rows: 1, codes: ['row_ragged'] });
    const heavy = `${Array<string>(100).fill('x'.repeat(32_000)).join(',')}\n`;
    const header = `${Array.from({ length: 100 }, (_, n) => `c${n}`).join(',')}\n`;
    t.match(await read('a.csv', header + heavy.repeat(40)), { rows: 40, codes: [] });
    t.match(await read('a.csv', wide), { codes: ['column_limit'] });
  },
);

t.test('JSON that nests without end is refused', async (t) => {
  for (const text of [
    '['.repeat(10 * MIB),
    `[{"a":${'['.repeat(10 * MIB)}`,
    `[{"a":${'{"a":'.repeat(5 * MIB)}`,
  ])
    t.match(await read('a.json', text), { codes: ['json_malformed'] });
});

t.test('a row of JSON with too many keys, values or characters is refused', async (t) => {
  const keys = `[{${Array.from({ length: MIB }, (_, n) => `"k${n}":1`).join(',')}}]`;
  const values = `[{"a":[${'[],'.repeat(2 * MIB)}[]]}]`;
  const text = `[{"a":"${'x'.repeat(60 * MIB)}"}]`;
  const key = `[{"${'x'.repeat(60 * MIB)}":1}]`;
  const beside = `{"about":[${'[],'.repeat(MIB)}[]],"rows":[{"a":1}]}`;
  for (const content of [keys, values, text, key])
    t.match(await read('a.json', content), { codes: ['file_too_complex'] }, content.slice(0, 10));
  t.match(await read('a.json', beside), { rows: 1 }, 'what is beside the rows is passed over');
  const columns = Array.from({ length: 900 }, (_, row) => ({ [`a${row}`]: 1 }));
  t.match(await read('a.json', JSON.stringify(columns)), { codes: ['column_limit'] });
});
