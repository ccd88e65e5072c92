/** A lock is held until it is released or its process ends, and not a moment less. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import t from 'tap';
import { tryFileLock } from '../../providers/file-lock.js';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

t.test('it is held by one, and free again once it is released', async (t) => {
  const path = join(t.testdir(), 'lock');
  const lock = tryFileLock(path);
  t.equal(tryFileLock(path), null);
  lock?.release();
  lock?.release();
  const again = tryFileLock(path);
  t.ok(again !== null);
  again?.release();
  t.notOk(existsSync(`${path}-journal`), 'nothing stays beside it');
});

t.test('a lock that nobody refers to any more is held all the same', async (t) => {
  const path = join(t.testdir(), 'lock');
  t.ok(tryFileLock(path) !== null);
  for (let n = 0; n < 5; n += 1) {
    collect();
    await new Promise((resolve) => setImmediate(resolve));
  }
  t.equal(tryFileLock(path), null);
});
