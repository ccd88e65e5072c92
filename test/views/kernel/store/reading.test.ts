/** Queries outlive the file that they read: a rebuild replaces it. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import t from 'tap';
import { createReading, stableQueries } from '../../../../views/kernel/store/reading.js';

t.test('a query reads the file that is open at the time', async (t) => {
  const file = join(t.testdir(), 'some.sqlite');
  const write = (n: number): void => {
    rmSync(file, { force: true });
    const db = new Database(file);
    db.exec(`CREATE TABLE numbers (n INTEGER); INSERT INTO numbers VALUES (${n})`);
    db.close();
  };
  const reading = createReading(
    file,
    (db) => {
      const find = db.prepare<[], { n: number }>('SELECT n FROM numbers');
      return { sum: (...more: readonly number[]) => more.reduce((a, b) => a + b, find.get()?.n ?? 0) };
    },
    () => t.fail('nothing is damaged'),
  );
  t.throws(() => stableQueries(reading), { code: 'not_ready' }, 'nothing is open yet');
  write(1);
  reading.open();
  const queries = stableQueries(reading);
  t.same(Object.keys(queries), ['sum']);
  t.equal(queries.sum(10, 100), 111);
  write(2);
  t.equal(queries.sum(), 1, 'the open file is still read');
  reading.open();
  t.equal(queries.sum(), 2);
  reading.close();
  t.throws(() => queries.sum(), { code: 'not_ready' });
});

t.test('a damaged file is reported once, and its queries are not ready', async (t) => {
  const file = join(t.testdir(), 'some.sqlite');
  new Database(file).exec('CREATE TABLE numbers (n INTEGER)').close();
  const reported: unknown[] = [];
  const damaged = new Database.SqliteError('database disk image is malformed', 'SQLITE_CORRUPT');
  const reading = createReading(
    file,
    () => ({
      read: () => {
        throw damaged;
      },
      refuse: () => {
        throw new Error('no such number');
      },
    }),
    (error) => reported.push(error),
  );
  reading.open();
  const { read, refuse } = stableQueries(reading);
  t.throws(refuse, /no such number/, 'not an error of the file');
  t.ok(reading.isOpen());
  t.throws(read, { code: 'not_ready' });
  t.throws(read, { code: 'not_ready' });
  t.same(reported, [damaged]);
  t.notOk(reading.isOpen());
});
