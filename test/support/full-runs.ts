import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

/** The document with the results of `npm run verify:full`, latest first. */
const DOCUMENT = 'docs/contributing/full-runs.md';
/** The line under the table's head. */
const RULE = /^\| --- .*\n/m;

export interface FullRun {
  /** When it started. */
  readonly at: Date;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Without lint and build. */
  readonly minutes: number;
}

/** Adds a run of the present commit to the document. `-dirty` marks a commit with changes that are not in it. */
export const recordFullRun = ({ at, passed, failed, skipped, minutes }: FullRun): void => {
  const commit = execFileSync('git', ['describe', '--always', '--dirty', '--exclude=*'], {
    encoding: 'utf8',
  }).trim();
  const row = `| ${at.toISOString().slice(0, 10)} | ${commit} | ${passed} | ${failed} | ${skipped} | ${minutes} |\n`;
  writeFileSync(
    DOCUMENT,
    readFileSync(DOCUMENT, 'utf8').replace(RULE, (rule) => rule + row),
  );
};
