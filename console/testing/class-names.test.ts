/** Each class has one home: two sheets that style the same class break each other's pages. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { collisionsOf, mismatchesOf, propertyOf, type Sheet, scopedName } from './class-names.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** The API reference is a page of its own. */
const APART = 'features/reference/';

const filesOf = (pattern: RegExp): readonly Sheet[] =>
  readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
    .filter((path) => pattern.test(path) && !path.includes('node_modules') && !path.startsWith(APART))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));

const sheets = filesOf(/\.css$/);
const modules = sheets.filter(({ path }) => path.endsWith('.module.css'));
const sources = filesOf(/(?<!\.test)\.tsx?$/);

/** Sheets of features that are still global; they go as their features get modules. */
const NOT_MODULES: ReadonlySet<string> = new Set(
  ['access', 'call', 'data', 'narrow', 'pages'].map((name) => `ui/look/${name}.css`),
);

describe('the style sheets', () => {
  test('no class has two homes', () => {
    expect(collisionsOf(sheets.filter(({ path }) => !NOT_MODULES.has(path)))).toEqual([]);
  });

  test('modules define every class that is used of them, and no other', () => {
    expect(modules.length).toBeGreaterThan(0);
    expect(modules.flatMap((module) => mismatchesOf(module, sources))).toEqual([]);
  });

  test('modules reach no class outside of them', () => {
    expect(modules.filter(({ text }) => text.includes(':global'))).toEqual([]);
  });

  test('classes of two modules have different names in the page', () => {
    const paths = modules.map(({ path }) => scopedName('row', join(ROOT, path)));
    expect(new Set(paths).size).toBe(paths.length);
  });
});

describe('the check sees', () => {
  const page: Sheet = {
    path: 'ui/look/page.css',
    text: '.page { margin: 0 }\n.list > .ticks, a { gap: 4px }',
  };

  test('a class in two global sheets', () => {
    const thread: Sheet = {
      path: 'ui/look/thread.css',
      text: '@media (width) { .ticks { letter-spacing: 0 } }',
    };
    expect(collisionsOf([page, thread])).toEqual(['.ticks in ui/look/page.css, ui/look/thread.css']);
  });

  test('no collision with a module, whose classes are its own', () => {
    const module: Sheet = { path: 'features/inbox/thread.module.css', text: '.list { gap: 0 }' };
    expect(collisionsOf([page, module, { ...module, path: 'features/calls/list.module.css' }])).toEqual([]);
  });

  test('a misspelt class, and an unused one', () => {
    const module: Sheet = { path: 'features/inbox/thread.module.css', text: '.is-ours {}\n.old {}' };
    const source: Sheet = {
      path: 'features/inbox/thread.tsx',
      text: "import styles from './thread.module.css';\nclassName={styles.isOurs} className={styles.isOur}",
    };
    expect(mismatchesOf(module, [source])).toEqual([
      'features/inbox/thread.module.css has no .isOur',
      'features/inbox/thread.module.css: .old is unused',
    ]);
  });
});

test('a class has a readable name in the page', () => {
  const nameOf = (path: string): string => scopedName('is-chosen', join(ROOT, path));
  expect(nameOf('features/calls/call-list.module.css')).toBe('calls_call-list__is-chosen');
  expect(nameOf('ui/StatusPill/StatusPill.module.css?used')).toBe('ui_StatusPill__is-chosen');
  expect(propertyOf('is-chosen')).toBe('isChosen');
});
