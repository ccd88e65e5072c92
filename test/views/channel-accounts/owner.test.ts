import t from 'tap';
import { openViews } from '../store-support.js';

t.test('who answers on an account, and whose backend does', async (t) => {
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
  t.equal(automation(), null, 'of another account, of another business');
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
