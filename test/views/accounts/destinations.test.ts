/** Destinations and prices of a business, as looked up before a call. */
import t from 'tap';
import { created } from '../journal.js';
import { openViews } from '../store-support.js';

t.test('the policy of a business is its latest change, and seeding leaves the types unchanged', async (t) => {
  const { store, show } = await openViews(t);
  t.same(store.destinationsOf('b1'), { countries: null, types: [], isSet: false });
  await show('business', 'b1', 'b1', [created('One')]);
  t.same(store.destinationsOf('b1'), { countries: null, types: [], isSet: false });
  await show('business', 'b1', 'b1', [{ type: 'destinations.seeded', countries: ['DE'] }]);
  t.same(store.destinationsOf('b1'), { countries: ['DE'], types: [], isSet: true });
  await show('business', 'b1', 'b1', [
    { type: 'destinations.changed', countries: null, types: ['satellite'] },
  ]);
  t.same(store.destinationsOf('b1'), { countries: null, types: ['satellite'], isSet: true });
});

t.test('a call is priced by the longest matching prefix, else at the flat price', async (t) => {
  const { store, show } = await openViews(t);
  await show('business', 'b1', 'b1', [created('One')]);
  const price = (number: string) => store.callPriceOf('b1', number);
  t.same(price('+14155550123'), { microcredits: 100, byPrefix: false });
  await show('business', 'b1', 'b1', [{ type: 'call_prices.changed', prices: { '1': 2, '1242': 3 } }]);
  t.same(price('+14155550123'), { microcredits: 2, byPrefix: true });
  t.same(price('+12423591234'), { microcredits: 3, byPrefix: true });
  t.same(price('+4930123456'), { microcredits: 100, byPrefix: false });
  await show('business', 'b1', 'b1', [
    { type: 'price.changed', item: 'call_block', microcredits: 7 },
    { type: 'call_prices.changed', prices: {} },
  ]);
  t.same(price('+14155550123'), { microcredits: 7, byPrefix: false });
});
