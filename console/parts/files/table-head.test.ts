/** The first rows of a file that is about to be uploaded, as the service will read them. */
import { describe, expect, test } from 'vitest';
import { headOf } from './table-head.js';

const headOfText = (text: string, name = 'people.csv') => headOf(new File([text], name));
const headOfBytes = (bytes: readonly number[]) => headOf(new File([new Uint8Array(bytes)], 'people.csv'));
const headOfJson = (value: unknown) => headOfText(JSON.stringify(value), 'people.json');

const HEAD_BYTES = 64 * 1024;

describe('a text table', () => {
  test('has columns and rows', async () => {
    expect(await headOfText('name,city\nAda,London\nGrace,"New York"\n')).toEqual({
      columns: ['name', 'city'],
      rows: [
        ['Ada', 'London'],
        ['Grace', 'New York'],
      ],
    });
  });

  test('shows five rows', async () => {
    const head = await headOfText('number\n1\n2\n3\n4\n5\n6\n7\n');
    expect(head?.rows).toEqual([['1'], ['2'], ['3'], ['4'], ['5']]);
  });

  test('has a value for every column, and no more', async () => {
    const head = await headOfText('name,city,plan\nAda\nGrace,Paris,gold,extra\n');
    expect(head?.rows).toEqual([
      ['Ada', '', ''],
      ['Grace', 'Paris', 'gold'],
    ]);
  });

  test('can have columns only', async () => {
    expect(await headOfText('name,city')).toEqual({ columns: ['name', 'city'], rows: [] });
  });

  test('can have a last row without a line break', async () => {
    expect((await headOfText('name\nAda'))?.rows).toEqual([['Ada']]);
  });

  test('can have the line breaks of Windows, and blank lines anywhere', async () => {
    expect(await headOfText('\r\nname,city\r\n\r\nAda,London\r\n\r\n')).toEqual({
      columns: ['name', 'city'],
      rows: [['Ada', 'London']],
    });
  });

  test('can have the line breaks of old Macs', async () => {
    expect(await headOfText('name;note\rAda;one, two, three\rGrace;four, five\r')).toEqual({
      columns: ['name', 'note'],
      rows: [
        ['Ada', 'one, two, three'],
        ['Grace', 'four, five'],
      ],
    });
  });

  test('is not there in an empty file', async () => {
    for (const text of ['', '\n\n', '\r\n']) expect(await headOfText(text)).toBeNull();
  });

  test('is recognised by the end of its name, in upper case, too', async () => {
    const columns = ['name'];
    for (const name of ['people.csv', 'PEOPLE.CSV', 'people.txt', 'people.2026.tsv'])
      expect(await headOfText('name\n', name)).toEqual({ columns, rows: [] });
    for (const name of ['people.xlsx', 'people', 'people.csv.zip', 'csv'])
      expect(await headOfText('name\n', name)).toBeNull();
  });
});

describe('the separator', () => {
  test('is the most frequent one of the first line that is not blank', async () => {
    for (const separator of [',', ';', '\t', '|']) {
      const text = `\n${['name', 'city', 'plan'].join(separator)}\n${['Ada', 'a,b;c', ''].join(separator)}\n`;
      expect((await headOfText(text))?.columns).toEqual(['name', 'city', 'plan']);
    }
    expect((await headOfText('name;city;last, first\n'))?.columns).toEqual(['name', 'city', 'last, first']);
  });

  test('is not counted within quotes', async () => {
    const head = await headOfText('"last, first, title";phone\n"Smith, Ada";1\n');
    expect(head).toEqual({ columns: ['last, first, title', 'phone'], rows: [['Smith, Ada', '1']] });
  });

  test('is found after a quoted name that has a line break', async () => {
    expect(await headOfText('"name\n(full)";phone\nAda;1\n')).toEqual({
      columns: ['name\n(full)', 'phone'],
      rows: [['Ada', '1']],
    });
  });

  test('is a tab in a .tsv file, whatever else is frequent', async () => {
    expect(await headOfText('last, first, title\tphone\nSmith, Ada\t1\n', 'people.tsv')).toEqual({
      columns: ['last, first, title', 'phone'],
      rows: [['Smith, Ada', '1']],
    });
  });
});

describe('quotes', () => {
  test('keep separators, line breaks and doubled quotes in a value', async () => {
    const head = await headOfText('name,note,plan\nAda,"says ""hi"", twice\nand leaves",gold\n');
    expect(head?.rows).toEqual([['Ada', 'says "hi", twice\nand leaves', 'gold']]);
  });

  test('can be empty', async () => {
    expect((await headOfText('name,note\n"",""\n'))?.rows).toEqual([['', '']]);
  });

  test('within a value are part of it', async () => {
    expect((await headOfText('item,size\npipe,5" wide\n'))?.rows).toEqual([['pipe', '5" wide']]);
  });

  test('that are never closed hide the last row, and no other', async () => {
    const head = await headOfText('name,note\nAda,short\nGrace,"open\nand more\n');
    expect(head).toEqual({ columns: ['name', 'note'], rows: [['Ada', 'short']] });
  });
});

describe('the names of columns', () => {
  const columnsOf = async (header: string) => (await headOfText(`${header}\n`))?.columns;

  test('have no space around them', async () => {
    expect(await columnsOf(' name ,\tcity')).toEqual(['name', 'city']);
  });

  test('that are blank get their position', async () => {
    expect(await columnsOf('name, ,,')).toEqual(['name', 'column_2', 'column_3', 'column_4']);
  });

  test('that occur again get the first free number', async () => {
    expect(await columnsOf('name,name,name (2),name')).toEqual([
      'name',
      'name (2)',
      'name (2) (2)',
      'name (3)',
    ]);
    expect(await columnsOf(',column_1')).toEqual(['column_1', 'column_1 (2)']);
  });

  test('have at most 200 characters', async () => {
    const long = 'x'.repeat(200);
    expect(await columnsOf(`${long}a,${long}b`)).toEqual([long, `${long} (2)`]);
  });
});

describe('the encoding', () => {
  test('can be UTF-8 with a byte order mark', async () => {
    expect(await headOfBytes([0xef, 0xbb, 0xbf, 0x61, 0x0a, 0xc3, 0xa9])).toEqual({
      columns: ['a'],
      rows: [['é']],
    });
  });

  test('of Windows or of UTF-16 is left to the service', async () => {
    // "café" and a line break in Windows-1252, then "a" and a line break in UTF-16.
    expect(await headOfBytes([0x63, 0x61, 0x66, 0xe9, 0x0a])).toBeNull();
    expect(await headOfBytes([0x61, 0x00, 0x0a, 0x00])).toBeNull();
  });

  test('of Windows is left to the service, even if only the last character shows it', async () => {
    expect(await headOfBytes([0x61, 0x0a, 0x63, 0x61, 0x66, 0xe9])).toBeNull();
  });
});

describe('a file that is longer than the examined part', () => {
  test('does not show the row that is cut', async () => {
    const text = `name,note\nAda,${'x'.repeat(40_000)}\nGrace,${'y'.repeat(40_000)}\n`;
    expect((await headOfText(text))?.rows).toEqual([['Ada', 'x'.repeat(40_000)]]);
  });

  test('shows five rows if they are complete', async () => {
    const text = `number,note\n1,\n2,\n3,\n4,\n5,\n6,${'x'.repeat(HEAD_BYTES)}\n`;
    expect((await headOfText(text))?.rows.map(([number]) => number)).toEqual(['1', '2', '3', '4', '5']);
  });

  test('shows four rows if the fifth is cut', async () => {
    const text = `number,note\n1,\n2,\n3,\n4,\n5,${'x'.repeat(HEAD_BYTES)}\n`;
    expect((await headOfText(text))?.rows.map(([number]) => number)).toEqual(['1', '2', '3', '4']);
  });

  test('can be cut within a character', async () => {
    // The letters have two bytes each, and the first one begins at an odd offset.
    const text = `name,note\nAdam,${'é'.repeat(HEAD_BYTES)}\n`;
    expect(await headOfText(text)).toEqual({ columns: ['name', 'note'], rows: [] });
  });

  test('shows the complete rows if it is cut within quotes', async () => {
    const text = `name,note\nAda,short\nGrace,"${'y'.repeat(HEAD_BYTES)}"\n`;
    expect(await headOfText(text)).toEqual({ columns: ['name', 'note'], rows: [['Ada', 'short']] });
  });

  test('shows its columns if the first row is cut within quotes', async () => {
    const text = `name,note\nGrace,"${'y'.repeat(HEAD_BYTES)}"\n`;
    expect(await headOfText(text)).toEqual({ columns: ['name', 'note'], rows: [] });
  });

  test('is longer by at least one byte', async () => {
    const value = 'x'.repeat(HEAD_BYTES - 'name\n'.length);
    expect((await headOfText(`name\n${value}`))?.rows).toEqual([[value]]);
    expect((await headOfText(`name\n${value}x`))?.rows).toEqual([]);
  });
});

describe('a JSON table', () => {
  test('has the keys of its objects as columns, in the order in which they occur', async () => {
    expect(await headOfJson([{ name: 'Ada' }, { city: 'Paris', name: 'Grace' }])).toEqual({
      columns: ['name', 'city'],
      rows: [
        ['Ada', ''],
        ['Grace', 'Paris'],
      ],
    });
  });

  test('can be under `rows`', async () => {
    expect(await headOfJson({ rows: [{ name: 'Ada' }] })).toEqual({ columns: ['name'], rows: [['Ada']] });
  });

  test('shows every value as text', async () => {
    const head = await headOfJson([{ a: 0, b: false, c: null, d: '', e: { f: [1] } }]);
    expect(head?.rows).toEqual([['0', 'false', '', '', '{"f":[1]}']]);
  });

  test('names its columns as other tables do, and keeps their values', async () => {
    expect(await headOfJson([{ ' ': 1, name: 2, 'name ': 3 }])).toEqual({
      columns: ['column_1', 'name', 'name (2)'],
      rows: [['1', '2', '3']],
    });
  });

  test('skips what is no object', async () => {
    expect(await headOfJson([1, [2], null, { name: 'Ada' }])).toEqual({ columns: ['name'], rows: [['Ada']] });
  });

  test('shows five rows, and the columns of the first thousand', async () => {
    const keyOf = (index: number) => (index < 999 ? 'a' : `key${index}`);
    const head = await headOfJson(Array.from({ length: 1_001 }, (_, index) => ({ [keyOf(index)]: index })));
    expect(head?.columns).toEqual(['a', 'key999']);
    expect(head?.rows).toEqual([0, 1, 2, 3, 4].map((index) => [String(index), '']));
  });

  test('is not there in anything else', async () => {
    for (const value of [[], {}, [{}], [1, 2], 'rows', 7, null, { rows: {} }, { rows: [] }])
      expect(await headOfJson(value)).toBeNull();
    for (const text of ['', '[{"name":"Ada"}', 'name,city\n'])
      expect(await headOfText(text, 'people.json')).toBeNull();
  });

  test('of more than 8 MB is left to the service', async () => {
    const text = '[{"name":"Ada"}]'.padEnd(8 * 1024 * 1024);
    expect((await headOfText(text, 'people.json'))?.columns).toEqual(['name']);
    expect(await headOfText(`${text} `, 'people.json')).toBeNull();
  });
});
