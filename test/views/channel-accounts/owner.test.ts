import t from 'tap';
import { accountClaim } from '../../../actors/channel-account/claimed.js';
import { claimRef } from '../../../actors/claim/index.js';
import { openViews } from '../store-support.js';

t.test('an account shows whether an agent, a subscriber or a human answers on it', async (t) => {
  const { store, show } = await openViews(t);
  const account = { channel: 'whatsapp', accountId: '106' };
  const owner = () => store.accountOwner('whatsapp', '106');
  const automation = () => store.automationOf('b1', 'whatsapp', '106');
  const assigned = { type: 'account.assigned', agentId: 'a1', autoReplyEnabled: true };
  await show('channel-account', 'b1', 'w1', [
    { type: 'account.connected', ...account, displayName: 'W', username: null, sealedToken: '' },
    { ...assigned, humanHandoffActive: false },
  ]);
  t.match(owner(), { businessId: 'b1', automated: true, humanHandoff: false });
  t.equal(automation(), null);
  const created = (accountId: string) => ({
    type: 'subscription.created',
    channel: 'whatsapp',
    accountId,
    callbackUrl: 'https://example.org/',
    events: [],
    sealedSecret: '',
    secretLast4: 'cafe',
  });
  await show('subscription', 'b1', 's0', [created('107')], 1_000);
  await show('subscription', 'b2', 's9', [created('106')], 1_000);
  t.equal(automation(), null, 'subscriptions of other accounts and businesses do not count');
  t.match(owner(), { automated: true });
  await show('subscription', 'b1', 's1', [created('106')], 1_000);
  await show('subscription', 'b1', 's2', [created('106')], 2_000);
  t.equal(automation(), 's1');
  t.match(owner(), { automated: false });
  await show('subscription', 'b1', 's1', [{ type: 'subscription.changed', status: 'paused' }]);
  t.equal(automation(), 's2');
  await show('subscription', 'b1', 's2', [{ type: 'subscription.revoked' }]);
  t.equal(automation(), null);
  t.match(owner(), { automated: true });
  await show('channel-account', 'b1', 'w1', [{ ...assigned, humanHandoffActive: true }]);
  t.match(owner(), { automated: false, humanHandoff: true });
});

t.test(
  'messages go to the business that holds the claim, not to another business that is connected',
  async (t) => {
    const { store, show } = await openViews(t);
    const connected = {
      type: 'account.connected',
      channel: 'whatsapp',
      accountId: '106',
      displayName: 'W',
      username: null,
      sealedToken: '',
    };
    const owner = () => store.accountOwner('whatsapp', '106')?.businessId ?? null;
    const { id } = claimRef(accountClaim({ channel: 'whatsapp', accountId: '106' }));
    const granted = (holder: string) => ({
      type: 'claim.granted',
      namespace: 'channel-account',
      key: 'whatsapp/106',
      holder,
    });
    await show('channel-account', 'b1', 'w1', [connected], 1_000);
    await show('channel-account', 'b2', 'w1', [connected], 2_000);
    t.equal(owner(), 'b1', 'without a claim, the first to connect');
    t.same(store.accountBusinesses('whatsapp', '106'), ['b1', 'b2']);
    t.same(store.unclaimedAccounts(), [{ channel: 'whatsapp', accountId: '106' }]);
    await show('claim', 'console', id, [granted('b2')]);
    t.equal(owner(), 'b2');
    t.same(store.unclaimedAccounts(), []);
    await show('channel-account', 'b2', 'w1', [{ type: 'account.disconnected', claim: 1 }]);
    t.equal(owner(), null, 'the holder has disconnected it');
    await show('claim', 'console', id, [{ type: 'claim.released' }]);
    t.equal(owner(), 'b1');
  },
);
