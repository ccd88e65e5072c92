/** A subscription that is changed only as its client has read it. */
import t from 'tap';
import { subscription } from '../../../actors/subscription/index.js';
import { subscriptionTag } from '../../../actors/subscription/tag.js';
import { fold } from '../../support/actors/fold.js';

t.test('a conditional change applies to exactly the subscription that was read', async (t) => {
  const folded = fold(subscription);
  folded.apply(
    {
      type: 'create',
      channel: 'voice',
      accountId: null,
      callbackUrl: 'https://example.org/hooks',
      events: ['voice.call.ended'],
      sealedSecret: 's1',
      secretLast4: '0001',
    },
    0,
  );
  const tag = (): string =>
    folded.state.subscription === null ? '' : subscriptionTag(folded.state.subscription);
  const read = tag();
  t.same(folded.apply({ type: 'change', status: 'paused', expected: [read] }, 1), [
    { type: 'subscription.changed', status: 'paused' },
  ]);
  t.throws(
    () => folded.apply({ type: 'change', callbackUrl: 'https://other.example', expected: [read] }, 2),
    {
      code: 'resource_changed',
    },
  );
  t.match(folded.state.subscription, { callbackUrl: 'https://example.org/hooks' });
  folded.apply({ type: 'change', callbackUrl: 'https://other.example', expected: [tag()] }, 3);
  t.match(folded.state.subscription, { callbackUrl: 'https://other.example', status: 'paused' });
  const before = tag();
  folded.apply({ type: 'rotate', sealedSecret: 's2', secretLast4: '0002' }, 4);
  t.equal(tag(), before, 'a secret is replaced by a request of its own');
});
