/** A subscription that only observes leaves the answering on the account to an agent. */
import t from 'tap';
import { openViews } from '../store-support.js';

const created = (observes: boolean) => ({
  type: 'subscription.created',
  channel: 'whatsapp',
  accountId: '106',
  callbackUrl: 'https://hooks.example/parley',
  events: ['conversation.analyzed'],
  sealedSecret: 's',
  secretLast4: 'cafe',
  ...(observes ? { observes } : {}),
});

t.test('an account is answered by the subscriber that does not only observe', async (t) => {
  const { store, show } = await openViews(t);
  await show('subscription', 'b1', 's1', [created(true)], 1_000);
  t.equal(store.automationOf('b1', 'whatsapp', '106'), null);
  t.match(store.subscription('b1', 's1'), { externalAutomation: false, status: 'active' });
  t.same(
    store.subscribersOf('b1', 'whatsapp', '106', 1_000).map(({ id }) => id),
    ['s1'],
    'it receives the events',
  );
  await show('subscription', 'b1', 's2', [created(false)], 2_000);
  t.equal(store.automationOf('b1', 'whatsapp', '106'), 's2');
  t.match(store.subscription('b1', 's2'), { externalAutomation: true });
});
