/** A newer build writes to the journal: this build's views stop at what they do not understand, and report it. */
import t from 'tap';
import { BUSINESS_EVENTS } from '../../../actors/business/events.js';
import { newestVersion } from '../../../actors/runtime/event-versions.js';
import { SKIP } from '../../../actors/runtime/journal/chain.js';
import type { Lifetime } from '../../../testkit/lifetime.js';
import { startNats } from '../../../testkit/nats/server.js';
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

t.test('an event that this build does not know sets its actor aside, and all others continue', async (t) => {
  const { journal, store } = await setUp(t);
  await journal.commit('business', 'b1', 'b1', [created('One')]);
  await journal.commit('business', 'b1', 'b1', [grant(5)]);
  const newer = await journal.commit('business', 'b1', 'b1', [grant(1), { type: 'credit.doubled' }]);
  await journal.commit('business', 'b1', 'b1', [grant(2)]);
  const after = await journal.commit('business', 'b2', 'b2', [created('Two')]);
  await store.waitFor(0, after);
  t.match(store.setAside(), [
    {
      kind: 'business',
      id: 'b1',
      seq: newer,
      reason: 'business holds credit.doubled, which this build does not know',
    },
  ]);
  t.equal(store.business('b1')?.availableMicrocredits, 5, 'only the earlier commits are shown');
  t.equal(store.business('b2')?.name, 'Two');
  t.ok(store.ready());

  const skip = JSON.stringify({ commandId: 's', at: 1, events: [] });
  await store.waitFor(0, await journal.raw('evt.0.business.b1.b1', skip, { [SKIP]: `${newer}` }));
  await until('the actor is shown again', () => store.setAside().length === 0);
  t.equal(store.business('b1')?.availableMicrocredits, 7, 'everything but the skipped commit');
});

t.test('a newer version sets its actor aside, too, and the file keeps that for the next start', async (t) => {
  const nats = await startNats(t);
  const journal = await openTestJournal(t, nats.url, 500);
  const directory = t.testdir();
  const first = await openStore(t, nats.url, journal, directory);
  await journal.commit('business', 'b1', 'b1', [created('One')]);
  const known = newestVersion(BUSINESS_EVENTS);
  const body = { commandId: 'c', at: 1, version: known + 1, events: [grant(5)] };
  await first.waitFor(0, await journal.raw('evt.0.business.b1.b1', JSON.stringify(body)));
  const [skipped] = first.setAside();
  t.match(skipped, {
    reason: `business is written in version ${known + 1}, this build reads ${known}`,
    version: known + 1,
  });
  first.outdatedBy(skipped ?? null);
  t.match(first.state(), { type: 'stopped' }, 'views count as stopped while a newer node shows the actor');
  first.outdatedBy(null);
  t.ok(first.ready());
  await first.close();
  const second = await openStore(t, nats.url, journal, directory);
  t.same(second.setAside(), [skipped]);
  t.equal(second.business('b1')?.availableMicrocredits, 0);
});

t.test('kinds that no view shows and single malformed events stop nothing', async (t) => {
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
