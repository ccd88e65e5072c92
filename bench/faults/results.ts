/** Results of seeds, stored by commit, so that a long run can resume where it stopped. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isRecord } from '../../schemas/json.js';
import type { History } from './history.js';
import type { Profile } from './plan.js';
import type { SeedResult } from './run-seed.js';

/** Seeds per run: the report is printed after each run. */
export const RUN_SIZE = 25;

/** What else must match for results to be comparable, besides the commit. */
export interface ResultsOf {
  readonly profile: Profile;
  readonly cli: string | null;
  readonly previousCli: string | null;
}

export interface Results {
  has(seed: number): boolean;
  put(result: SeedResult): void;
  /** The results that exist, in this order. */
  of(seeds: readonly number[]): readonly SeedResult[];
  writeReport(file: string, text: string): void;
}

/** A file: commit and options → seed → result. */
type StoredResults = Record<string, Record<string, SeedResult>>;

const git = (...args: readonly string[]): string =>
  execFileSync('git', [...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/**
 * The commit of this tree, marked if there are uncommitted changes.
 * @throws RangeError outside a checkout
 */
const commit = (): string => {
  try {
    return `${git('rev-parse', '--short=12', 'HEAD')}${git('status', '--porcelain', '-uno') === '' ? '' : '+changes'}`;
  } catch {
    throw new RangeError('results are stored by commit; run this in a git checkout of Parley');
  }
};

const readStored = (file: string): StoredResults => {
  try {
    const stored: unknown = JSON.parse(readFileSync(file, 'utf8'));
    // Only this module writes the file.
    return isRecord(stored) ? JSON.parse(JSON.stringify(stored)) : {};
  } catch {
    return {};
  }
};

export const openResults = (file: string, { profile, cli, previousCli }: ResultsOf): Results => {
  const key = [commit(), profile, cli ?? '', previousCli ?? ''].join(' ').trim();
  const stored = readStored(file);
  const ownResults: Record<string, SeedResult> = stored[key] ?? {};
  stored[key] = ownResults;
  return {
    has: (seed) => ownResults[seed] !== undefined,
    put: (result) => {
      ownResults[result.seed] = result;
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, `${JSON.stringify(stored, null, 1)}\n`);
    },
    of: (seeds) => seeds.flatMap((seed) => ownResults[seed] ?? []),
    writeReport: (path, text) => writeFileSync(path, `# Faults at ${key}\n\n${text}\n`),
  };
};

/** @returns the file that holds the history */
export const writeHistory = (history: History): string => {
  const file = join(mkdtempSync(join(tmpdir(), 'parley-history-')), `seed-${history.seed}.json`);
  writeFileSync(file, JSON.stringify(history, null, 1));
  return file;
};
