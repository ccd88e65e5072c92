/** What an export escapes, an import reads as it was. */
import fc from 'fast-check';
import t from 'tap';
import { escapedCell, unescapedCells } from '../../../providers/tables/formula-cell.js';

const text = fc.oneof(fc.string(), fc.stringMatching(/^'{0,3}[=+\-@\t\r]?[ab']*$/));

t.test('no spreadsheet runs an escaped cell, and reading it gives the text back', async () => {
  fc.assert(
    fc.property(fc.array(text), (texts) => {
      const written = texts.map(escapedCell);
      if (written.some((cell) => /^[=+\-@\t\r]/.test(cell))) return false;
      return JSON.stringify(unescapedCells(written)) === JSON.stringify(texts);
    }),
  );
});

t.test('ordinary cells stay as they are', async (t) => {
  const row = ['Ann', "'t Hooft", "O'Brien", '', "'"];
  t.equal(unescapedCells(['Ann', '']).length, 2);
  t.same(unescapedCells(row), row);
  t.same(row.map(escapedCell), row);
  t.same(unescapedCells(["'=1+1", "'+49 171"]), ['=1+1', '+49 171']);
});
