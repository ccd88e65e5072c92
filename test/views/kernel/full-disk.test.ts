/** The disk of the views is full: they stop, report it and resume where they were; nothing is discarded. */
import { statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { startNats } from '../../../testkit/nats/server.js';
import { until } from '../../../testkit/until.js';
import { openForWriting } from '../../../views/kernel/database.js';
import { registry } from '../../../views/registry.js';
import { diskToFill } from '../../support/files/small-disk.js';
import { created, openTestJournal } from '../journal.js';
import { openStore } from '../store-support.js';

t.setTimeout(60_000);

t.test('the projector reports that it is stuck, and resumes once there is room', async (t) => {
  const nats = await startNats(t);
  const journal = await openTestJournal(t, nats.url);
  const disk = await diskToFill(t);
  const { path } = disk;
  const store = await openStore(t, nats.url, journal, path);
  const commit = (id: string): Promise<number> => journal.commit('business', id, id, [created(id)]);
  await store.waitFor(0, await commit('before'));
  await disk.fill();
  let last = 0;
  // The WAL of the views may still have room for a page or two.
  for (let n = 0; n < 200; n += 1) last = await commit(`b${n}`);
  await until('the projector is stuck', () => store.state().type === 'stuck');
  t.match(store.state(), { type: 'stuck', shard: 0, reason: String });
  t.notOk(store.ready());
  t.equal(store.business('before')?.name, 'before', 'earlier rows can still be read');
  t.equal(store.business('b199'), null);
  await t.rejects(store.waitFor(0, last, 50), { code: 'not_ready' });
  await disk.clear();
  await store.waitFor(0, last);
  await until('the views are ready', () => store.ready());
  for (let n = 0; n < 200; n += 1) if (store.business(`b${n}`)?.name !== `b${n}`) t.fail(`b${n} is missing`);
  await store.waitFor(0, await commit('after'));
  t.equal(store.business('after')?.name, 'after');
});

t.test('a file that cannot be opened because the disk is full is kept', async (t) => {
  const disk = await diskToFill(t);
  await mkdir(join(disk.path, 'views'));
  const file = join(disk.path, 'views', 'views.sqlite');
  const first = openForWriting(file, registry);
  first.db.exec("INSERT INTO shards VALUES (0, 5, 'mark', 'journal')");
  first.db.close();
  const { size } = statSync(file);
  await disk.fill();
  t.throws(() => openForWriting(file, registry), { name: 'SqliteError' });
  t.equal(statSync(file).size, size);
  await disk.clear();
  const again = openForWriting(file, registry);
  t.equal(again.rebuilt, null);
  t.same(again.db.prepare('SELECT applied FROM shards').all(), [{ applied: 5 }]);
  again.db.close();
});
