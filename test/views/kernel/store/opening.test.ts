/** The main thread opens a file while the projector replaces it: each interleaving in turn. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import t from 'tap';
import { isTransient } from '../../../../views/kernel/database.js';
import { createOpening } from '../../../../views/kernel/store/opening.js';
import { createReading, stableQueries } from '../../../../views/kernel/store/reading.js';

const setUp = (file: string) => {
  let now = 0;
  const due: (() => void)[] = [];
  const failures: string[] = [];
  const reading = createReading(
    file,
    (db) => {
      const find = db.prepare<[], { n: number }>('SELECT n FROM businesses');
      return { n: () => find.get()?.n ?? 0 };
    },
    (error) => failures.push(String(error)),
  );
  const opening = createOpening({
    open: reading.open,
    isTransient,
    onFailed: (error) => failures.push(String(error)),
    now: () => now,
    later: (ms, work) =>
      void due.push(() => {
        now += ms;
        work();
      }),
  });
  const exec = (sql: string): void => void new Database(file).exec(sql).close();
  return {
    reading,
    opening,
    failures,
    /** Removes the file, as the projector does before it creates another. */
    remove: () => rmSync(file, { force: true }),
    /** The file as the projector has started it: it exists, without the tables of the views. */
    begin: () => exec('CREATE TABLE shards (shard INTEGER)'),
    finish: (n: number) => exec(`CREATE TABLE businesses (n INTEGER); INSERT INTO businesses VALUES (${n})`),
    /** Runs due work until `ms` have passed or none is left. */
    pass: (ms: number): void => {
      const until = now + ms;
      while (now < until) {
        const work = due.shift();
        if (work === undefined) return;
        work();
      }
    },
  };
};

t.test('a file that was missing and then incomplete is opened once it is complete', async (t) => {
  const { reading, opening, failures, remove, begin, finish, pass } = setUp(join(t.testdir(), 'v.sqlite'));
  begin();
  finish(1);
  remove();
  opening.start();
  pass(100);
  t.equal(reading.isOpen(), false);
  begin();
  pass(100);
  t.equal(reading.isOpen(), false);
  t.throws(() => stableQueries(reading), { code: 'not_ready' });
  finish(2);
  pass(100);
  await opening.first;
  t.equal(stableQueries(reading).n(), 2);
  t.same(failures, []);
});

t.test('the new file is opened in place of one that was replaced', async (t) => {
  const { reading, opening, failures, remove, begin, finish, pass } = setUp(join(t.testdir(), 'v.sqlite'));
  begin();
  finish(1);
  opening.start();
  const queries = stableQueries(reading);
  remove();
  begin();
  opening.start();
  t.throws(() => queries.n(), { code: 'not_ready' }, 'the earlier file is no longer read');
  finish(2);
  pass(100);
  t.equal(queries.n(), 2);
  t.same(failures, []);
});

t.test('a file that stays incomplete is reported as damaged once', async (t) => {
  const { reading, opening, failures, begin, pass } = setUp(join(t.testdir(), 'v.sqlite'));
  begin();
  opening.start();
  pass(10_000);
  t.equal(reading.isOpen(), false);
  t.match(failures, [/no such table: businesses/]);
  t.equal(failures.length, 1);
});

t.test('no file is opened after a stop', async (t) => {
  const { reading, opening, begin, finish, pass } = setUp(join(t.testdir(), 'v.sqlite'));
  opening.start();
  opening.stop();
  begin();
  finish(1);
  pass(100);
  t.equal(reading.isOpen(), false);
});
