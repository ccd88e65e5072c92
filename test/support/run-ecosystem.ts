/**
 * Runs the tests of test/ecosystem/, two files at a time: foreign linters, generators, runtimes and libraries read what Parley
 * publishes. The tools are packages of witnesses/, and programs of the system. A tool that is missing fails: these tests never skip.
 * Files that fail run once more, alone: a stall of a shared machine can break a test through a whole service.
 */
import { existsSync } from 'node:fs';
import { runTap, shown } from './run-tap.js';
import { ecosystemFiles } from './test-files.js';

if (!existsSync('witnesses/node_modules'))
  throw new Error('The witnesses are missing: run `npm run witnesses`.');

/** More files than this fail for a reason that is not the machine's. */
const MOST_REPEATED = 2;

const first = await runTap(shown(ecosystemFiles()), 2);
const mayRepeat = first.failedFiles.length > 0 && first.failedFiles.length <= MOST_REPEATED;
if (mayRepeat) process.stdout.write(`Failed, and run again alone: ${first.failedFiles.join(', ')}\n`);
const repeated = mayRepeat ? await runTap(first.failedFiles, 1) : null;

const { fail, isPassed } = repeated ?? first;
const pass = first.pass + first.fail - fail;
process.stdout.write(
  `# ecosystem { pass: ${pass}, fail: ${fail}, skip: ${first.skip}, repeated: ${mayRepeat ? first.failedFiles.length : 0} }\n`,
);
process.exitCode = isPassed && first.skip === 0 ? 0 : 1;
