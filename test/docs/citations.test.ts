/** What comments and documents cite exists: documents, their headings, relative links. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const LEFT_OUT = new Set(['node_modules', 'dist', '.git', '.tap', '.parley']);

/** Files below a folder with one of the endings, relative to the root. */
const filesBelow = (folder: string, ending: RegExp): readonly string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (LEFT_OUT.has(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path, ending);
    return entry.isFile() && ending.test(entry.name) ? [relative(ROOT, path)] : [];
  });

const exists = (path: string): boolean => statSync(join(ROOT, path), { throwIfNoEntry: false }) !== undefined;

/** The text of a file, with line breaks and the beginnings of comment lines reduced to single spaces. */
const textOf = (path: string): string =>
  readFileSync(join(ROOT, path), 'utf8')
    .replaceAll(/\n\s*(?:\*(?!\/)|\/\/)?[ \t]*/g, ' ')
    .replaceAll(/\s+/g, ' ');

const headingsOf = (path: string): readonly string[] =>
  [...readFileSync(join(ROOT, path), 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);

/** `docs/explanation/media.md "Noise", "Turns"`: a document and its headings. */
const CITATION = /\b((?:docs\/[\w/-]+|CONTRIBUTING|README)\.md)((?:,? "[^"]+")*)/g;

/** Citations of a text that do not exist. */
const missing = (text: string): readonly string[] =>
  [...text.matchAll(CITATION)].flatMap(([, document = '', titles = '']) => {
    if (!exists(document)) return [document];
    const headings = headingsOf(document);
    return [...titles.matchAll(/"([^"]+)"/g)]
      .map(([, title = '']) => title)
      .filter((title) => !headings.includes(title))
      .map((title) => `${document} "${title}"`);
  });

t.test('detects citations that do not exist', (t) => {
  t.same(
    missing('See docs/explanation/media.md "Noise", and docs/explanation/media.md "Turns", "Silence".'),
    [],
  );
  t.same(missing('See docs/nowhere.md and docs/explanation/media.md "Noise", "No such thing".'), [
    'docs/nowhere.md',
    'docs/explanation/media.md "No such thing"',
  ]);
  t.end();
});

t.test('every document that code cites exists, with the heading', (t) => {
  const files = filesBelow(ROOT, /\.ts$/).filter((path) => path !== 'test/docs/citations.test.ts');
  t.ok(files.length > 500, `${files.length} files`);
  let citations = 0;
  for (const file of files) {
    const text = textOf(file);
    citations += [...text.matchAll(CITATION)].length;
    t.same(missing(text), [], file);
  }
  t.ok(citations > 100, `${citations} citations`);
  t.end();
});

t.test('no comment cites a document by its bare name', (t) => {
  for (const file of filesBelow(ROOT, /\.ts$/).filter((path) => !path.startsWith('test/')))
    t.notMatch(textOf(file), /(?<![\w/])(?:architecture|contract|media|style|protocols)\.md\b/, file);
  t.end();
});

t.test('every file that a document names in backquotes exists', (t) => {
  const path =
    /`((?:actors|bench|gateway|media|operations|providers|schemas|simulators|src|test|testkit|views)\/[\w./-]+\.(?:ts|json))`/g;
  for (const file of filesBelow(ROOT, /\.md$/))
    for (const [, named = ''] of readFileSync(join(ROOT, file), 'utf8').matchAll(path))
      t.ok(exists(named), `${file}: ${named}`);
  t.end();
});
