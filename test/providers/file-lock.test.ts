/** A lock is held until it is released or its process ends. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { tryFileLock } from '../../providers/file-lock.js';
import { collectGarbage } from '../support/collect-garbage.js';

t.test('a lock has one holder, and is free again once it is released', async (t) => {
  const path = join(t.testdir(), 'lock');
  const lock = tryFileLock(path);
  t.equal(tryFileLock(path), null);
  lock?.release();
  lock?.release();
  const again = tryFileLock(path);
  t.ok(again !== null);
  again?.release();
  t.notOk(existsSync(`${path}-journal`), 'no journal file is left');
});

t.test('a lock without references is still held', async (t) => {
  const path = join(t.testdir(), 'lock');
  t.ok(tryFileLock(path) !== null);
  for (let n = 0; n < 5; n += 1) {
    collectGarbage();
    await new Promise((resolve) => setImmediate(resolve));
  }
  t.equal(tryFileLock(path), null);
});
