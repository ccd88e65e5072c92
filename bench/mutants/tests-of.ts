/** Which compiled files the tests reach that start no other process, and by which tests. */
import { existsSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createImportGraph } from '../../testkit/import-graph.js';

/** A test that reaches such a line starts a server or a service. */
const STARTS_PROCESS = /from 'node:child_process'/;
const PRODUCT = /^(?:schemas|actors|views|providers|operations|media|gateway|src)\//;
/** Tests that run others, or need the whole service. */
const NOT_ALONE = /^test\/(?:all-in-one|e2e|support)\//;

/** Whether `npm test` runs a file of `test/`. In older commits it ran all of them. */
type RunsEveryTime = (name: string) => boolean;

const selectionOf = async (built: string): Promise<RunsEveryTime> => {
  const file = join(built, 'test/support/test-files.js');
  if (!existsSync(file)) return () => true;
  const selection: { runsEveryTime?: RunsEveryTime } = await import(pathToFileURL(file).href);
  return selection.runsEveryTime ?? (() => true);
};

/** File of the product → tests of `npm test` that reach it, nearest first. Paths are relative to `built`, a `dist/`. */
export const testsOfFiles = async (built: string): Promise<ReadonlyMap<string, readonly string[]>> => {
  const { reachedFrom, textOf } = createImportGraph();
  const isSelected = await selectionOf(built);
  const tests = readdirSync(join(built, 'test'), { recursive: true, encoding: 'utf8' })
    .map((name) => name.split(sep).join('/'))
    .filter((name) => name.endsWith('.test.js') && isSelected(name))
    .map((name) => `test/${name}`)
    .filter((name) => !NOT_ALONE.test(name))
    .sort();
  const testsOf = new Map<string, { readonly test: string; readonly distance: number }[]>();
  for (const test of tests) {
    const reached = reachedFrom(join(built, test));
    if ([...reached.keys()].some((file) => STARTS_PROCESS.test(textOf(file)))) continue;
    for (const [file, distance] of reached) {
      const name = relative(built, file).split(sep).join('/');
      if (!PRODUCT.test(name)) continue;
      const list = testsOf.get(name) ?? [];
      list.push({ test, distance });
      testsOf.set(name, list);
    }
  }
  return new Map(
    [...testsOf].map(([file, list]) => [
      file,
      list
        .toSorted((a, b) => a.distance - b.distance || a.test.localeCompare(b.test))
        .map(({ test }) => test),
    ]),
  );
};
