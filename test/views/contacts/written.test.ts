/** Lists that are passed on as JSON without being parsed: their contents stay unchanged. */
import t from 'tap';
import type { AgentProfile } from '../../../actors/agent/events.js';
import { accepted, ended } from '../journal.js';
import { openViews } from '../store-support.js';

const ODD = 'O’Brien "Q" \\ \u0000\u2028 💥 </script>';

t.test('a page of contacts equals the contacts read one by one', async (t) => {
  const { store, show } = await openViews(t);
  const names = ['Leads', ODD, 'Clients'];
  await show(
    'business',
    'b1',
    'b1',
    names.map((name, n) => ({ type: 'category.created', categoryId: `cat${n}`, name })),
  );
  const sets = [['cat0', 'cat1', 'cat2'], ['cat2'], ['cat1', 'cat0'], ['cat2', 'gone'], ['cat2']];
  for (const [n, categoryIds] of sets.entries()) {
    const contact = { contactId: `p${n}`, name: `${ODD} ${n}`, mobile: `+1415555010${n}`, categoryIds };
    const fields = { city: ODD, [`key${n}`]: '' };
    await show('contacts', 'b1', '0ab', [{ type: 'contact.created', ...contact, fields }], 1_000 * n);
  }
  await show('call', 'b1', 'r1', [accepted({ contactId: 'p1' })], 9_000);
  await show('call', 'b1', 'r1', [ended('busy')], 9_500);
  const untagged = (id: string) => {
    const { tag, ...shown } = store.contact('b1', id) ?? {};
    t.match(tag, /^[0-9a-f]{16}$/, 'only single contacts have a tag');
    return shown;
  };
  const { items, nextCursor } = store.contacts('b1', { limit: 4, cursor: null });
  t.same(items, ['p4', 'p3', 'p2', 'p1'].map(untagged));
  t.same(store.contacts('b1', { limit: 4, cursor: nextCursor }).items, [untagged('p0')]);
  t.same(items[3], {
    id: 'p1',
    name: `${ODD} 1`,
    mobile: '+14155550101',
    fields: { city: ODD, key1: '' },
    categories: [{ id: 'cat2', name: 'Clients' }],
    communicationBlocked: false,
    timeZone: null,
    rollups: {
      voice: { count: 1, lastAt: '1970-01-01T00:00:09.000Z', lastOutcome: 'busy' },
      whatsapp: { count: 0, lastAt: null, lastOutcome: null },
      instagram: { count: 0, lastAt: null, lastOutcome: null },
    },
    createdAt: '1970-01-01T00:00:01.000Z',
    updatedAt: '1970-01-01T00:00:01.000Z',
  });
  t.same(
    items.map(({ categories }) => categories.map(({ name }) => name)),
    [['Clients'], ['Clients'], ['Leads', ODD], ['Clients']],
    'by name, without unknown categories',
  );
  t.same(store.contacts('b2', { limit: 4, cursor: null }).items, []);
  t.equal(store.contactJson('b2', 'p1'), null);
});

t.test('an agent shows only fields that the API defines', async (t) => {
  const { store, show } = await openViews(t);
  const profile: AgentProfile & { readonly ofLater: string } = {
    channel: 'voice',
    name: ODD,
    instructions: ODD.repeat(100),
    languageCode: 'en',
    dataSourceIds: [],
    contactCategoryIds: [],
    dataSourceVariables: [],
    voiceSettings: { firstGreeting: ODD },
    instagramCollectMobileEnabled: true,
    ofLater: 'unknown to this build',
  };
  const event = { type: 'agent.created', referenceName: 'ann-1', profile, contactContextRequired: true };
  await show('agent', 'b1', 'a1', [event], 1_000);
  await show('agent', 'b1', 'a2', [event], 2_000);
  const { ofLater: _, ...shown } = profile;
  const { items } = store.agents('b1', { limit: 10, cursor: null });
  t.strictSame(
    items,
    ['a2', 'a1'].map((id) => store.agent('b1', id)),
  );
  t.same(items[1], {
    ...shown,
    id: 'a1',
    referenceName: 'ann-1',
    status: 'active',
    version: 1,
    contactContextRequired: true,
    createdAt: '1970-01-01T00:00:01.000Z',
    updatedAt: '1970-01-01T00:00:01.000Z',
  });
});
