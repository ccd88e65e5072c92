/** The promises of docs/reliability.md are held by tests that exist. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import t from 'tap';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const rows = readFileSync(`${ROOT}docs/reliability.md`, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| fault') && !line.startsWith('| ---'));

/** The source of a test file as the document names it, quotes and line breaks of its strings evened out. */
const sourceOf = (name: string): string | null => {
  const path = `${ROOT}test/${name}.test.ts`;
  return existsSync(path) ? readFileSync(path, 'utf8').replaceAll(/\s+/g, ' ') : null;
};

t.test('each promise names tests, and they are where it says', async (t) => {
  t.ok(rows.length > 50, `${rows.length} promises`);
  for (const row of rows) {
    const tests = row.split(' | ')[2] ?? '';
    const files = [...tests.matchAll(/(?<![\w`])(?:[\w-]+\/)+[\w-]+/g)].map(([name]) => name);
    t.ok(files.length > 0, `a test of: ${row.slice(2, 60)}`);
    for (const file of files) t.ok(sourceOf(file) !== null, `test/${file}.test.ts`);
    const all = files.map((file) => sourceOf(file) ?? '').join(' ');
    for (const [, name = ''] of tests.matchAll(/`([^`]+)`/g))
      if (!name.startsWith('npm ')) t.ok(all.includes(name), name);
  }
});
