/** Recordings of an earlier version: an unreadable directory is logged, and does not prevent the start. */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import type { BlobStore } from '../../../providers/recordings/blobs/store.js';
import { adoptEarlierFiles } from '../../../providers/recordings/earlier-files.js';
import { stub } from '../../../testkit/stub.js';
import { readableLog } from '../../support/readable-log.js';

t.test('logs an unreadable directory, but not a missing one', async (t) => {
  const dir = t.testdir();
  const { logger, lines } = readableLog();
  const blobs = stub<BlobStore>({});
  await adoptEarlierFiles(join(dir, 'nothing'), blobs, logger);
  t.same(lines, []);
  const round = join(dir, 'round');
  symlinkSync(round, round);
  await adoptEarlierFiles(round, blobs, logger);
  t.match(lines, [{ event: 'recording.earlier_files_unreadable', dir: round, err: { message: /ELOOP/ } }]);
  t.equal(lines.length, 1);
});
