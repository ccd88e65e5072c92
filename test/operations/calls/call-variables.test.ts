import t from 'tap';
import { settleVariables } from '../../../operations/calls/call-variables.js';

const CONTACTS = 'contacts';
const variables = [
  { sourceId: CONTACTS, fieldKey: 'name', alias: 'who' },
  { sourceId: 'orders', fieldKey: 'number', alias: 'order' },
  { sourceId: 'orders', fieldKey: 'state', alias: 'state' },
  { sourceId: 'shops', fieldKey: 'city', alias: 'city' },
];
const values = { who: 'José', order: '17', state: '', city: 'Lima' };
const settled = (testValues: Readonly<Record<string, string>>, from: typeof values = values) =>
  settleVariables(variables, from, testValues, (id) => id === CONTACTS);

t.test('values from the request fill in missing values and replace existing ones', async (t) => {
  const both = settled({ state: 'sent', order: '99' });
  t.same(both.values, { who: 'José', order: '99', state: 'sent', city: 'Lima' });
  t.same(both.replaced, [
    { alias: 'order', was: 'value' },
    { alias: 'state', was: 'missing' },
  ]);
  t.same(both.missing, []);
});

t.test('a value that is empty in both the sources and the request is missing', async (t) => {
  for (const testValues of [{}, { state: '' }]) {
    const { missing, replaced } = settled(testValues);
    t.same(
      missing.map(({ alias }) => alias),
      ['state'],
    );
    t.same(replaced, []);
  }
  t.equal(settled({ who: '' }).values.who, 'José', 'an empty value replaces nothing');
});

t.test('call data holds values from the request and from sources other than contacts', async (t) => {
  t.same(settled({ state: 'sent', extra: 'blue' }).callData, {
    order: '17',
    city: 'Lima',
    state: 'sent',
    extra: 'blue',
  });
  t.same(
    settled({ who: 'Ann', state: 'sent' }).callData,
    { order: '17', city: 'Lima', who: 'Ann', state: 'sent' },
    'a value that the client sent is no secret from it',
  );
  const long = settled({ state: 'sent' }, { ...values, order: 'x'.repeat(30_000) });
  t.equal(long.callData.order?.length, 500);
  t.equal(long.values.order?.length, 30_000);
});

t.test('the source ids are those of the values in use', async (t) => {
  t.same(settled({ state: 'sent' }).sourceIds, [CONTACTS, 'orders', 'shops']);
  t.same(settled({ who: 'Ann', order: '1', state: 'sent' }).sourceIds, ['shops']);
  t.same(settled({ who: 'Ann', order: '1', state: 'sent', city: 'Rome' }).sourceIds, []);
});

t.test('names of built-in object properties are ordinary variable names', async (t) => {
  const variables = [{ sourceId: 'orders', fieldKey: 'a', alias: 'constructor' }];
  const { missing, replaced } = settleVariables(variables, { constructor: '' }, {}, () => false);
  t.equal(missing.length, 1);
  t.same(replaced, []);
});
