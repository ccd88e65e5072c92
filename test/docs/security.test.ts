/** The tests that docs/reference/security.md names for its defences and bounds exist. */
import t from 'tap';
import { documentOf, problemsOf } from './named-tests.js';

const document = documentOf('reference/security');

/** The rows of all tables whose last column is "test". */
const rows = document.split(/\n\n/).flatMap((block) => {
  const lines = block.split('\n').filter((line) => line.startsWith('| '));
  const isTested = lines[0]?.endsWith('| test |') ?? false;
  return isTested ? lines.slice(2) : [];
});

t.test('each defence and each bound names existing tests', async (t) => {
  t.ok(rows.length > 60, `${rows.length} rows`);
  for (const row of rows) t.same(problemsOf(row.split(' | ').at(-1) ?? ''), [], row.slice(2, 60));
});

t.test('names attackers, limits, what is not defended, and how to report a weakness', async (t) => {
  for (const title of ['Who attacks', 'Limits', 'What is not defended', 'How to report a weakness'])
    t.match(document, `\n## ${title}\n`);
});
