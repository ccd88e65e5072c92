/** A newer build writes to the journal: the views of this one stop where they no longer understand, and say so. */
import t from 'tap';
import { BUSINESS_EVENTS } from '../../../actors/business/events.js';
import { newestVersion } from '../../../actors/runtime/event-versions.js';
import type { Lifetime } from '../../../testkit/lifetime.js';
import { startNats } from '../../../testkit/nats.js';
import { until } from '../../../testkit/until.js';
import { created, openTestJournal } from '../journal.js';
import { openStore } from '../store-support.js';

t.setTimeout(60_000);

const setUp = async (t: Lifetime & { testdir(): string }) => {
  const nats = await startNats(t);
  const journal = await openTestJournal(t, nats.url, 500);
  const store = await openStore(t, nats.url, journal, t.testdir());
  return { nats, journal, store };
};

const grant = (microcredits: number) => ({ type: 'credit.granted', microcredits, reason: 'r' });

t.test('an event of a type that this build does not know stops the views before its commit', async (t) => {
  const { journal, store } = await setUp(t);
  await journal.commit('business', 'b1', 'b1', [created('One')]);
  await journal.commit('business', 'b1', 'b1', [grant(5)]);
  const newer = await journal.commit('business', 'b1', 'b1', [grant(1), { type: 'credit.doubled' }]);
  const after = await journal.commit('business', 'b2', 'b2', [created('Two')]);
  await until('they have stopped', () => store.state().type === 'stopped');
  t.match(store.state(), {
    type: 'stopped',
    shard: 0,
    seq: newer,
    reason: 'business holds credit.doubled, which this build does not know',
  });
  t.equal(store.ready(), false);
  t.equal(store.business('b1')?.availableMicrocredits, 5, 'what came before is there, of the commit nothing');
  t.equal(store.business('b2'), null, 'and nothing of what comes after it');
  await t.rejects(store.waitFor(0, after, 50), { code: 'not_ready' });
  t.match(store.notices, [{ event: 'views.stopped', seq: newer }]);
  t.ok(store.lag() >= 1);
});

t.test('a commit of a newer version stops them although its events have names that are known', async (t) => {
  const { journal, store } = await setUp(t);
  await journal.commit('business', 'b1', 'b1', [created('One')]);
  const known = newestVersion(BUSINESS_EVENTS);
  const body = { commandId: 'c', at: 1, version: known + 1, events: [grant(5)] };
  await journal.raw('evt.0.business.b1.b1', JSON.stringify(body));
  await until('they have stopped', () => store.state().type === 'stopped');
  t.match(store.state(), {
    reason: `business is written in version ${known + 1}, this build reads ${known}`,
  });
  t.equal(store.business('b1')?.availableMicrocredits, 0);
});

t.test('what no view shows stops nothing, and neither does one malformed event', async (t) => {
  const { journal, store } = await setUp(t);
  const body = { commandId: 'c', at: 1, version: 9, events: [{ type: 'participant.rose' }] };
  await journal.raw('evt.0.participant.b1.p', JSON.stringify(body));
  await journal.commit('business', 'b1', 'b1', [
    created('One'),
    { type: 'credit.granted', microcredits: 'many' },
    grant(5),
  ]);
  await store.waitFor(0, await journal.commit('business', 'b2', 'b2', [created('Two')]));
  t.equal(store.business('b1')?.availableMicrocredits, 5);
  t.ok(store.ready());
});

t.test('a reconnection does not carry them over it; a journal that went back before it does', async (t) => {
  const { nats, journal, store } = await setUp(t);
  const back = () =>
    until('the server is back', () =>
      journal.raw('timer.0.probe', '').then(
        () => true as const,
        () => false,
      ),
    );
  await store.waitFor(0, await journal.commit('business', 'b1', 'b1', [created('One')]));
  const backup = await nats.backUp();
  await back();
  await journal.commit('business', 'b1', 'b1', [{ type: 'credit.doubled' }]);
  await until('they have stopped', () => store.state().type === 'stopped');
  await nats.restart();
  await back();
  await until('they have stopped again', () => store.notices.length === 2 && !store.ready());
  await nats.restore(backup);
  await back();
  await store.waitFor(0, await journal.commit('business', 'b1', 'b1', [grant(5)]));
  t.equal(store.business('b1')?.availableMicrocredits, 5);
  await until('they are ready again', () => store.ready());
});
