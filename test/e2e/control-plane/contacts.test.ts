/** Contacts over the API: found, changed, distinguished by their numbers, and deleted on request only. */
import t from 'tap';
import type { ContactResource } from '../../../schemas/contacts/contact.js';
import { openDesk, UNKNOWN_ID } from './desk.js';

t.setTimeout(90_000);

const desk = await openDesk(t);
const { api, businessId, category, contact, q } = desk;
const leads = await category('Leads');
const clients = await category('Clients');
const create = (body: object) => contact({ categoryIds: [leads], ...body });
const update = (id: string, body: object) =>
  api.ask<{ contact: ContactResource }>('PATCH', `/api/v1/contacts/${id}`, { businessId, ...body });
const found = async (search: string): Promise<readonly string[]> => {
  const path = `/api/v1/contacts?${q}&search=${encodeURIComponent(search)}`;
  const { data } = await api.ask<{ contacts: readonly ContactResource[] }>('GET', path);
  return data.contacts.map(({ name }) => name);
};
const counts = async () => {
  const { data } = await api.ask<{ categories: readonly { name: string; contactCount: number }[] }>(
    'GET',
    `/api/v1/contacts/categories?${q}`,
  );
  return Object.fromEntries(data.categories.map(({ name, contactCount }) => [name, contactCount]));
};

const jose = (await create({ name: 'José Núñez', mobile: '+14155552671', fields: { city: 'Lima' } })).data
  .contact;
const zoe = (await create({ name: 'Zoë Müller', mobile: '+4915112345678' })).data.contact;

t.test('contacts are found, changed and distinguished by their numbers', async (t) => {
  t.same(await found('jose nun'), ['José Núñez'], 'without accents, by prefixes');
  t.same(await found('lima'), ['José Núñez'], 'by a field');
  t.same(await found('0151 123'), [], 'a trunk prefix is not part of the number');
  t.same(await found('151 1234'), ['Zoë Müller'], 'by the national number');
  t.match(await create({ name: 'Twin', mobile: '+1 415 555 2671' }), {
    status: 409,
    code: 'contact_exists',
    details: [{ path: '/mobile', message: new RegExp(jose.id) }],
  });
  t.match(await update(zoe.id, { mobile: '+14155552671' }), { status: 409, code: 'contact_exists' });
  t.match((await update(zoe.id, { mobile: '+14155552699' })).data.contact, { mobile: '+14155552699' });
  const successor = await create({ name: 'Heir', mobile: '+4915112345678' });
  t.equal(successor.status, 201, 'the former number is free at once');
  t.match(
    (await update(jose.id, { fields: { city: null, tier: 'gold' }, categoryIds: [clients, leads] })).data,
    {
      contact: { fields: { tier: 'gold' }, categories: [{ name: 'Clients' }, { name: 'Leads' }] },
    },
  );
  t.same(await found('lima'), []);
  t.same(await counts(), { Clients: 1, Leads: 3 });
  for (const [body, path] of [
    [{ name: '   ' }, '/name'],
    [{ mobile: '12' }, '/mobile'],
    [{ fields: Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`f${n}`, 'x'])) }, '/fields'],
  ] as const)
    t.match(await update(jose.id, body), { code: 'validation_failed', details: [{ path }] });
  t.match(await update(jose.id, { categoryIds: [UNKNOWN_ID] }), { code: 'category_not_found' });
  t.match(await update(UNKNOWN_ID, { name: 'X' }), { status: 404, code: 'contact_not_found' });
  t.match(await api.ask('GET', `/api/v1/contacts/${jose.id}?${q}&campaignId=${UNKNOWN_ID}`), {
    code: 'campaign_not_found',
  });
  t.match(
    await api.ask('POST', `/api/v1/channel-participants/${UNKNOWN_ID}/link-contact`, {
      businessId,
      mobile: '+14155552671',
    }),
    { status: 404, code: 'participant_not_found' },
  );
});

t.test('contacts and categories are deleted on request, and not by mistake', async (t) => {
  const gone = await category('Gone');
  const only = (await create({ name: 'Only Here', mobile: '+14155552701', categoryIds: [gone] })).data
    .contact;
  const both = (await create({ name: 'Both', mobile: '+14155552702', categoryIds: [gone, leads] })).data
    .contact;
  const drop = (confirmName: string) =>
    api.ask('DELETE', '/api/v1/contacts/categories', { businessId, categoryId: gone, confirmName });
  t.match(await drop('gone'), { code: 'category_name_mismatch' }, 'letter for letter');
  t.match(await drop('Gone'), { status: 409, code: 'category_not_empty' });
  const remove = (body: object) =>
    api.ask<{ deleted: number }>('DELETE', '/api/v1/contacts', { businessId, ...body });
  t.match(await remove({ contactIds: [only.id, UNKNOWN_ID] }), { status: 200, data: { deleted: 1 } });
  t.match(await drop('Gone'), { status: 200, data: { category: { name: 'Gone' } } });
  t.match((await api.ask('GET', `/api/v1/contacts/${both.id}?${q}`)).data, {
    contact: { categories: [{ name: 'Leads' }] },
  });
  t.match(await api.ask('GET', `/api/v1/contacts/${only.id}?${q}`), {
    status: 404,
    code: 'contact_not_found',
  });
  const again = await create({ name: 'Again', mobile: '+14155552701' });
  t.equal(again.status, 201, 'the number of a deleted contact is free');
  const bulk = await category('Bulk');
  for (const digit of [1, 2, 3])
    await create({ name: `Bulk ${digit}`, mobile: `+1415555280${digit}`, categoryIds: [bulk] });
  t.match(await remove({ categoryId: bulk }), { data: { deleted: 3 } });
  t.same(await found('bulk'), []);
  t.match(await remove({ categoryId: UNKNOWN_ID }), { code: 'category_not_found' });
});

t.test('a created contact is returned just as it is read afterwards', async (t) => {
  const [zulu, umlaut, alpha] = [await category('Zulu'), await category('Überall'), await category('alpha')];
  const fields = { tier: 'Ö "gold"', city: 'Lima' };
  const body = { name: ' Ada ', mobile: '+14155552777', categoryIds: [umlaut, zulu, alpha], fields };
  const created = (await create(body)).data.contact;
  const { data } = await api.ask<{ contact: ContactResource }>('GET', `/api/v1/contacts/${created.id}?${q}`);
  t.equal(JSON.stringify(created), JSON.stringify(data.contact));
});
