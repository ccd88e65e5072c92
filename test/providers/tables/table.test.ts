/** Tables as people save them, and broken ones: every format, encoding and limit. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { openTable, type TableLimits, TableRefused } from '../../../providers/tables/table.js';
import { archive, textRow, workbookParts } from '../../support/files/workbook.js';

interface Whole {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly issues: readonly (readonly [row: number | null, code: string])[];
  readonly facts: string;
}

const directory = t.testdir();
let files = 0;

const read = async (
  fileName: string,
  content: string | Uint8Array,
  limits: Partial<TableLimits> = {},
): Promise<Whole> => {
  files += 1;
  const path = join(directory, `file${files}`);
  writeFileSync(path, content);
  const table = await openTable({ path, fileName }, limits);
  const rows: (readonly string[])[] = [];
  const issues: (readonly [number | null, string])[] = [];
  for await (const batch of table.batches()) {
    rows.push(...batch.rows.map(({ cells }) => cells));
    issues.push(...batch.issues.map(({ row, code }) => [row, code] as const));
  }
  return { header: table.header, rows, issues, facts: `${table.format} ${table.encoding}` };
};

const refusal = async (
  fileName: string,
  content: string | Uint8Array,
  limits: Partial<TableLimits> = {},
): Promise<readonly string[]> => {
  try {
    await read(fileName, content, limits);
    return [];
  } catch (error) {
    if (!(error instanceof TableRefused)) throw error;
    return error.issues.map(({ code }) => code);
  }
};

t.test('reads text with any separator', async (t) => {
  t.match(await read('a.csv', 'name,city\n"Núñez, José","Li""ma"\r\n\nAnn,\n'), {
    header: ['name', 'city'],
    rows: [
      ['Núñez, José', 'Li"ma'],
      ['Ann', ''],
    ],
    issues: [],
    facts: 'csv utf-8',
  });
  for (const [separator, facts] of [
    [';', 'csv utf-8'],
    ['|', 'csv utf-8'],
    ['\t', 'tsv utf-8'],
  ])
    t.match(await read('a.csv', `a${separator}b\n1${separator}2\n`), { rows: [['1', '2']], facts });
  t.match(await read('a.tsv', 'a,b\tc\n1\t2\n'), { header: ['a,b', 'c'], rows: [['1', '2']] });
  t.match(await read('a.csv', 'a,b\n"one\ntwo",3'), { rows: [['one\ntwo', '3']] }, 'a line break in quotes');
  t.match(await read('a.csv', 'only\n1\n2\n'), { header: ['only'], rows: [['1'], ['2']] });
});

t.test('detects the encoding of text', async (t) => {
  const text = 'name\nZoë Müller\n';
  const marked = (mark: readonly number[], rest: Uint8Array) => Buffer.concat([Buffer.from(mark), rest]);
  const utf16 = Buffer.from(text, 'utf16le');
  for (const [what, content, facts] of [
    ['UTF-8', Buffer.from(text), 'csv utf-8'],
    ['UTF-8 with a BOM', marked([0xef, 0xbb, 0xbf], Buffer.from(text)), 'csv utf-8'],
    ['UTF-16 with a BOM', marked([0xff, 0xfe], utf16), 'csv utf-16le'],
    ['UTF-16 without a BOM', utf16, 'csv utf-16le'],
    ['big-endian UTF-16', marked([0xfe, 0xff], Buffer.from(utf16).swap16()), 'csv utf-16be'],
    ['Windows-1252', Buffer.from(text, 'latin1'), 'csv windows-1252'],
  ] as const)
    t.match(await read('a.csv', content), { header: ['name'], rows: [['Zoë Müller']], facts }, what);
  t.match(
    await read('a.csv', Buffer.from([0x61, 0x0a, 0x80])),
    { rows: [['€']] },
    'the euro of Windows-1252',
  );
  // A letter of several bytes across every boundary between two reads.
  const long = `name\n${'é'
    .repeat(400_000)
    .match(/.{1,1000}/g)
    ?.join('\n')}\n`;
  t.ok((await read('a.csv', long)).rows.every(([cell]) => /^é{1000}$/.test(cell ?? '')));
  t.same(await refusal('a.csv', Buffer.from('7f454c4602010100000000000000000003003e0001000000', 'hex')), [
    'encoding_invalid',
  ]);
});

t.test('leaves out rows that do not fit, and keeps the others', async (t) => {
  const { rows, issues } = await read('a.csv', 'a,b\n1\n1,2\n1,2,3\n3,4\n');
  t.same(rows, [
    ['1', ''],
    ['1', '2'],
    ['3', '4'],
  ]);
  t.same(issues, [[3, 'row_ragged']], 'a missing cell is empty, a surplus value is not dropped');
  const formula = await read('a.csv', 'a,b\n=1+1,=cmd|calc\n=2,x\n');
  t.same(formula.rows[0], ['=1+1', '=cmd|calc'], 'formulas stay text');
  t.same(formula.issues, [
    [1, 'formula_neutralised'],
    [1, 'formula_neutralised'],
  ]);
  const long = await read('a.csv', `a\n${'x'.repeat(32_767)}\n${'x'.repeat(32_768)}\n`);
  t.same([long.rows.length, long.issues], [1, [[2, 'cell_too_long']]]);
  t.same((await read('a.csv', 'a,b\n')).issues, [[null, 'rows_missing']]);
  const header = await read('a.csv', ' a ,,a\n1,2,3\n');
  t.same(header.header, ['a', 'column_2', 'a (2)']);
  t.same(header.issues, [
    [null, 'header_blank'],
    [null, 'header_duplicate'],
  ]);
});

t.test('refuses files that cannot be used at all', async (t) => {
  t.same(await refusal('a.csv', ''), ['file_empty']);
  t.same(await refusal('a.csv', ' \n\n'), ['file_empty']);
  t.same(await refusal('a.csv', 'a,b\n1,2\n"open,3\n4,5\n'), ['quote_unclosed']);
  t.same(
    await refusal('a.csv', `a,b\n1,"${'x'.repeat(5 * 1024 * 1024)}`),
    ['quote_unclosed'],
    'in bounded memory',
  );
  const columns = (count: number): string =>
    `${Array.from({ length: count }, (_, n) => `c${n}`).join(',')}\n`;
  t.same(await refusal('a.csv', columns(500)), []);
  t.same(await refusal('a.csv', columns(501)), ['column_limit']);
  t.same(await refusal('a.csv', columns(10_000)), ['column_limit']);
  t.same(await refusal('a.csv', 'a\n1\n2\n3\n', { maxRows: 2 }), ['row_limit']);
  t.same(await refusal('a.xlsx', 'a,b\n1,2\n'), ['archive_damaged']);
});

t.test('reads JSON', async (t) => {
  t.match(await read('a.json', '[{"a":1,"b":true},{"b":null,"a":"x"}]'), {
    header: ['a', 'b'],
    rows: [
      ['1', 'true'],
      ['x', ''],
    ],
    facts: 'json utf-8',
  });
  t.match(await read('rows', '{"rows":[{"a":"1"}],"more":[{"a":"2"}]}'), { rows: [['1']] });
  t.same((await read('a.json', '[{"a":1},{"a":{"b":1}},7,{"a":2}]')).issues, [
    [2, 'value_nested'],
    [3, 'json_not_a_table'],
  ]);
  t.same(await refusal('a.json', '[{"a":1},{"a"'), ['json_malformed']);
  t.same(await refusal('a.json', '"text"'), ['json_not_a_table']);
  t.same(await refusal('a.json', '[]'), ['file_empty']);
  const proto = await read('a.json', '[{"__proto__":"x","constructor":"y"}]');
  t.same([...proto.header].sort(), ['__proto__', 'constructor'], 'special names are ordinary columns');
});

t.test('reads workbooks', async (t) => {
  const rows = [
    textRow('name', 'born', 'paid', 'sum'),
    '<row><c r="A2" t="s"><v>0</v></c><c r="B2" s="1"><v>45292</v></c><c r="C2" t="b"><v>1</v></c><c r="D2"><f>1+1</f><v>2</v></c></row>',
    '<row><c r="A3" t="str"><f>HYPERLINK("http://x")</f><v>link</v></c><c r="D3" t="e"><v>#REF!</v></c></row>',
    '<row/>',
  ].join('');
  const file = await archive(workbookParts(rows, { shared: ['José &amp; co'] }));
  for (const name of ['a.xlsx', 'a.xlsm', 'whatever'])
    t.match(await read(name, file), {
      header: ['name', 'born', 'paid', 'sum'],
      rows: [
        ['José & co', '2024-01-01', 'true', '2'],
        ['link', '', '', ''],
      ],
      facts: 'xlsx null',
    });
  const hidden = await archive(workbookParts(rows, { state: 'hidden' }));
  t.same(await refusal('a.xlsx', hidden), ['sheet_missing']);
  t.same(await refusal('a.xlsx', await archive({ 'a.txt': 'x' })), ['format_unknown']);
  t.same(await refusal('a.xlsx', file.subarray(0, file.length / 2)), ['archive_damaged']);
  t.same(await refusal('a.xlsx', await archive(workbookParts('<row><c>'))), ['archive_damaged']);
  const far = await archive(workbookParts('<row><c r="XFD1" t="str"><v>x</v></c></row>'));
  t.same(await refusal('a.xlsx', far), ['column_limit']);
  const entity = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>';
  const bomb = workbookParts(textRow('&b;'));
  const parts = { ...bomb, 'xl/worksheets/sheet1.xml': `${entity}${bomb['xl/worksheets/sheet1.xml']}` };
  t.same(await refusal('a.xlsx', await archive(parts)), ['archive_damaged'], 'entities are not expanded');
});

t.test('refuses a zip bomb before it is unpacked', async (t) => {
  const zeros = await archive(workbookParts(textRow(' '.repeat(40 * 1024 * 1024))));
  t.ok(zeros.length < 1024 * 1024, `${zeros.length} bytes`);
  const packed = process.memoryUsage().rss;
  t.same(await refusal('a.xlsx', zeros), ['archive_too_large']);
  t.ok(process.memoryUsage().rss - packed < 30 * 1024 * 1024, 'nothing was unpacked');
  const many = await archive(Object.fromEntries(Array.from({ length: 5_001 }, (_, n) => [`a${n}`, ''])));
  t.same(await refusal('a.xlsx', many), ['archive_too_large']);
});
