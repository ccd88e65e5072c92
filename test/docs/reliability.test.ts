/** The tests that docs/reference/reliability.md names for its promises exist. */
import t from 'tap';
import { documentOf, problemsOf } from './named-tests.js';

const rows = documentOf('reference/reliability')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| fault') && !line.startsWith('| ---'));

t.test('each promise names existing tests', async (t) => {
  t.ok(rows.length > 50, `${rows.length} promises`);
  for (const row of rows) {
    // Commands of benches in the same cell are not titles.
    const tests = (row.split(' | ')[2] ?? '').replaceAll(/`npm [^`]+`/g, '');
    t.same(problemsOf(tests), [], row.slice(2, 60));
  }
});
