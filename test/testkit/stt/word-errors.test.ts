/** How recognisers are compared. */
import t from 'tap';
import { wordErrors, wordsOf } from '../../../testkit/stt/word-errors.js';

t.test('counts each replaced, missing and extra word once', async (t) => {
  const errors = (spoken: string, heard: string) => wordErrors(wordsOf(spoken), wordsOf(heard));
  t.equal(errors('A table, for two.', 'a table for two'), 0);
  t.equal(errors('a table for two', 'a cable for two'), 1);
  t.equal(errors('a table for two', 'table two'), 2);
  t.equal(errors('two', 'the two of us'), 3);
  t.equal(errors('a table for two', ''), 4);
  t.equal(errors('', 'hm'), 1);
});
