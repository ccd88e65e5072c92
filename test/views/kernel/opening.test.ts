/** The main thread hears of a file while the projector replaces it: the interleavings, one after the other. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import t from 'tap';
import { isTransient } from '../../../views/kernel/database.js';
import { createOpening } from '../../../views/kernel/opening.js';
import { createReading, lastingQueries } from '../../../views/kernel/reading.js';

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
    /** Removes the file, as the projector does before it makes another one. */
    remove: () => rmSync(file, { force: true }),
    /** The file that the projector has begun: there, and without tables. */
    begin: () => exec('CREATE TABLE shards (shard INTEGER)'),
    finish: (n: number) => exec(`CREATE TABLE businesses (n INTEGER); INSERT INTO businesses VALUES (${n})`),
    /** What is due, as often as there is something, until so much time is gone. */
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

t.test('a file that is gone, then half made, then whole is opened once it is whole', async (t) => {
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
  t.throws(() => lastingQueries(reading), { code: 'not_ready' });
  finish(2);
  pass(100);
  await opening.first;
  t.equal(lastingQueries(reading).n(), 2);
  t.same(failures, []);
});

t.test('the next file is opened in the place of one that was replaced', async (t) => {
  const { reading, opening, failures, remove, begin, finish, pass } = setUp(join(t.testdir(), 'v.sqlite'));
  begin();
  finish(1);
  opening.start();
  const queries = lastingQueries(reading);
  remove();
  begin();
  opening.start();
  t.throws(() => queries.n(), { code: 'not_ready' }, 'the earlier one is not read any more');
  finish(2);
  pass(100);
  t.equal(queries.n(), 2);
  t.same(failures, []);
});

t.test('a file that stays as it is counts as damaged, once', async (t) => {
  const { reading, opening, failures, begin, pass } = setUp(join(t.testdir(), 'v.sqlite'));
  begin();
  opening.start();
  pass(10_000);
  t.equal(reading.isOpen(), false);
  t.match(failures, [/no such table: businesses/]);
  t.equal(failures.length, 1);
});

t.test('nothing is opened after the end', async (t) => {
  const { reading, opening, begin, finish, pass } = setUp(join(t.testdir(), 'v.sqlite'));
  opening.start();
  opening.stop();
  begin();
  finish(1);
  pass(100);
  t.equal(reading.isOpen(), false);
});
