/** Journals written before events were renamed: the views show the same for former and present names. */
import t from 'tap';
import { startNats } from '../../../testkit/nats/server.js';
import { created, openTestJournal } from '../journal.js';
import { openStore } from '../store-support.js';

t.setTimeout(60_000);

/** Dead letters of a subscription, under the names of events passed in. */
const deadLetterEvents = (died: string, resent: string, discarded: string) => {
  const letter = (eventId: string) => ({
    eventId,
    eventType: 'voice.call.ended',
    callId: 'c',
    occurredAt: '2026-01-01T00:00:00.000Z',
    payload: { eventId },
  });
  return [
    { type: died, letter: letter('e1'), attempts: 25 },
    { type: died, letter: letter('e2'), attempts: 25 },
    { type: died, letter: letter('e3'), attempts: 25 },
    { type: resent, eventId: 'e1' },
    { type: discarded, eventIds: ['e2'], reason: 'r' },
  ];
};

t.test('understands former names of dead letter and credit events', async (t) => {
  const nats = await startNats(t);
  const journal = await openTestJournal(t, nats.url);
  const store = await openStore(t, nats.url, journal, t.testdir());
  const subscribed = {
    type: 'subscription.created',
    channel: 'voice',
    accountId: null,
    callbackUrl: 'https://example.org',
    events: ['voice.call.ended'],
    sealedSecret: 's',
    secretLast4: '1234',
  };
  await journal.commit('business', 'b1', 'b1', [
    created('One'),
    { type: 'credit.granted', microcredits: 500, reason: 'r' },
    { type: 'credit.set_aside', reservationId: 'r', microcredits: 100 },
    { type: 'credit.taken', reservationId: 'r', chargedMicrocredits: 60, releasedMicrocredits: 40 },
  ]);
  await journal.commit('subscription', 'b1', 'former', [
    subscribed,
    ...deadLetterEvents('letter.died', 'letter.resent', 'letters.discarded'),
  ]);
  const last = await journal.commit('subscription', 'b1', 'present', [
    subscribed,
    ...deadLetterEvents('delivery.dead_lettered', 'dead_letter.resent', 'dead_letters.discarded'),
  ]);
  await store.waitFor(0, last);
  t.same(store.notices, [], 'no event was skipped');
  t.match(store.business('b1'), { name: 'One' });
  const shown = (id: string) => store.deadLetters(id, { limit: 10, cursor: null }).items;
  t.match(shown('former'), [
    { eventId: 'e3', resentAt: null },
    { eventId: 'e1', resentAt: /^20/ },
  ]);
  t.same(shown('former'), shown('present'));
});
