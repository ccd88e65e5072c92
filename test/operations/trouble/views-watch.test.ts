/** Read models that stand still, and events that they pass over, as an operator meets them. */
import { setTimeout as delay } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { pino } from 'pino';
import t from 'tap';
import { openTroubleBook } from '../../../actors/runtime/trouble-book.js';
import { type ViewsWatch, type ViewsWatchDeps, watchViews } from '../../../operations/trouble/views-watch.js';
import type { Lifetime } from '../../../testkit/lifetime.js';
import { startNats } from '../../../testkit/nats.js';
import { until } from '../../../testkit/until.js';
import { created, openTestJournal } from '../../views/journal.js';
import { openStore } from '../../views/store-support.js';

t.setTimeout(120_000);

const setUp = async (t: Lifetime & { testdir(): string }) => {
  const nats = await startNats(t);
  const journal = await openTestJournal(t, nats.url, 500);
  const logger = pino({ level: 'silent' });
  const book = await openTroubleBook({ nc: journal.nc, logger, now: Date.now });
  let watch: ViewsWatch | null = null;
  const store = await openStore(t, nats.url, journal, t.testdir(), (notice) => watch?.skipped(notice));
  watch = watchViews({ views: store, book, logger, now: Date.now, tellMs: 500 });
  t.teardown(() => watch?.stop());
  const only = () => until('there is trouble', async () => (await book.list())[0], 20_000);
  const none = () => until('there is none', async () => (await book.list()).length === 0, 20_000);
  return { journal, store, book, watch, only, none };
};

t.test('read models that stand still are trouble; they go on behind a commit that was dropped', async (t) => {
  const { journal, store, book, only, none } = await setUp(t);
  const lost = await journal.commit('business', 'b1', 'b1', [{ type: 'of tomorrow' }]);
  const after = await journal.commit('business', 'b2', 'b2', [created('Two')]);
  const seen = await only();
  t.match(seen, { kind: 'views', what: 'stopped', key: `0:${lost}`, code: 'upgrade_in_progress' });
  t.equal(store.business('b2'), null);
  await book.drop(seen, { reason: 'written by a build that was withdrawn', by: 'ops' }, true);
  await store.waitFor(0, after, 20_000);
  t.equal(store.business('b2')?.name, 'Two');
  t.equal(store.business('b1'), null);
  await until('they are ready', () => store.ready());
  await none();
});

t.test('they go on by hand when what they stopped at is gone', async (t) => {
  const { journal, store, watch, only, none } = await setUp(t);
  const lost = await journal.commit('business', 'b1', 'b1', [{ type: 'of tomorrow' }]);
  const after = await journal.commit('business', 'b2', 'b2', [created('Two')]);
  const seen = await only();
  t.ok(await watch.retry(seen), 'it lies there still');
  await (await jetstreamManager(journal.nc)).streams.deleteMessage('JOURNAL_0', lost);
  t.notOk(await watch.retry(seen));
  await store.waitFor(0, after);
  t.equal(store.business('b2')?.name, 'Two');
  await none();
});

t.test('events that no table shows are one entry for each sort, whatever their number', async (t) => {
  const { journal, only, book } = await setUp(t);
  const damaged = { type: 'category.created', categoryId: {}, name: 'VIP' };
  await journal.commit('business', 'b1', 'b1', [created('One'), damaged, damaged, damaged]);
  const seen = await only();
  t.match(seen, { kind: 'views', what: 'skipped', key: 'business category.created', attempts: 3 });
  t.equal(seen.nextTryAt, null, 'nothing comes back to it');
  await book.drop(seen, { reason: 'known', by: 'ops' }, true);
  await journal.commit('business', 'b1', 'b1', [damaged]);
  await delay(2_500);
  t.same(await book.list(), []);
});

t.test(
  'an entry of what an older build skipped lasts while a node lacks it, and then goes by itself',
  async (t) => {
    const nats = await startNats(t);
    const journal = await openTestJournal(t, nats.url, 500);
    const logger = pino({ level: 'silent' });
    const book = await openTroubleBook({ nc: journal.nc, logger, now: Date.now });
    const sort = { kind: 'console-setup', type: 'setup.opened', reason: 'unknown event' };
    /** A node whose tables lack these sorts. */
    const node = (now: () => number) => {
      let lacks: readonly (typeof sort)[] = [];
      const views: ViewsWatchDeps['views'] = {
        state: () => ({ type: 'ready' }),
        passOver: () => undefined,
        readAgain: () => undefined,
        waitFor: async () => undefined,
        skippedSorts: () => lacks,
      };
      const watch = watchViews({ views, book, logger, now, tellMs: 500, staleMs: 3_000 });
      t.teardown(() => watch.stop());
      return {
        skip: () => {
          lacks = [sort];
          watch.skipped({ event: 'views.event_skipped', shard: 0, seq: 1, ...sort });
        },
        upgrade: () => {
          lacks = [];
        },
      };
    };
    const older = node(Date.now);
    // Its clock is an hour behind, which changes nothing.
    node(() => Date.now() - 3_600_000);
    older.skip();
    const seen = await until('there is trouble', async () => (await book.list())[0], 20_000);
    t.match(seen, { kind: 'views', what: 'skipped', key: 'console-setup setup.opened', attempts: 1 });
    await delay(6_000);
    t.match(await book.list(), [{ key: 'console-setup setup.opened', attempts: 1 }], 'a node lacks it');
    older.upgrade();
    await until('there is none', async () => (await book.list()).length === 0, 20_000);
    t.notOk(await book.wasDropped(seen.id));
  },
);
