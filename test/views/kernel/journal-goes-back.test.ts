/**
 * The journal has been replaced by an older copy: it is not read before an operator accepts the loss, and then no row
 * of a lost commit may remain.
 */
import { join } from 'node:path';
import t from 'tap';
import type { Lifetime } from '../../../testkit/lifetime.js';
import { startNats } from '../../../testkit/nats/server.js';
import { until } from '../../../testkit/until.js';
import { accepted, created, openTestJournal, type TestJournal } from '../journal.js';
import { everything, openStore, type TestStore } from '../store-support.js';

t.setTimeout(90_000);

const setUp = async (t: Lifetime & { testdir(): string }) => {
  const nats = await startNats(t);
  const journal = await openTestJournal(t, nats.url, 500);
  const directory = t.testdir();
  const open = () => openStore(t, nats.url, journal, directory);
  /** Opens views on a journal that lacks applied commits: it is refused until the loss is accepted. */
  const openRefused = async (): Promise<TestStore> => {
    const store = await openStore(t, nats.url, journal, directory, () => undefined, 'opened');
    await refused(store);
    await journal.acceptLoss();
    await until('the views are ready', () => store.ready());
    return store;
  };
  /** What newly built views show. */
  const fresh = async (last: number): Promise<string> => {
    const store = await openStore(t, nats.url, journal, join(directory, `fresh-${last}`));
    await store.waitFor(0, last);
    const all = everything(store, 'b1');
    await store.close();
    return all;
  };
  /** Resolves once the server accepts messages again. */
  const serverAccepts = (): Promise<true> =>
    until('the server is back', () =>
      journal.raw('timer.0.probe', '').then(
        () => true as const,
        () => false,
      ),
    );
  const backUp = async (): Promise<string> => {
    const backup = await nats.backUp();
    await serverAccepts();
    return backup;
  };
  const restore = async (backup: string): Promise<void> => {
    await nats.restore(backup);
    await serverAccepts();
  };
  return { nats, journal, open, openRefused, fresh, serverAccepts, backUp, restore };
};

const refused = (store: TestStore): Promise<true> =>
  until('the journal is refused', () => store.state().type === 'went_back');

/** Commits `count` calls of the business b1 whose ids begin with `name`. Resolves with the last sequence. */
const callsOf = async (journal: TestJournal, name: string, count: number): Promise<number> => {
  let last = 0;
  for (let n = 0; n < count; n += 1)
    last = await journal.commit('call', 'b1', `${name}${n}`, [accepted({ agentId: name })]);
  return last;
};

t.test('an older copy that has grown past the applied position leaves no lost rows', async (t) => {
  const { journal, open, openRefused, fresh, backUp, restore } = await setUp(t);
  await journal.commit('business', 'b1', 'b1', [created('One')]);
  await callsOf(journal, 'kept', 5);
  const backup = await backUp();
  const store = await open();
  const lost = await callsOf(journal, 'lost', 10);
  await store.waitFor(0, lost);
  t.ok(store.call('b1', 'lost9'));
  await store.close();

  await restore(backup);
  const last = await callsOf(journal, 'other', 20);
  t.ok(last > lost, 'other commits have taken the sequences of the lost ones');
  const again = await openRefused();
  await again.waitFor(0, last);
  t.equal(again.call('b1', 'lost9'), null);
  t.ok(again.call('b1', 'other0'));
  t.equal(everything(again, 'b1'), await fresh(last));
  t.match(again.notices, [{ event: 'views.rebuild', reason: 'journal_went_back' }]);
  t.same(again.rebuilds, ['journal_went_back'], 'the rebuild is counted');
});

t.test('an older copy that has not grown is noticed, too', async (t) => {
  const { journal, open, openRefused, fresh, backUp, restore } = await setUp(t);
  await journal.commit('business', 'b1', 'b1', [created('One')]);
  const kept = await callsOf(journal, 'kept', 5);
  const backup = await backUp();
  const store = await open();
  await store.waitFor(0, await callsOf(journal, 'lost', 3));
  await store.close();
  await restore(backup);
  const again = await openRefused();
  t.equal(again.call('b1', 'lost0'), null);
  t.equal(everything(again, 'b1'), await fresh(kept));
});

t.test('running views notice that the server has come back with an older copy', async (t) => {
  const { journal, open, fresh, backUp, restore } = await setUp(t);
  await journal.commit('business', 'b1', 'b1', [created('One')]);
  await callsOf(journal, 'kept', 5);
  const backup = await backUp();
  const store = await open();
  const lost = await callsOf(journal, 'lost', 10);
  await store.waitFor(0, lost);

  await restore(backup);
  // The first commit after the restore reuses a sequence at which another commit was applied.
  const first = await callsOf(journal, 'other', 1);
  t.ok(first < lost);
  await refused(store);
  await t.rejects(
    store.waitFor(0, first, 500),
    { code: 'not_ready' },
    'rows of lost commits satisfy no reader',
  );
  t.ok(store.call('b1', 'lost9'), 'no rebuild before the loss is accepted');
  t.same(store.rebuilds, []);
  await journal.acceptLoss();
  await store.waitFor(0, first);
  t.ok(store.call('b1', 'other0'), 'a waiting reader sees the new commit');
  t.equal(store.call('b1', 'lost9'), null);
  const last = await callsOf(journal, 'more', 20);
  await store.waitFor(0, last);
  t.equal(everything(store, 'b1'), await fresh(last));
  t.match(store.notices, [{ event: 'views.rebuild', reason: 'journal_went_back' }]);
  await until('the views are ready again', () => store.ready());
});

t.test('nothing is rebuilt if the server comes back with the whole journal', async (t) => {
  const { nats, journal, open, serverAccepts } = await setUp(t);
  const store = await open();
  for (let round = 0; round < 3; round += 1) {
    await store.waitFor(0, await callsOf(journal, `kept${round}`, 3));
    await nats.restart();
    await serverAccepts();
    await store.waitFor(0, await callsOf(journal, `then${round}`, 1));
  }
  await store.close();
  const again = await open();
  t.same([...store.rebuilds, ...again.rebuilds], []);
});

t.test(
  'views notice that the server has come back with another course of the journal, longer than theirs',
  async (t) => {
    const { journal, open, fresh, backUp, restore } = await setUp(t);
    await journal.commit('business', 'b1', 'b1', [created('One')]);
    await callsOf(journal, 'kept', 5);
    const early = await backUp();
    const other = await callsOf(journal, 'other', 20);
    const grown = await backUp();
    await restore(early);
    const store = await open();
    const lost = await callsOf(journal, 'lost', 10);
    await store.waitFor(0, lost);
    t.ok(lost < other);

    await restore(grown);
    const last = await callsOf(journal, 'more', 1);
    await refused(store);
    await journal.acceptLoss();
    await store.waitFor(0, last);
    t.equal(store.call('b1', 'lost9'), null);
    t.equal(everything(store, 'b1'), await fresh(last));
    t.match(store.notices, [{ event: 'views.rebuild', reason: 'journal_went_back' }]);
  },
);

t.test(
  'views serve again without a rebuild once the store that was lost has replaced the older copy',
  async (t) => {
    const { journal, open, backUp, restore } = await setUp(t);
    await journal.commit('business', 'b1', 'b1', [created('One')]);
    const early = await backUp();
    const store = await open();
    const last = await callsOf(journal, 'kept', 5);
    await store.waitFor(0, last);
    const whole = await backUp();
    await restore(early);
    await refused(store);
    await restore(whole);
    await until('the views are ready', () => store.ready());
    t.ok(store.call('b1', 'kept4'));
    t.same(store.rebuilds, []);
  },
);
