/** Conversations as the views show them: their contacts, and what answers on their accounts. */
import t from 'tap';
import { created } from './journal.js';
import { openViews } from './store-support.js';

const { store, show } = await openViews(t);
await show('business', 'b1', 'b1', [created('One')]);

t.test('an account shows whether an agent, a subscriber or a human answers on it', async (t) => {
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
  const subscribed = (accountId: string) => ({
    type: 'subscription.created',
    channel: 'whatsapp',
    accountId,
    callbackUrl: 'https://example.org/',
    events: [],
    sealedSecret: '',
    secretLast4: 'cafe',
  });
  await show('subscription', 'b1', 's0', [subscribed('107')], 1_000);
  await show('subscription', 'b2', 's9', [subscribed('106')], 1_000);
  t.equal(automation(), null, 'subscriptions of other accounts and businesses do not count');
  t.match(owner(), { automated: true });
  await show('subscription', 'b1', 's1', [subscribed('106')], 1_000);
  await show('subscription', 'b1', 's2', [subscribed('106')], 2_000);
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

t.test('a conversation leaves a deleted contact, and continues with a new one', async (t) => {
  const items = (id: string) => store.timeline('b1', id, { limit: 10, cursor: null }, null).items;
  const customer = { mobile: null, whatsappId: null, userId: 'u', username: 'u', name: null };
  const wrote = (messageId: string, text: string) => ({
    type: 'message.received',
    messageId,
    providerMessageId: messageId,
    sentAt: 1_000,
    customer,
    content: { type: 'text', text, media: null, details: null },
    opensWindow: true,
    replyAt: null,
  });
  const person = (contactId: string, mobile: string) => ({
    type: 'contact.created',
    contactId,
    name: 'Una',
    mobile,
    categoryIds: [],
    fields: {},
  });
  await show('contacts', 'b1', '0cd', [person('u1', '+14155550181')]);
  await show('conversation', 'b1', 'v1', [
    { type: 'conversation.opened', channel: 'instagram', accountId: '17', address: 'u' },
    wrote('x1', 'before'),
    { type: 'conversation.registered', contactId: 'u1' },
  ]);
  t.match(items('u1'), [{ text: 'before', participantId: 'v1' }]);
  await show('contacts', 'b1', '0cd', [{ type: 'contact.deleted', contactId: 'u1' }]);
  await show('conversation', 'b1', 'v1', [wrote('x2', 'after')]);
  await show('conversation', 'b1', 'v1', [{ type: 'conversation.unlinked', contactId: 'u1' }]);
  t.equal(store.conversation('b1', 'v1')?.contactId, null);
  t.same(items('u1'), [], 'the deleted contact keeps no items');
  await show('contacts', 'b1', '0cd', [person('u2', '+14155550181')]);
  const registered = { mobile: '+14155550181', created: true };
  await show('conversation', 'b1', 'v1', [
    { type: 'conversation.registered', contactId: 'u2', given: registered },
  ]);
  t.match(items('u2'), [
    { type: 'mobile_given', channel: 'instagram', participantId: 'v1', campaignId: null, ...registered },
    { text: 'after' },
    { text: 'before' },
  ]);
  t.match(store.contact('b1', 'u2')?.rollups.instagram, { count: 2 });
  const saved = { contactId: 'u2', mobile: '+14155550182' };
  await show('conversation', 'b1', 'v1', [{ type: 'mobile.saved', ...saved }]);
  t.match(items('u2')[0], { type: 'mobile_given', mobile: '+14155550182', created: false });
});
