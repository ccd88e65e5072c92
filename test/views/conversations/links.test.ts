import t from 'tap';
import { openViews } from '../store-support.js';

const person = (contactId: string, mobile: string) => ({
  type: 'contact.created',
  contactId,
  name: 'Una',
  mobile,
  categoryIds: [],
  fields: {},
});

t.test('a conversation leaves a deleted contact, and continues with a new one', async (t) => {
  const { store, show } = await openViews(t);
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

t.test('hand-overs move with the conversation to another contact', async (t) => {
  const { store, show } = await openViews(t);
  const items = (id: string) => store.timeline('b1', id, { limit: 10, cursor: null }, null).items;
  await show('contacts', 'b1', '0ce', [person('w1', '+14155550191'), person('w2', '+14155550192')]);
  await show('conversation', 'b1', 'h1', [
    { type: 'conversation.opened', channel: 'whatsapp', accountId: '17', address: 'h' },
    { type: 'conversation.registered', contactId: null },
    { type: 'conversation.handed_over', useId: 'u1', reason: 'Wants a refund.' },
  ]);
  const item = {
    type: 'handed_over',
    channel: 'whatsapp',
    conversationId: 'h1',
    campaignId: null,
    reason: 'Wants a refund.',
  };
  await show('conversation', 'b1', 'h1', [{ type: 'conversation.linked', contactId: 'w1' }]);
  t.match(items('w1'), [item]);
  await show('conversation', 'b1', 'h1', [{ type: 'conversation.linked', contactId: 'w2' }]);
  t.same(items('w1'), []);
  t.match(items('w2'), [item]);
  await show('conversation', 'b1', 'h1', [{ type: 'conversation.handed_over', useId: 'u2', reason: null }]);
  t.match(items('w2'), [{ ...item, reason: null }, item]);
  await show('conversation', 'b1', 'h1', [{ type: 'conversation.unlinked', contactId: 'w2' }]);
  t.same(items('w2'), []);
});
