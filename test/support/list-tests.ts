/** Prints the test files for tap, except the calls in real time; `--fast`: also without those that start a server. */
import { relative } from 'node:path';
import { filesApart } from './test-files.js';

const fast = process.argv.includes('--fast');
for (const file of filesApart({ fast })) process.stdout.write(`${relative(process.cwd(), file)}\n`);
