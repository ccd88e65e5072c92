/** Documents whose tables name the tests that prove their statements. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** The text of a document in `docs/`. */
export const documentOf = (name: string): string => readFileSync(`${ROOT}docs/${name}.md`, 'utf8');

/** The source of the test file that a document names, each run of white space as one space; null if it is missing. */
const sourceOf = (name: string): string | null => {
  const path = `${ROOT}test/${name}.test.ts`;
  return existsSync(path) ? readFileSync(path, 'utf8').replaceAll(/\s+/g, ' ') : null;
};

/** Problems with the tests that a table cell names: each file must exist, and each `title` be in one of them. */
export const problemsOf = (cell: string): readonly string[] => {
  const files = [...cell.matchAll(/(?<![\w`])(?:[\w-]+\/)+[\w-]+/g)].map(([name]) => name);
  const sources = files.map(sourceOf);
  const all = sources.join(' ');
  const titles = [...cell.matchAll(/`([^`]+)`/g)].map(([, title = '']) => title);
  return [
    ...(files.length === 0 ? [`no test is named: ${cell}`] : []),
    ...files.filter((_, index) => sources[index] === null).map((file) => `no file test/${file}.test.ts`),
    ...titles.filter((title) => !all.includes(title)).map((title) => `no test has this title: ${title}`),
  ];
};
