import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import t from 'tap';
import { until } from '../../../../testkit/until.js';
import { startCheckpointer } from '../../../../views/kernel/projector/checkpointer.js';

const MIB = 1024 * 1024;

/** Threads of this process that move a log. */
const movers = (): number =>
  readdirSync('/proc/self/task').filter(
    (id) => readFileSync(`/proc/self/task/${id}/comm`, 'utf8') === 'views-log\n',
  ).length;

t.test('a large log is moved into its file, by a thread that a small log does not start', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-log-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'views.db');
  const db = new Database(file);
  t.teardown(() => db.close());
  db.pragma('journal_mode = WAL');
  db.pragma('wal_autocheckpoint = 0');
  db.exec('CREATE TABLE pages (content BLOB)');
  const insert = db.prepare('INSERT INTO pages VALUES (?)');
  const sizeOf = (path: string): number => statSync(path).size;

  const lost: Error[] = [];
  const checkpointer = startCheckpointer(file, (error) => lost.push(error));
  insert.run(Buffer.alloc(4 * MIB));
  // Longer than the time between two looks at the log.
  await delay(600);
  t.ok(sizeOf(file) < MIB, 'a small log stays');
  t.equal(movers(), 0);

  insert.run(Buffer.alloc(16 * MIB));
  await until('the log is moved', () => sizeOf(file) > 20 * MIB);
  t.equal(movers(), 1);

  insert.run(Buffer.alloc(20 * MIB));
  await until('the log is moved again', () => sizeOf(file) > 40 * MIB);
  t.equal(movers(), 1, 'by the same thread');

  await checkpointer.stop();
  await until('the thread has ended', () => movers() === 0);
  t.same(lost, []);
});
