/** Prints the test files that start neither a server nor a service, for `npm run test:fast`. */
import { relative } from 'node:path';
import { fastFiles } from './test-files.js';

for (const file of fastFiles()) process.stdout.write(`${relative(process.cwd(), file)}\n`);
