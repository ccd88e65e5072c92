/** How much script the console loads before its first page is there, compressed as it is sent to browsers. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';

const BUILT = fileURLToPath(new URL('../../console', import.meta.url));
/** Of the entry and the page that is opened first, bytes. */
const MOST_SCRIPT_BYTES = 180_000;

const textOf = (name: string): string => readFileSync(join(BUILT, 'assets', name), 'utf8');

/** A module and all modules that it imports, directly or indirectly. */
const withImports = (name: string, found: ReadonlySet<string> = new Set()): ReadonlySet<string> => {
  if (found.has(name)) return found;
  const imported = [...textOf(name).matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g)];
  return imported.reduce<ReadonlySet<string>>(
    (all, [, next = '']) => withImports(next, all),
    new Set([...found, name]),
  );
};

const compressedBytes = (names: Iterable<string>): number =>
  [...names].reduce((sum, name) => sum + statSync(join(BUILT, 'assets', `${name}.br`)).size, 0);

t.test('whichever page is opened first, it loads less than 180 kB of compressed script', async (t) => {
  const html = readFileSync(join(BUILT, 'index.html'), 'utf8');
  const entries = [...html.matchAll(/(?:src|href)="\/assets\/([^"]+\.js)"/g)].map(([, name = '']) => name);
  t.ok(entries.length > 0, 'the document loads scripts');
  const entry = entries.reduce<ReadonlySet<string>>((all, name) => withImports(name, all), new Set());
  const pages = entries.flatMap((name) =>
    [...textOf(name).matchAll(/\bimport\(["'`]\.\/([^"'`]+\.js)["'`]\)/g)].map(([, page = '']) => page),
  );
  t.ok(
    pages.some((name) => name.startsWith('home-')),
    'the entry loads pages when they are opened',
  );
  for (const page of pages) {
    const bytes = compressedBytes(withImports(page, entry));
    t.ok(
      bytes < MOST_SCRIPT_BYTES,
      `${page}: ${bytes} bytes, ${compressedBytes(entry)} of them on every page`,
    );
  }
});
