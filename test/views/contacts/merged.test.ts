/** Views of merged contacts: their history moves, and whatever names them later follows. */
import t from 'tap';
import { blockId } from '../../../actors/recipients/block.js';
import { accepted, ended, turn } from '../journal.js';
import { openViews } from '../store-support.js';

const PAGE = { limit: 20, cursor: null };
const OLD = '+14155550171';
const MAIN = '+14155550172';

const person = (contactId: string, mobile: string, overrides: object = {}) => ({
  type: 'contact.created',
  contactId,
  name: contactId,
  mobile,
  categoryIds: ['k1'],
  fields: {},
  ...overrides,
});

const mergedInto = (contactId: string, otherContactId: string, otherMobiles: readonly string[]) => ({
  type: 'contact.merged',
  contactId,
  otherContactId,
  mergeId: `${contactId}-${otherContactId}`,
  name: contactId,
  categoryIds: ['k1', 'k2'],
  fields: { city: 'Kyoto' },
  communicationBlocked: true,
  timeZone: 'Asia/Tokyo',
  taken: [],
  otherMobiles,
});

const campaign = (contactId: string) => ({
  ...accepted({ contactId }),
  campaign: { campaignId: 'camp1', campaignName: 'Autumn', iterationId: 'i1', block: 0, claim: {} },
});

const wrote = (messageId: string) => ({
  type: 'message.received',
  messageId,
  providerMessageId: messageId,
  sentAt: 1_000,
  customer: { mobile: null, whatsappId: null, userId: 'u', username: 'u', name: null },
  content: { type: 'text', text: messageId, media: null, details: null },
  opensWindow: true,
  replyAt: null,
});

const assessed = (contactId: string) => ({
  contactId,
  assessment: { conclusion: `About ${contactId}.`, nextAction: 'Call', recommended: true },
});

/** Two contacts, each with a call of a campaign, a conversation, a place in the iteration and a conclusion. */
const openHistory = async (t: Parameters<typeof openViews>[0]) => {
  const views = await openViews(t);
  const { show } = views;
  await show('business', 'b1', 'b1', [
    { type: 'category.created', categoryId: 'k1', name: 'Leads' },
    { type: 'category.created', categoryId: 'k2', name: 'Customers' },
  ]);
  await show('contacts', 'b1', '0aa', [person('main', MAIN)]);
  await show('contacts', 'b1', '0bb', [person('old', OLD, { categoryIds: ['k1', 'k2'] })]);
  const link = { campaignId: 'camp1', campaignName: 'Autumn', iterationId: 'i1', block: 0 };
  const members = ['old', 'main'].map((contactId) => ({ contactId, skip: null }));
  await show('recipients', 'b1', blockId('i1', 0), [
    { type: 'recipients.created', link, work: {}, members, cursor: null },
  ]);
  for (const contactId of ['main', 'old']) {
    await show('call', 'b1', `call-${contactId}`, [
      campaign(contactId),
      turn(`said by ${contactId}`, { at: 1 }),
      ended(contactId === 'old' ? 'busy' : 'completed'),
    ]);
    await show('conversation', 'b1', `v-${contactId}`, [
      { type: 'conversation.opened', channel: 'whatsapp', accountId: '17', address: contactId },
      { type: 'conversation.registered', contactId },
      wrote(`m-${contactId}`),
    ]);
  }
  await show('summary-run', 'b1', 'run1', [
    {
      type: 'summary.estimated',
      campaignId: 'camp1',
      objective: 'Tell them.',
      iterationIds: ['i1'],
      contacts: 2,
      priceMicrocredits: 10,
      expiresAt: 1,
    },
    { type: 'summary.page_assessed', page: 0, cursor: null, results: [assessed('main'), assessed('old')] },
  ]);
  return views;
};

t.test('the history of a merged contact becomes that of the one that stays', async (t) => {
  const { store, show } = await openHistory(t);
  const timeline = (id: string) => store.timeline('b1', id, PAGE, null).items;
  t.equal(timeline('main').length, 4);
  t.equal(timeline('old').length, 4);
  t.equal(store.activeContactCount('camp1'), 2);
  await show('contacts', 'b1', '0aa', [mergedInto('main', 'old', [OLD])]);

  t.equal(store.contact('b1', 'old'), null);
  const contact = store.contact('b1', 'main');
  t.match(contact, {
    mobile: MAIN,
    otherMobiles: [OLD],
    fields: { city: 'Kyoto' },
    communicationBlocked: true,
    timeZone: 'Asia/Tokyo',
    rollups: { voice: { count: 2, lastOutcome: 'busy' }, whatsapp: { count: 2, lastOutcome: 'received' } },
  });
  t.same(
    store
      .categories('b1', PAGE)
      .items.map(({ name, contactCount }) => [name, contactCount])
      .sort(),
    [
      ['Customers', 1],
      ['Leads', 1],
    ],
  );
  t.equal(store.currentContactId('old'), 'main');
  t.equal(store.currentContact('b1', 'old')?.id, 'main');
  t.equal(store.contactOfMobile('b1', OLD), 'main');
  t.same(
    store.contacts('b1', PAGE, { search: '415 555 0171' }).items.map(({ id }) => id),
    ['main'],
  );

  t.same(timeline('old'), []);
  t.equal(timeline('main').length, 8);
  t.equal(store.callFacts('b1', 'call-old')?.contactId, 'main');
  t.equal(store.calls('b1', PAGE, { contactId: 'main' }).items.length, 2);
  t.equal(store.conversation('b1', 'v-old')?.contactId, 'main');
  t.equal(store.memberships('camp1', PAGE, { contactId: 'main' }).items.length, 2);
  t.same(store.contactAt('i1', 0, 0), { contactId: 'main', joinedAs: 'old' });
  t.ok(store.isDuplicateMember({ campaignId: 'camp1', iterationId: 'i1', block: 0 }, 1, 'main'));
  t.notOk(store.isDuplicateMember({ campaignId: 'camp1', iterationId: 'i1', block: 0 }, 0, 'main'));
  t.equal(store.activities('camp1', PAGE, { contactId: 'main' }).items.length, 2);
  t.equal(store.activeContactCount('camp1'), 1);
  t.same(store.activeContacts('camp1', '', 9), ['main']);
  t.same(
    store.conclusions('run1', '', 9).map(({ contactId, conclusion }) => [contactId, conclusion]),
    [
      ['main', 'About main.'],
      ['main', 'About old.'],
    ],
    'neither conclusion is lost',
  );
  t.same(store.recommendedContacts('run1', '', 9), ['main']);
  t.match(store.campaignSummary('camp1', 'main'), { conclusion: 'About main.' });
});

t.test('later events that name a merged contact land at the one that stays', async (t) => {
  const { store, show } = await openHistory(t);
  const timeline = (id: string) => store.timeline('b1', id, PAGE, null).items;
  await show('contacts', 'b1', '0aa', [mergedInto('main', 'old', [OLD])]);
  await show('call', 'b1', 'late', [campaign('old'), turn('late words', { at: 2 }), ended('completed')]);
  t.equal(store.callFacts('b1', 'late')?.contactId, 'main');
  t.equal(timeline('main').length, 11);
  await show('conversation', 'b1', 'v-old', [wrote('m-late')]);
  await show('conversation', 'b1', 'v-old', [{ type: 'conversation.contact_merged', contactId: 'main' }]);
  await show('conversation', 'b1', 'v-late', [
    { type: 'conversation.opened', channel: 'instagram', accountId: '17', address: 'x' },
    wrote('m-later'),
    { type: 'conversation.linked', contactId: 'old' },
    { type: 'mobile.saved', contactId: 'old', mobile: OLD },
  ]);
  t.equal(store.conversation('b1', 'v-late')?.contactId, 'main');
  t.equal(timeline('main').length, 14);
  t.match(store.contact('b1', 'main')?.rollups, {
    voice: { count: 3, lastOutcome: 'completed' },
    whatsapp: { count: 3 },
    instagram: { count: 1 },
  });
  const link = { campaignId: 'camp1', campaignName: 'Autumn', iterationId: 'i2', block: 0 };
  await show('recipients', 'b1', blockId('i2', 0), [
    {
      type: 'recipients.created',
      link,
      work: {},
      members: [{ contactId: 'old', skip: null }],
      cursor: null,
    },
  ]);
  t.same(store.contactAt('i2', 0, 0), { contactId: 'main', joinedAs: 'old' });
  await show('summary-run', 'b1', 'run2', [
    { type: 'summary.page_assessed', page: 0, cursor: null, results: [assessed('old')] },
  ]);
  t.match(store.conclusions('run2', '', 9), [{ contactId: 'main', assessedAs: 'old' }]);

  await show('contacts', 'b1', '0cc', [person('last', '+14155550173')]);
  await show('contacts', 'b1', '0cc', [mergedInto('last', 'main', [MAIN, OLD])]);
  t.equal(store.currentContactId('old'), 'last', 'a chain is followed to its end');
  t.equal(timeline('last').length, 14);
  await show('contacts', 'b1', '0cc', [{ type: 'contact.deleted', contactId: 'last' }]);
  t.same(timeline('last'), []);
  await show('call', 'b1', 'later', [campaign('old'), ended('completed')]);
  t.same(timeline('last'), [], 'the history of a deleted contact stays deleted');
});

t.test(
  'numbers change places, and a contact deleted during its merge takes the other one with it',
  async (t) => {
    const { store, show } = await openHistory(t);
    await show('contacts', 'b1', '0aa', [mergedInto('main', 'old', [OLD])]);
    const numbers = { contactId: 'main', mobile: OLD, reservation: null };
    await show('contacts', 'b1', '0aa', [
      {
        type: 'contact.numbers_changed',
        ...numbers,
        otherMobiles: [{ mobile: MAIN, reservation: null }],
      },
    ]);
    t.match(store.contact('b1', 'main'), { mobile: OLD, otherMobiles: [MAIN] });
    t.equal(store.contactOfMobile('b1', MAIN), 'main');
    await show('contacts', 'b1', '0aa', [{ type: 'contact.numbers_changed', ...numbers, otherMobiles: [] }]);
    t.notOk('otherMobiles' in (store.contact('b1', 'main') ?? {}));
    t.equal(store.contactOfMobile('b1', MAIN), null);

    await show('contacts', 'b1', '0dd', [person('gone', '+14155550174')]);
    await show('call', 'b1', 'of-gone', [accepted({ contactId: 'gone' })]);
    const dropped = {
      type: 'contact.merge_dropped',
      contactId: 'other',
      otherContactId: 'gone',
      mergeId: 'x',
    };
    await show('contacts', 'b1', '0ee', [{ ...dropped, taken: [] }]);
    t.equal(store.contact('b1', 'gone'), null);
    t.same(store.timeline('b1', 'gone', PAGE, null).items, []);
  },
);
