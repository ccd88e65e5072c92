import t from 'tap';
import { kindsOf, labelKind, labelledNumbers } from '../../../operations/ingestion/column-kinds.js';
import { loadFiles } from '../../corpora/imports/corpus.js';

t.test('the columns of the corpora are taken for what they hold', async (t) => {
  for (const { id, expect } of loadFiles()) {
    if ('refusal' in expect) continue;
    const { kinds } = kindsOf(expect.columns.map(({ header }) => header));
    t.same(
      kinds.map((kind, index) => `${expect.columns[index]?.header}: ${kind}`),
      expect.columns.map(({ header, kind }) => `${header}: ${kind}`),
      id,
    );
  }
});

t.test('a family name in Chinese or Japanese comes first', async (t) => {
  t.equal(kindsOf(['姓', '名', '携帯電話']).familyFirst, true);
  t.equal(kindsOf(['Last Name', 'First Name', 'Mobile']).familyFirst, false);
});

t.test('a label says whether its number is a mobile one', async (t) => {
  for (const label of [
    'Mobile',
    '* Mobile',
    'Work Mobile',
    'Mobil',
    'Móvil',
    'Celular',
    'Handy',
    'iPhone',
    '携帯',
  ])
    t.equal(labelKind(label), 'mobile', label);
  for (const label of ['Home Fax', 'Work fax', 'Pager']) t.equal(labelKind(label), 'no_calls', label);
  for (const label of ['Home', 'Work', 'Main', '']) t.equal(labelKind(label), 'other', label);
});

t.test('numbers are found beside their labels', async (t) => {
  const header = [
    'Phone 1 - Value',
    'Name',
    'Phone 1 - Label',
    'Phone 2 - Type',
    'Phone 2 - Value',
    'E-mail 1 - Value',
  ];
  t.same(labelledNumbers(header), [
    { value: 0, label: 2 },
    { value: 4, label: 3 },
  ]);
  t.same(labelledNumbers(['Phone 3 - Value', 'Phone 1 - Label', 'Phone']), []);
});
