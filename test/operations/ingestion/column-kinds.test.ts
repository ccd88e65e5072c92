import t from 'tap';
import { kindsOf } from '../../../operations/ingestion/column-kinds.js';
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
