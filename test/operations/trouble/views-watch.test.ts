/** Stopped read models and skipped events, as an operator sees them. */
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import t from 'tap';
import { openTroubleBook } from '../../../actors/runtime/trouble/book.js';
import { type ViewsWatch, type ViewsWatchDeps, watchViews } from '../../../operations/trouble/views-watch.js';
import type { Lifetime } from '../../../testkit/lifetime.js';
import { startNats } from '../../../testkit/nats/server.js';
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
  const newer = { lives: false };
  watch = watchViews({ views: store, book, isRead: async () => newer.lives, logger, now: Date.now });
  t.teardown(() => watch?.stop());
  const only = () => until('there is trouble', async () => (await book.list())[0], 20_000);
  return { journal, store, book, newer, only };
};

t.test(
  'each actor that is set aside has an entry of its own, which says how to skip its commit',
  async (t) => {
    const { journal, store, book } = await setUp(t);
    const seq = await journal.commit('business', 'b1', 'b1', [{ type: 'of tomorrow' }]);
    await journal.commit('business', 'b3', 'b3', [{ type: 'of tomorrow' }]);
    await store.waitFor(0, await journal.commit('business', 'b2', 'b2', [created('Two')]));
    const all = await until('both are noted', async () => {
      const listed = await book.list();
      return listed.length === 2 && listed;
    });
    t.match(all, [
      { kind: 'actor', what: 'business', code: 'upgrade_in_progress', ref: { id: 'b1' } },
      { kind: 'actor', what: 'business', ref: { id: 'b3' } },
    ]);
    t.match(all[0]?.message, `parley admin journal skip business.b1.b1 ${seq}`);
    t.ok(store.ready());
    t.equal(store.business('b2')?.name, 'Two');
  },
);

t.test('the views count as stopped while a live node reads what is set aside here', async (t) => {
  const { journal, store, newer } = await setUp(t);
  const seq = await journal.commit('business', 'b1', 'b1', [{ type: 'of tomorrow' }]);
  await until('the actor is set aside', () => store.setAside().length === 1);
  t.ok(store.ready());
  newer.lives = true;
  await until('the views are stopped', () => store.state().type === 'stopped', 20_000);
  t.match(store.state(), { seq });
  newer.lives = false;
  await until('the views are ready again', () => store.ready(), 20_000);
});

t.test('skipped events have one entry for each sort, whatever their number', async (t) => {
  const { journal, only, book } = await setUp(t);
  const damaged = { type: 'category.created', categoryId: {}, name: 'VIP' };
  await journal.commit('business', 'b1', 'b1', [created('One'), damaged, damaged, damaged]);
  const seen = await only();
  t.match(seen, { kind: 'views', what: 'skipped', key: 'business category.created', attempts: 3 });
  t.equal(seen.nextTryAt, null, 'it is not retried');
  await book.drop(seen, { reason: 'known', by: 'ops' }, true);
  await journal.commit('business', 'b1', 'b1', [damaged]);
  await delay(2_500);
  t.same(await book.list(), []);
});

t.test(
  'an entry for events that an older build skipped lasts while a node lacks them, then disappears',
  async (t) => {
    const nats = await startNats(t);
    const journal = await openTestJournal(t, nats.url, 500);
    const logger = pino({ level: 'silent' });
    const book = await openTroubleBook({ nc: journal.nc, logger, now: Date.now });
    const sort = { kind: 'console-setup', type: 'setup.opened', reason: 'unknown event' };
    /** A node whose tables lack the sort of event from `skip` until `upgrade`. */
    const node = (now: () => number) => {
      let lacks: readonly (typeof sort)[] = [];
      const views: ViewsWatchDeps['views'] = {
        setAside: () => [],
        outdatedBy: () => undefined,
        readAgain: () => undefined,
        skippedSorts: () => lacks,
      };
      const watch = watchViews({
        views,
        book,
        isRead: async () => false,
        logger,
        now,
        reportMs: 500,
        staleMs: 3_000,
      });
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
    // The clock of a second node is an hour behind, which changes nothing.
    node(() => Date.now() - 3_600_000);
    older.skip();
    const seen = await until('there is trouble', async () => (await book.list())[0], 20_000);
    t.match(seen, { kind: 'views', what: 'skipped', key: 'console-setup setup.opened', attempts: 1 });
    await delay(6_000);
    t.match(await book.list(), [{ key: 'console-setup setup.opened', attempts: 1 }], 'a node still lacks it');
    older.upgrade();
    await until('there is no trouble', async () => (await book.list()).length === 0, 20_000);
    t.notOk(await book.wasDropped(seen.id));
  },
);
