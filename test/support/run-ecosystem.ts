/**
 * Runs the tests of test/ecosystem/, one file at a time: foreign linters, generators, runtimes and libraries read what Parley
 * publishes. The tools are packages of witnesses/, and programs of the system. A tool that is missing fails: these tests never skip.
 */
import { existsSync } from 'node:fs';
import { runTap, shown } from './run-tap.js';
import { ecosystemFiles } from './test-files.js';

if (!existsSync('witnesses/node_modules'))
  throw new Error('The witnesses are missing: run `npm run witnesses`.');

const { pass, fail, skip, isPassed } = await runTap(shown(ecosystemFiles()), 1);
process.stdout.write(`# ecosystem { pass: ${pass}, fail: ${fail}, skip: ${skip} }\n`);
process.exitCode = isPassed && skip === 0 ? 0 : 1;
