/**
 * Tables that are made to fill the memory: each one meets its own limit, in a small heap. The heap, the limits and the
 * tables have a quarter of the size that they have in the service.
 */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import t from 'tap';
import type { TableLimits } from '../../../providers/tables/table.js';
import { archive, textRow, workbookParts } from '../../support/files/workbook.js';

/** Half of a quarter of the service's. All limits hold in 16 as well, but a collection that a busy machine delays needs room. */
const HEAP_MIB = 24;
const MIB = 1024 * 1024;
/** A quarter of the usual limits. */
const SMALL: Partial<TableLimits> = {
  maxSharedCharacters: 25_000_000,
  maxXmlPiece: MIB,
  maxRowCharacters: MIB,
  maxRowTokens: 5_000,
  batchCharacters: 500_000,
};
/** For workbooks that compress far better than real ones, where only the unpacked size is tested. */
const anyRatio = { maxInflationRatio: 1e9 };

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
    workerData: { path, fileName, limits: { ...SMALL, ...limits } },
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB, maxYoungGenerationSizeMb: 2 },
  });
  try {
    const [message]: readonly [Read] = await once(thread, 'message').then(([first]) => [first]);
    return message;
  } catch (error) {
    return String(error);
  }
};

t.test('refuses a workbook with endlessly nested elements', async (t) => {
  const deep = `${textRow('a')}${'<x>'.repeat(100)}${'</x>'.repeat(100)}`;
  t.match(await read('a.xlsx', await archive(workbookParts(deep))), { codes: ['archive_damaged'] });
  const endless = `${textRow('a')}${'<x>'.repeat(1.25 * MIB)}`;
  t.match(await read('a.xlsx', await archive(workbookParts(endless)), anyRatio), {
    codes: ['archive_damaged'],
  });
});

t.test('counts all entries of a workbook, even if they have the same name', async (t) => {
  const names = await archive(
    Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [`a${String(n).padStart(4, '0')}`, ''])),
  );
  const same = Buffer.from(names.toString('latin1').replaceAll(/a\d{4}/g, 'a0000'), 'latin1');
  t.match(await read('a.xlsx', same, { maxArchiveEntries: 1_000 }), { codes: ['archive_too_large'] });
});

t.test(
  'refuses a bomb even if an entry claims more packed bytes than there are in the whole file',
  async (t) => {
    const bomb = await archive(workbookParts(textRow(' '.repeat(5 * MIB))));
    const entry = bomb.lastIndexOf(Buffer.from('PK\u0001\u0002'));
    bomb.writeUInt32LE(0xfffffff0, entry + 20);
    t.match(await read('a.xlsx', bomb), { codes: ['archive_too_large'] });
  },
);

t.test('refuses an endless value, tag or comment in a workbook', async (t) => {
  for (const rows of [
    textRow('x'.repeat(15 * MIB)),
    `<row ${Array.from({ length: MIB / 2 }, (_, n) => `a${n}="x"`).join(' ')}></row>`,
    `<!--${'x'.repeat(15 * MIB)}-->`,
  ])
    t.match(await read('a.xlsx', await archive(workbookParts(rows)), anyRatio), {
      codes: ['file_too_complex'],
    });
});

t.test('a cell in many pieces has the same limit of length', async (t) => {
  const pieces = `${'x'.repeat(MIB / 4)}<!-- -->`.repeat(80);
  const cell = `<row><c t="inlineStr"><is><t>${pieces}</t></is></c></row>`;
  t.match(await read('a.xlsx', await archive(workbookParts(textRow('a') + cell)), anyRatio), {
    codes: ['cell_too_long'],
  });
});

t.test('refuses millions of empty shared strings or of styles', async (t) => {
  const strings = await archive(workbookParts(textRow('a'), { shared: Array<string>(2 * MIB).fill('') }));
  t.match(await read('a.xlsx', strings, anyRatio), { codes: ['archive_too_large'] });
  const parts = workbookParts(textRow('a'));
  const styles = parts['xl/styles.xml']?.replace(
    '<cellXfs>',
    `<cellXfs>${'<xf numFmtId="14"/>'.repeat(0.75 * MIB)}`,
  );
  t.match(await read('a.xlsx', await archive({ ...parts, 'xl/styles.xml': styles ?? '' }), anyRatio), {
    codes: ['archive_too_large'],
  });
});

t.test(
  'leaves out rows with far too many columns, and hands over rows of megabytes a few at a time',
  async (t) => {
    const wide = `${'x,'.repeat(MIB / 8)}\n`;
    t.match(await read('a.csv', `a,b\n${wide.repeat(8)}1,2\n`), { rows: 1, codes: ['row_ragged'] });
    const heavy = `${Array<string>(100).fill('x'.repeat(8_000)).join(',')}\n`;
    const header = `${Array.from({ length: 100 }, (_, n) => `c${n}`).join(',')}\n`;
    t.match(await read('a.csv', header + heavy.repeat(40)), { rows: 40, codes: [] });
    t.match(await read('a.csv', wide), { codes: ['column_limit'] });
  },
);

t.test('refuses endlessly nested JSON', async (t) => {
  for (const text of [
    '['.repeat(2.5 * MIB),
    `[{"a":${'['.repeat(2.5 * MIB)}`,
    `[{"a":${'{"a":'.repeat(1.25 * MIB)}`,
  ])
    t.match(await read('a.json', text), { codes: ['json_malformed'] });
});

t.test('refuses a row of JSON with too many keys, values or characters', async (t) => {
  const keys = `[{${Array.from({ length: MIB / 4 }, (_, n) => `"k${n}":1`).join(',')}}]`;
  const values = `[{"a":[${'[],'.repeat(MIB / 2)}[]]}]`;
  const text = `[{"a":"${'x'.repeat(15 * MIB)}"}]`;
  const key = `[{"${'x'.repeat(15 * MIB)}":1}]`;
  const beside = `{"about":[${'[],'.repeat(MIB / 4)}[]],"rows":[{"a":1}]}`;
  for (const content of [keys, values, text, key])
    t.match(await read('a.json', content), { codes: ['file_too_complex'] }, content.slice(0, 10));
  t.match(await read('a.json', beside), { rows: 1 }, 'data beside the rows is skipped');
  const columns = Array.from({ length: 900 }, (_, row) => ({ [`a${row}`]: 1 }));
  t.match(await read('a.json', JSON.stringify(columns)), { codes: ['column_limit'] });
});
