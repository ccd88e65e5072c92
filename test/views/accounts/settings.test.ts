/** What an operator says of a business, as whoever works for it reads it. */
import t from 'tap';
import { created } from '../journal.js';
import { openViews } from '../store-support.js';

t.test('the time zone of a business', async (t) => {
  const { store, show } = await openViews(t);
  t.equal(store.timeZoneOf('b1'), null);
  await show('business', 'b1', 'b1', [created('One')]);
  t.equal(store.timeZoneOf('b1'), null);
  await show('business', 'b1', 'b1', [{ type: 'time_zone.changed', timeZone: 'Asia/Tokyo' }]);
  t.equal(store.timeZoneOf('b1'), 'Asia/Tokyo');
  await show('business', 'b1', 'b1', [{ type: 'time_zone.changed', timeZone: null }]);
  t.equal(store.timeZoneOf('b1'), null);
});

t.test('the carriers of a business', async (t) => {
  const { store, show } = await openViews(t);
  await show('business', 'b1', 'b1', [created('One')]);
  t.equal(store.carriersOf('b1'), null);
  const choice = { carriers: ['telnyx'], from: { telnyx: '+14155550100' } };
  await show('business', 'b1', 'b1', [{ type: 'carriers.chosen', choice }]);
  t.same(store.carriersOf('b1'), choice);
  await show('business', 'b1', 'b1', [{ type: 'carriers.chosen', choice: null }]);
  t.equal(store.carriersOf('b1'), null);
});
