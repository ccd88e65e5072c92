import { copyFile, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { jetstreamManager } from '@nats-io/jetstream';
import Database from 'better-sqlite3';
import t from 'tap';
import type { Lifetime } from '../../../../testkit/lifetime.js';
import { startNats } from '../../../../testkit/nats/server.js';
import { until } from '../../../../testkit/until.js';
import { accepted, created, openTestJournal, type TestJournal, turn } from '../../journal.js';
import { everything, openStore } from '../../store-support.js';

const CALLS = 300;

/** Commits of several kinds, over two businesses. */
const fill = async (journal: TestJournal): Promise<number> => {
  await journal.commit('business', 'b1', 'b1', [
    created('One'),
    { type: 'credit.granted', microcredits: 1_000, reason: 'start' },
    { type: 'category.created', categoryId: 'cat1', name: 'Leads' },
  ]);
  await journal.commit('contacts', 'b1', '0ab', [
    {
      type: 'contact.created',
      contactId: 'p1',
      name: 'Grace',
      mobile: '+14155550100',
      categoryIds: ['cat1'],
      fields: {},
    },
  ]);
  const commits = Array.from({ length: CALLS }, async (_, n) => {
    const at = 1_700_000_000_000 + (n % 7);
    await journal.commit('call', n % 3 === 0 ? 'b2' : 'b1', `c${n}`, [accepted({ contactId: 'p1' })], at);
    return journal.commit('call', n % 3 === 0 ? 'b2' : 'b1', `c${n}`, [turn('t', { at })], at + 1);
  });
  return Math.max(...(await Promise.all(commits)));
};

const setUp = async (t: Lifetime & { testdir(): string }, commitTimeoutMs?: number) => {
  const nats = await startNats(t);
  const journal = await openTestJournal(t, nats.url, commitTimeoutMs);
  const directory = t.testdir();
  return { nats, journal, directory, open: () => openStore(t, nats.url, journal, directory) };
};

t.test('a write is visible once it has been waited for', async (t) => {
  const { journal, open } = await setUp(t);
  const store = await open();
  for (let n = 0; n < 50; n += 1) {
    const id = `b${n}`;
    t.equal(store.business(id), null);
    await store.waitFor(0, await journal.commit('business', id, id, [created(id)]));
    t.equal(store.business(id)?.name, id);
  }
});

t.test('waiting ends with not_ready after its timeout, and when the store closes', async (t) => {
  const { open } = await setUp(t);
  const store = await open();
  await t.rejects(store.waitFor(0, 1, 20), { code: 'not_ready' });
  const waiting = store.waitFor(0, 1);
  const refused = t.rejects(waiting, { code: 'not_ready' });
  await Promise.all([store.close(), store.close(), refused]);
  await t.rejects(store.waitFor(0, 1), { code: 'not_ready' });
  t.throws(() => store.business('b1'), { code: 'not_ready' });
});

t.test('catching up covers commits of others, and an empty journal', async (t) => {
  const { journal, open } = await setUp(t);
  const store = await open();
  await store.catchUp('b1');
  await Promise.all(
    Array.from({ length: 200 }, (_, n) => journal.commit('business', `b${n}`, `b${n}`, [created('x')])),
  );
  await journal.raw('timer.0.business.b1.b1.tick', ''); // Follows every commit, and is not one.
  await store.catchUp('b1');
  t.equal(store.business('b199')?.name, 'x');
});

t.test('the views resume at once after their consumer has been deleted', async (t) => {
  const { journal, open } = await setUp(t);
  const store = await open();
  await store.waitFor(0, await journal.commit('business', 'b1', 'b1', [created('before')]));
  const jsm = await jetstreamManager(journal.nc);
  for (const { name } of await jsm.consumers.list('JOURNAL_0').next())
    await jsm.consumers.delete('JOURNAL_0', name);
  await store.waitFor(0, await journal.commit('business', 'b2', 'b2', [created('after')]));
  t.equal(store.business('b1')?.name, 'before');
  t.equal(store.business('b2')?.name, 'after');
});

t.test('a second start resumes where the first ended, and a rebuild gives the same answers', async (t) => {
  const { journal, open, directory } = await setUp(t);
  const last = await fill(journal);
  const first = await open();
  await first.waitFor(0, last);
  const before = [everything(first, 'b1'), everything(first, 'b2')];
  await first.close();
  const file = join(directory, 'views.sqlite');
  const kept = await stat(file);

  await t.test('kept', async (t) => {
    const store = await open();
    t.same([everything(store, 'b1'), everything(store, 'b2')], before);
    t.equal((await stat(file)).ino, kept.ino);
    await store.close();
  });

  const damages: Readonly<Record<string, (path: string) => Promise<void> | void>> = {
    'no file': (path) => rm(path),
    'another version': (path) => {
      const db = new Database(path);
      db.pragma('user_version = 1');
      db.close();
    },
    rubbish: (path) => writeFile(path, 'this is no database at all '.repeat(1_000)),
    'an empty file': (path) => truncate(path, 0),
    'a missing table': (path) => {
      const db = new Database(path);
      db.exec('DROP TABLE shards');
      db.close();
    },
  };
  for (const [name, damage] of Object.entries(damages)) {
    await t.test(name, async (t) => {
      await damage(file);
      const store = await open();
      t.same([everything(store, 'b1'), everything(store, 'b2')], before);
      await store.close();
      t.ok(name === 'no file' || name === 'an empty file' || store.logged.includes('views.rebuild'));
    });
  }

  await t.test('a file that another program has locked', async (t) => {
    const other = new Database(file);
    t.teardown(() => other.close());
    other.exec('BEGIN IMMEDIATE');
    const store = await open();
    t.same([everything(store, 'b1'), everything(store, 'b2')], before);
    t.ok(store.logged.includes('views.rebuild'));
    await store.close();
  });
});

t.test('damage that appears while serving is repaired', async (t) => {
  const { journal, open, directory } = await setUp(t);
  const last = await fill(journal);
  const store = await open();
  await store.waitFor(0, last);
  const before = everything(store, 'b1');
  await store.close();
  const file = join(directory, 'views.sqlite');
  const bytes = await readFile(file);
  bytes.fill(0xa5, 3 * 4_096); // The first pages keep the names of the tables; all rows are lost.
  await writeFile(file, bytes);
  const again = await open();
  await until('the views are whole', async () => {
    try {
      return again.ready() && everything(again, 'b1') === before;
    } catch (error) {
      t.match(error, { code: 'not_ready' });
      return false;
    }
  });
  t.ok(again.logged.includes('views.rebuild'));
});

t.test('the views of another journal are not shown', async (t) => {
  const { journal, open } = await setUp(t);
  const store = await open();
  await store.waitFor(0, await journal.commit('business', 'old', 'old', [created('Old')]));
  await store.close();
  const replaced = await journal.identity();
  await journal.renew();
  await journal.acceptLoss({
    journal: replaced,
    lineage: '',
    seq: 1,
    subject: 'evt.0.x.y.z',
    commitKey: 'c@1',
  });
  const again = await open();
  t.equal(again.business('old'), null);
  t.ok(again.logged.includes('views.rebuild'));
  await again.waitFor(0, await journal.commit('business', 'new', 'new', [created('New')]));
  t.equal(again.business('new')?.name, 'New');
});

t.test('an applied commit is not applied again', async (t) => {
  const { journal, open, directory } = await setUp(t);
  const file = join(directory, 'views.sqlite');
  const grant = { type: 'credit.granted', microcredits: 7, reason: 'r' };
  const first = await open();
  await first.waitFor(0, await journal.commit('business', 'b1', 'b1', [created('One')]));
  await first.close();
  await copyFile(file, join(directory, 'early.sqlite'));
  const second = await open();
  const seq = await journal.commit('business', 'b1', 'b1', [grant]);
  await second.waitFor(0, seq);
  await second.close();
  await copyFile(join(directory, 'early.sqlite'), file); // A backup of the file: the grant is read once more.
  const third = await open();
  await third.waitFor(0, seq);
  t.equal(third.business('b1')?.availableMicrocredits, 7);
});

t.test('events that cannot be applied are logged and skipped, and no others', async (t) => {
  const { journal, open } = await setUp(t);
  const store = await open();
  await journal.commit('business', 'b1', 'b1', [
    created('One'),
    { type: 'credit.granted', microcredits: 'many' },
    { type: 'credit.granted', microcredits: 5, reason: 'r' },
    created('Twice'),
  ]);
  await journal.commit('call', 'b1', 'c1', [{ type: 'call.accepted' }]);
  await journal.commit('comet', 'b1', 'x', [{ type: 'comet.seen' }]);
  await journal.commit('mobile', 'b1', '491', [{ type: 'mobile.reserved', contactId: 'p' }]);
  await journal.raw('evt.0.business.b1.b1', 'not JSON');
  await journal.raw('evt.0.business.b1.b1', '{"events":7}');
  await journal.raw('evt.0.business.b1.b1', '{"at":1,"events":[null]}');
  await journal.raw('evt.0.odd', '{"at":1,"events":[]}');
  await store.waitFor(0, await journal.commit('business', 'b2', 'b2', [created('Two')]));
  t.match(store.business('b1'), { name: 'One' });
  t.equal(store.business('b2')?.name, 'Two');
  t.equal(store.call('b1', 'c1'), null);
  const count = (name: string): number => store.logged.filter((event) => event === name).length;
  t.equal(count('views.message_unreadable'), 4);
  t.ok(count('views.event_skipped') >= 4);
  t.equal(store.business('b1')?.availableMicrocredits, 5);
});

t.test('the projector resumes after nats-server is killed and restarted', async (t) => {
  const { nats, journal, open } = await setUp(t, 500);
  const store = await open();
  for (let round = 0; round < 3; round += 1) {
    await nats.kill('SIGKILL');
    t.equal(store.business(`b${round}`), null, 'reads need no server');
    await nats.restart();
    const id = `b${round}`;
    const seq = await until('a commit goes through', () =>
      journal.commit('business', id, id, [created(id)]).catch(() => null),
    );
    await store.waitFor(0, seq);
    t.equal(store.business(id)?.name, id);
  }
});

t.test('a projector that dies is restarted', async (t) => {
  const { journal, open } = await setUp(t);
  let thread: Worker | null = null;
  const onWorker = (worker: Worker): void => {
    thread = worker;
  };
  process.on('worker', onWorker);
  t.teardown(() => process.off('worker', onWorker));
  const store = await open();
  for (let round = 0; round < 3; round += 1) {
    const running = await until('a thread runs', () => thread);
    await running.terminate();
    const id = `b${round}`;
    await store.waitFor(0, await journal.commit('business', id, id, [created(id)]));
    t.equal(store.business(id)?.name, id);
    t.not(thread, running);
  }
  t.ok(store.logged.includes('views.projector_ended'));
});

t.test('a store whose projector has just died can be closed', async (t) => {
  const { open } = await setUp(t);
  let thread: Worker | null = null;
  const onWorker = (worker: Worker): void => {
    thread = worker;
  };
  process.on('worker', onWorker);
  t.teardown(() => process.off('worker', onWorker));
  const store = await open();
  const running = await until('a thread runs', () => thread);
  await running.terminate();
  await until('the end of the projector is logged', () => store.logged.includes('views.projector_ended'));
  await store.close();
  t.equal(thread, running, 'no other projector is started');
});
