import { expect, test } from 'vitest';
import type { Contact } from './contact-form.js';
import { mergedRows } from './merge-preview.js';

const rollup = { count: 0, lastAt: null, lastOutcome: null };
const contactOf = (overrides: Partial<Contact>): Contact => ({
  id: 'a',
  name: 'Ann',
  mobile: '+14155550101',
  fields: {},
  categories: [],
  communicationBlocked: false,
  timeZone: null,
  rollups: { voice: rollup, whatsapp: rollup, instagram: rollup },
  createdAt: '',
  updatedAt: '',
  ...overrides,
});
const afterOf = (contact: Contact, other: Contact): Readonly<Record<string, string>> =>
  Object.fromEntries(
    mergedRows(contact, other, 'Yes').map(({ name, after }) => [
      'field' in name ? `/${name.field}` : name.property,
      after,
    ]),
  );

test('the contact keeps what it has, and the other one fills its gaps', () => {
  const contact = contactOf({
    fields: { city: 'Kyoto', note: '' },
    categories: [{ id: 'k', name: 'Leads' }],
  });
  const other = contactOf({
    name: 'Ben',
    mobile: '+14155550102',
    otherMobiles: ['+14155550103'],
    fields: { city: 'Rome', note: 'VIP', plan: 'gold' },
    categories: [
      { id: 'k', name: 'Leads' },
      { id: 'l', name: 'Customers' },
    ],
    communicationBlocked: true,
    timeZone: 'Asia/Tokyo',
  });
  expect(afterOf(contact, other)).toEqual({
    name: 'Ann',
    mobile: '+14155550101',
    otherMobiles: '+14155550102, +14155550103',
    timeZone: 'Asia/Tokyo',
    categories: 'Leads, Customers',
    blocked: 'Yes',
    '/city': 'Kyoto',
    '/note': 'VIP',
    '/plan': 'gold',
  });
});

test('a contact that is named by its number takes the name of the other one', () => {
  const unnamed = contactOf({ name: '+14155550101' });
  const named = afterOf(unnamed, contactOf({ name: 'Ben', mobile: '+14155550102' }));
  expect(named.name).toBe('Ben');
  expect(named.otherMobiles).toBe('+14155550102');
  const both = contactOf({ name: '+14155550102', mobile: '+14155550102' });
  expect(afterOf(unnamed, both).name).toBe('+14155550101');
});
