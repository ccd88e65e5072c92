/** Subscriptions that the service has paused, as lists, the emitter and the overview see them. */
import t from 'tap';
import { openViews } from '../store-support.js';

t.test('a subscription that the service paused receives events that wait, until it is resumed', async (t) => {
  const { store, show } = await openViews(t);
  const created = {
    type: 'subscription.created',
    channel: 'voice',
    accountId: null,
    callbackUrl: 'https://example.org/',
    events: ['voice.call.ended'],
    sealedSecret: 'sealed',
    secretLast4: 'a1b2',
  } as const;
  await show('subscription', 'b1', 's1', [created]);
  const last = Number.MAX_SAFE_INTEGER;
  const facts = () => {
    const { status, pauseReason, pausedAt } = store.subscription('b1', 's1') ?? {};
    return {
      state: [status, pauseReason, pausedAt === null ? null : typeof pausedAt],
      receives: store.subscribersOf('b1', 'voice', null, last).length === 1,
      isSent: store.activeSubscriptions().length === 1,
      waits: store.pausedSubscriptions().length === 1,
      announced: store.subscriptionsPausedByService('b1'),
    };
  };
  const active = {
    state: ['active', null, null],
    receives: true,
    isSent: true,
    waits: false,
    announced: 0,
  };
  t.same(facts(), active);
  await show('subscription', 'b1', 's1', [{ type: 'subscription.paused', reason: 'endpoint_gone' }]);
  const gone = { state: ['paused', 'endpoint_gone', 'string'], receives: true, isSent: false, waits: true };
  t.same(facts(), { ...gone, announced: 1 });
  await show('subscription', 'b1', 's1', [
    { type: 'subscription.changed', callbackUrl: 'https://new.example/' },
  ]);
  t.same(facts(), { ...gone, announced: 1 }, 'a new address does not resume it');
  await show('subscription', 'b1', 's1', [{ type: 'subscription.changed', status: 'active' }]);
  t.same(facts(), active);
  await show('subscription', 'b1', 's1', [{ type: 'subscription.changed', status: 'paused' }]);
  t.same(
    facts(),
    { state: ['paused', null, 'string'], receives: false, isSent: false, waits: true, announced: 0 },
    'a pause by hand',
  );
  t.equal(store.subscriptionsPausedByService('b2'), 0);
});
