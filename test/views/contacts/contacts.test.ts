import t from 'tap';
import { accepted, ended } from '../journal.js';
import { openViews } from '../store-support.js';

t.test('finds contacts, and shows their categories and roll-ups', async (t) => {
  const { store, show } = await openViews(t);
  await show('business', 'b1', 'b1', [
    { type: 'category.created', categoryId: 'cat1', name: 'Leads' },
    { type: 'category.created', categoryId: 'cat2', name: 'Clients' },
  ]);
  const add = (id: string, name: string, mobile: string, at: number, categoryIds = ['cat1']) =>
    show(
      'contacts',
      'b1',
      '0ab',
      [{ type: 'contact.created', contactId: id, name, mobile, categoryIds, fields: { city: 'Bern' } }],
      at,
    );
  await add('p1', 'Grace Hopper', '+14155550100', 1_000, ['cat1', 'cat2']);
  await add('p2', 'Ångström "Q" 100%', '+46701234567', 2_000);
  await show('contacts', 'b2', '0ab', [
    {
      type: 'contact.created',
      contactId: 'p9',
      name: 'Grace Other',
      mobile: '+14155550100',
      categoryIds: [],
      fields: {},
    },
  ]);
  const found = (search: string | null): readonly string[] =>
    store
      .contacts('b1', { limit: 10, cursor: null }, search === null ? {} : { search })
      .items.map(({ id }) => id);
  t.same(found(null), ['p2', 'p1']);
  t.same(found('grace'), ['p1']);
  t.same(found('HOPP'), ['p1']);
  t.same(found('ångst'), ['p2']);
  t.same(found('"Q" 100%'), ['p2']);
  t.same(found('angst'), ['p2'], 'accents are ignored');
  t.same(found('bern'), ['p2', 'p1'], 'values of fields are searched');
  t.same(found('grace bern'), ['p1'], 'every word must match');
  t.same(found('%'), [], 'punctuation alone finds nothing');
  t.same(found('_'), []);
  t.same(found('*'), []);
  t.same(found('0701234567'), [], 'a trunk prefix that is not stored does not match');
  t.same(found('415 555'), ['p1'], 'a number is found without its country code');
  t.same(found('ho'), ['p1']);
  t.same(found('+1 (415) 555-0100'), ['p1']);
  t.same(found('OR'), []);
  t.same(found('unknown at all'), []);
  t.same(found('  '), ['p2', 'p1']);
  t.same(
    store
      .categories('b1', { limit: 10, cursor: null })
      .items.map(({ name, contactCount }) => [name, contactCount]),
    [
      ['Clients', 1],
      ['Leads', 2],
    ],
  );
  const voice = () => store.contact('b1', 'p1')?.rollups.voice;
  t.same(voice(), { count: 0, lastAt: null, lastOutcome: null });
  await show('call', 'b1', 'r1', [accepted({ contactId: 'p1' })], 1_000);
  t.same(voice(), { count: 1, lastAt: '1970-01-01T00:00:01.000Z', lastOutcome: null });
  await show('call', 'b1', 'r1', [ended('busy')], 2_000);
  await show('call', 'b1', 'r2', [accepted({ contactId: 'p1' })], 3_000);
  t.same(voice(), { count: 2, lastAt: '1970-01-01T00:00:03.000Z', lastOutcome: 'busy' });
  t.match(store.contact('b1', 'p1'), {
    fields: { city: 'Bern' },
    categories: [
      { id: 'cat2', name: 'Clients' },
      { id: 'cat1', name: 'Leads' },
    ],
  });
});

t.test('the time zone of a contact is created, imported and removed', async (t) => {
  const { store, show } = await openViews(t);
  const contact = { contactId: 'p1', name: 'Ada', mobile: '+14155550100', categoryIds: ['k'], fields: {} };
  const zone = () => store.contact('b1', 'p1')?.timeZone;
  await show('contacts', 'b1', '0ab', [{ type: 'contact.created', ...contact, timeZone: 'Asia/Tokyo' }]);
  t.equal(zone(), 'Asia/Tokyo');
  await show('contacts', 'b1', '0ab', [{ type: 'contact.changed', contactId: 'p1', name: 'Ada L.' }]);
  t.equal(zone(), 'Asia/Tokyo', 'an unrelated change keeps it');
  const part = { importId: 'i', part: '0', categoryIds: ['k'], elsewhere: [], skipped: 0 };
  await show('contacts', 'b1', '0ab', [
    {
      type: 'contacts.imported',
      ...part,
      columns: ['city', '@timeZone'],
      timeZoneColumn: '@timeZone',
      created: [['p2', '+14155550101', 'Bea', 'Bern', 'Europe/Zurich']],
      updated: [['p1', '+14155550100', '', '', 'Europe/Paris']],
    },
  ]);
  t.match(store.contact('b1', 'p1'), { timeZone: 'Europe/Paris', fields: {} });
  t.same(store.contact('b1', 'p2')?.fields, { city: 'Bern' }, 'the time zone is not a field');
  t.equal(store.contact('b1', 'p2')?.timeZone, 'Europe/Zurich');
  await show('contacts', 'b1', '0ab', [{ type: 'contact.changed', contactId: 'p1', timeZone: null }]);
  t.equal(zone(), null);
});
