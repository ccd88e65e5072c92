/** Runs test files under tap, as many at a time as `jobs` says, and counts their assertions. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { createLineFilter, SUMMARY } from './tap-lines.js';

/** Files that tap has seen failing, one per line. */
const FAILED_LIST = '.tap/failed-files';

/** What a run counted: assertions, and files that failed. */
export interface Counts {
  readonly pass: number;
  readonly fail: number;
  readonly skip: number;
  /** Paths of the files that failed. */
  readonly failedFiles: readonly string[];
  /** Whether tap itself succeeded. */
  readonly isPassed: boolean;
}

const countIn = (summary: string, name: string): number =>
  Number(new RegExp(`${name}: (\\d+)`).exec(summary)?.[1] ?? 0);

/** Runs test files under tap, and prints what matters of its output. */
export const runTap = async (files: readonly string[], jobs: number): Promise<Counts> => {
  mkdirSync(dirname(FAILED_LIST), { recursive: true });
  rmSync(FAILED_LIST, { force: true });
  // tap's other reporters take a millisecond of processor time for each assertion.
  const options = ['--reporter=tap', `--jobs=${jobs}`, `--save=${FAILED_LIST}`];
  const tap = spawn('tap', [...options, ...files], { stdio: ['ignore', 'pipe', 'inherit'] });
  const isShown = createLineFilter();
  let summary = '';
  for await (const line of createInterface({ input: tap.stdout })) {
    if (isShown(line)) process.stdout.write(`${line}\n`);
    if (SUMMARY.test(line)) summary = line;
  }
  const isPassed = await new Promise<boolean>((resolve) => {
    if (tap.exitCode !== null || tap.signalCode !== null) resolve(tap.exitCode === 0);
    else tap.once('exit', (code) => resolve(code === 0));
  });
  const saved = existsSync(FAILED_LIST) ? readFileSync(FAILED_LIST, 'utf8') : '';
  return {
    pass: countIn(summary, 'pass'),
    fail: countIn(summary, 'fail'),
    skip: countIn(summary, 'skip'),
    failedFiles: saved.split('\n').filter((file) => file !== ''),
    isPassed,
  };
};

/** Paths as tap names them, relative to the working directory. */
export const shown = (files: readonly string[]): readonly string[] =>
  files.map((file) => relative(process.cwd(), file));
