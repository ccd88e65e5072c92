/**
 * Plants seeded faults in compiled files, one at a time, and counts those that the tests beside them find. `npm run
 * bench:mutants -- --help`.
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { seeded } from '../testkit/seeded.js';
import { note, print, run, wholeNumber } from './command-line.js';
import { mutantsOf, planted } from './mutants/mutants-of.js';
import { testsOfFiles } from './mutants/tests-of.js';

const HELP = `Plants seeded faults in compiled files, one at a time, and counts those that tests find: the tests of npm test that
reach the file and start no other process, nearest first. Compare two builds by the share that is found.

  npm run bench:mutants -- [options]

  --count <n>   faults (100; at most 2000)
  --seed <n>    another selection of them (1)
  --skip <n>    leave out the first faults of the selection: an interrupted run goes on (0)
  --tests <n>   test files that run for a fault at most (8; at most 100)
  --root <path> a built checkout, for example of an earlier commit (.); faults are planted in a copy of its dist/
  --help        this text

Exits with 2 if the arguments are invalid. Faults that were not found are listed.
`;

/** Longer than any of these tests takes: a fault that makes one hang counts as found. */
const TEST_MS = 60_000;

const isPassed = (root: string, test: string): Promise<boolean> =>
  new Promise((done) => {
    const child = spawn(process.execPath, [join(root, 'dist', test)], {
      cwd: root,
      stdio: 'ignore',
      timeout: TEST_MS,
    });
    child.once('exit', (code) => done(code === 0));
  });

/**
 * A copy of the checkout's `dist/` beside links to everything else, so that no fault stays in the build when the bench is killed. It is removed
 * when the bench exits.
 */
const copyOf = (checkout: string): string => {
  const root = mkdtempSync(join(tmpdir(), 'parley-mutants-'));
  process.once('exit', () => rmSync(root, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  for (const name of readdirSync(checkout))
    if (name !== 'dist') symlinkSync(join(checkout, name), join(root, name));
  cpSync(join(checkout, 'dist'), join(root, 'dist'), { recursive: true });
  return root;
};

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      count: { type: 'string', default: '100' },
      seed: { type: 'string', default: '1' },
      skip: { type: 'string', default: '0' },
      tests: { type: 'string', default: '8' },
      root: { type: 'string', default: '.' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return print(HELP.trimEnd());
  const count = wholeNumber('count', values.count, 1, 2_000);
  const random = seeded(wholeNumber('seed', values.seed, 1, 2 ** 31));
  const mostTests = wholeNumber('tests', values.tests, 1, 100);
  const root = copyOf(resolve(values.root));
  const built = join(root, 'dist');
  const testsOf = await testsOfFiles(built);
  const all = [...testsOf]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .flatMap(([file, tests]) =>
      mutantsOf(readFileSync(join(built, file), 'utf8')).map((mutant) => ({ file, tests, mutant })),
    );
  note(`${all.length} possible faults in ${testsOf.size} files`);
  const indexes = new Set<number>();
  while (indexes.size < Math.min(count, all.length)) indexes.add(Math.floor(random() * all.length));
  const skipped = wholeNumber('skip', values.skip, 0, count - 1);
  const chosen = [...indexes].flatMap((index) => all[index] ?? []).slice(skipped);

  let found = 0;
  let unusable = 0;
  /** Whether a test passes without a fault: one that fails anyway finds nothing. */
  const sound = new Map<string, boolean>();
  for (const [index, { file, tests, mutant }] of chosen.entries()) {
    const path = join(built, file);
    const text = readFileSync(path, 'utf8');
    const usable: string[] = [];
    for (const test of tests.slice(0, mostTests)) {
      if (!sound.has(test)) sound.set(test, await isPassed(root, test));
      if (sound.get(test) === true) usable.push(test);
    }
    let finder: string | null = null;
    writeFileSync(path, planted(text, mutant));
    for (const test of usable) if (finder === null && !(await isPassed(root, test))) finder = test;
    writeFileSync(path, text);
    if (usable.length === 0) unusable += 1;
    else if (finder !== null) found += 1;
    else {
      const was = text.slice(mutant.start, mutant.end).split('\n')[0] ?? '';
      print(`not found: ${file}:${mutant.line}: ${was.slice(0, 60)} → ${mutant.replacement}`);
    }
    note(`${index + 1} of ${chosen.length}: ${file} ${finder === null ? 'not found' : `found by ${finder}`}`);
  }
  print(
    `found ${found} of ${chosen.length - unusable} faults; ${unusable} without a test that passes by itself`,
  );
};

run(main);
