/** The promises of docs/reliability.md are held by tests that exist. */
import t from 'tap';
import { documentOf, problemsOf } from './named-tests.js';

const rows = documentOf('reliability')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| fault') && !line.startsWith('| ---'));

t.test('each promise names tests, and they are where it says', async (t) => {
  t.ok(rows.length > 50, `${rows.length} promises`);
  for (const row of rows) {
    // What a bench measured stands beside its tests.
    const tests = (row.split(' | ')[2] ?? '').replaceAll(/`npm [^`]+`/g, '');
    t.same(problemsOf(tests), [], row.slice(2, 60));
  }
});
