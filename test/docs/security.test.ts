/** What docs/security.md says is defended or bounded is held by tests that exist. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import t from 'tap';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const document = readFileSync(`${ROOT}docs/security.md`, 'utf8');

/** The rows of all tables whose last column is the test. */
const rows = document.split(/\n\n/).flatMap((block) => {
  const lines = block.split('\n').filter((line) => line.startsWith('| '));
  const isTested = lines[0]?.endsWith('| test |') ?? false;
  return isTested ? lines.slice(2) : [];
});

/** The source of a test file as the document names it, quotes and line breaks of its strings evened out. */
const sourceOf = (name: string): string | null => {
  const path = `${ROOT}test/${name}.test.ts`;
  return existsSync(path) ? readFileSync(path, 'utf8').replaceAll(/\s+/g, ' ') : null;
};

t.test('each defence and each bound names tests, and they are where it says', async (t) => {
  t.ok(rows.length > 60, `${rows.length} rows`);
  for (const row of rows) {
    const tests = row.split(' | ').at(-1) ?? '';
    const files = [...tests.matchAll(/(?<![\w`])(?:[\w-]+\/)+[\w-]+/g)].map(([name]) => name);
    t.ok(files.length > 0, `a test of: ${row.slice(2, 60)}`);
    for (const file of files) t.ok(sourceOf(file) !== null, `test/${file}.test.ts`);
    const all = files.map((file) => sourceOf(file) ?? '').join(' ');
    for (const [, name = ''] of tests.matchAll(/`([^`]+)`/g)) t.ok(all.includes(name), name);
  }
});

t.test('it says who attacks, what is not defended, and how to report a weakness', async (t) => {
  for (const title of ['Who attacks', 'Limits', 'What is not defended', 'How to report a weakness'])
    t.match(document, `\n## ${title}\n`);
});
