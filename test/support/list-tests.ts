/** Prints the test files that tap is to run but for the calls in real time; `--fast`: without those that start a server. */
import { relative } from 'node:path';
import { filesApart } from './test-files.js';

const fast = process.argv.includes('--fast');
for (const file of filesApart({ fast })) process.stdout.write(`${relative(process.cwd(), file)}\n`);
