/** A process that opens a spool (its only argument), puts a file into it and keeps running. */
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSpool } from '../../../providers/spool/spool.js';

const [dir = ''] = process.argv.slice(2);
const spool = openSpool({
  dir,
  maxBytes: 1_000_000,
  leastFreeBytes: 0,
  newId: randomUUID,
  onError: (error) => {
    throw error;
  },
});
const { directory } = spool.open();
writeFileSync(join(directory, 'file'), 'contacts');
process.stdout.write(`${directory}\n`);
process.stdin.resume();
