/**
 * Runs the tests (test-files.ts says which): under tap the files that share the machine easily, beside them those of the console
 * under vitest, then the calls in real time. Files that fail under tap run once more, alone: a stall of a shared machine can break a call in real time, a fault of the code fails both times.
 * Prints the counts in a last line, and exits with 1 if a file fails alone, or if too many fail beside others.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { isRecord } from '../../schemas/json.js';
import { IS_FULL_RUN } from './full-run.js';
import { recordFullRun } from './full-runs.js';
import { type Counts, runTap, shown } from './run-tap.js';
import { filesApart, filesInRealTime, filesOfPeople } from './test-files.js';

/** vitest's report, as JSON. */
const CONSOLE_RESULTS = '.tap/console-results.json';
/** Where tap writes the results of each file. */
const RESULTS = '.tap/test-results';
/** How much of them the last lines repeat: of each file, and of each test. */
const MOST_FAULTS = 10;
const MOST_LETTERS = 300;
/** More files than this fail for a reason that is not the machine's. */
const MOST_REPEATED = 4;

/** The console's tests share nothing with a service. */
const runConsole = async (): Promise<Counts> => {
  rmSync(CONSOLE_RESULTS, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile=${CONSOLE_RESULTS}`];
  const vitest = spawn('vitest', ['run', '--config', 'console/vite.config.ts', ...reporters], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = new Promise<boolean>((resolve) => vitest.once('close', (code) => resolve(code === 0)));
  // As a whole, since tap prints meanwhile.
  process.stdout.write(await text(vitest.stdout));
  const isPassed = await closed;
  // No file: vitest could not start.
  const results: unknown = existsSync(CONSOLE_RESULTS)
    ? JSON.parse(readFileSync(CONSOLE_RESULTS, 'utf8'))
    : {};
  const count = (name: string): number => (isRecord(results) ? Number(results[name] ?? 0) : 0);
  return {
    pass: count('numPassedTests'),
    fail: count('numFailedTests'),
    skip: count('numPendingTests'),
    failedFiles: [],
    isPassed,
  };
};

/** tap's results of a file; tests that did not begin because an earlier one never ended are not faults of their own. */
const faultsOf = (file: string): readonly string[] => {
  const results = join(RESULTS, `${file}.tap`);
  if (!existsSync(results)) return [];
  const lines = readFileSync(results, 'utf8').split('\n');
  const faults = lines.filter((line) => /^ *not ok /.test(line) && !line.includes('left in queue'));
  return faults.slice(0, MOST_FAULTS).map((line) => `${file}: ${line.trim().slice(0, MOST_LETTERS)}`);
};

const startedAt = Date.now();
const [consoleTests, apart] = await Promise.all([
  runConsole(),
  // The stories of a full run start several services each.
  runTap(shown(filesApart({ full: IS_FULL_RUN })), IS_FULL_RUN ? 3 : 4),
]);
const suites = [
  apart,
  // Two at a time, beside tests that wait: calls in real time that starve each other sound different.
  await runTap(shown(filesInRealTime({ full: IS_FULL_RUN })), IS_FULL_RUN ? 2 : 4),
  await runTap(shown(filesOfPeople({ full: IS_FULL_RUN })), 2),
];
const failedFiles = suites.flatMap((suite) => suite.failedFiles);
const mayRepeat = failedFiles.length > 0 && failedFiles.length <= MOST_REPEATED;
const firstFaults = failedFiles.flatMap(faultsOf);
if (mayRepeat) process.stdout.write(`Failed, and run again alone: ${failedFiles.join(', ')}\n`);
const repeated = mayRepeat ? await runTap(failedFiles, 1) : null;

const sum = (count: (counts: Counts) => number): number =>
  [consoleTests, ...suites].reduce((total, counts) => total + count(counts), 0);
const first = { pass: sum(({ pass }) => pass), fail: sum(({ fail }) => fail), skip: sum(({ skip }) => skip) };
const fail = repeated === null ? first.fail : consoleTests.fail + repeated.fail;
const pass = first.pass + first.fail - fail;
for (const fault of firstFaults) process.stdout.write(`# failed: ${fault}\n`);
for (const fault of (repeated?.failedFiles ?? []).flatMap(faultsOf))
  process.stdout.write(`# failed alone: ${fault}\n`);
process.stdout.write(
  `# suites { pass: ${pass}, fail: ${fail}, skip: ${first.skip}, repeated: ${mayRepeat ? failedFiles.length : 0} }\n`,
);
const areTapFilesPassed = repeated === null ? suites.every((suite) => suite.isPassed) : repeated.isPassed;
if (IS_FULL_RUN) {
  const minutes = Math.round((Date.now() - startedAt) / 60_000);
  recordFullRun({ at: new Date(startedAt), passed: pass, failed: fail, skipped: first.skip, minutes });
}
process.exitCode = consoleTests.isPassed && areTapFilesPassed ? 0 : 1;
