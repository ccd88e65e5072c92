/** How much script the console loads before its first page is there, compressed as it is sent to browsers. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';

const BUILT = fileURLToPath(new URL('../../console', import.meta.url));
/** Of the entry and the page with which people begin, bytes. */
const MOST_FIRST_BYTES = 165_000;
/** Of the entry and any other page, if a link leads to it at once, bytes. */
const MOST_SCRIPT_BYTES = 180_000;
/** Pages with which people begin: signing in, the set-up, and what is shown after it. */
const FIRST = /^(home|sign-in|setup|join|reset-password)-/;

/** Of a language, on top of the script, bytes. */
const MOST_CATALOGUE_BYTES = 50_000;

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

/** The translations of the page, in a file for each language but English. */
const isCatalogue = (name: string): boolean => /^(de|es)-/.test(name);

t.test('the first page loads less than 165 kB of compressed script, and no page more than 180', async (t) => {
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
  for (const page of pages.filter((name) => !isCatalogue(name))) {
    const bytes = compressedBytes(withImports(page, entry));
    t.ok(
      bytes < (FIRST.test(page) ? MOST_FIRST_BYTES : MOST_SCRIPT_BYTES),
      `${page}: ${bytes} bytes, ${compressedBytes(entry)} of them on every page`,
    );
  }
  const catalogues = pages.filter(isCatalogue);
  t.equal(catalogues.length, 2, 'German and Spanish are loaded by those who read them');
  for (const name of catalogues) t.ok(compressedBytes([name]) < MOST_CATALOGUE_BYTES, name);
});
