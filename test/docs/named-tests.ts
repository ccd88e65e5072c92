/** Documents whose tables name the tests that hold what they say. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Where a document of `docs/` is. */
export const pathOf = (name: string): string => `${ROOT}docs/${name}.md`;

/** The text of a document in `docs/`. */
export const documentOf = (name: string): string => readFileSync(pathOf(name), 'utf8');

/** The source of a test file as a document names it, quotes and line breaks of its strings evened out. */
const sourceOf = (name: string): string | null => {
  const path = `${ROOT}test/${name}.test.ts`;
  return existsSync(path) ? readFileSync(path, 'utf8').replaceAll(/\s+/g, ' ') : null;
};

/** What is wrong with the tests that a cell of a table names: each file is there, each `title` in one of them. */
export const problemsOf = (cell: string): readonly string[] => {
  const files = [...cell.matchAll(/(?<![\w`])(?:[\w-]+\/)+[\w-]+/g)].map(([name]) => name);
  const sources = files.map(sourceOf);
  const all = sources.join(' ');
  const titles = [...cell.matchAll(/`([^`]+)`/g)].map(([, title = '']) => title);
  return [
    ...(files.length === 0 ? [`it names no test: ${cell}`] : []),
    ...files.filter((_, index) => sources[index] === null).map((file) => `there is no test/${file}.test.ts`),
    ...titles.filter((title) => !all.includes(title)).map((title) => `no such test there: ${title}`),
  ];
};
