/** Settings of a business, as the rest of the system reads them. */
import t from 'tap';
import { created } from '../journal.js';
import { openViews } from '../store-support.js';

t.test('the time zone of a business can be set and removed', async (t) => {
  const { store, show } = await openViews(t);
  t.equal(store.timeZoneOf('b1'), null);
  await show('business', 'b1', 'b1', [created('One')]);
  t.equal(store.timeZoneOf('b1'), null);
  await show('business', 'b1', 'b1', [{ type: 'time_zone.changed', timeZone: 'Asia/Tokyo' }]);
  t.equal(store.timeZoneOf('b1'), 'Asia/Tokyo');
  await show('business', 'b1', 'b1', [{ type: 'time_zone.changed', timeZone: null }]);
  t.equal(store.timeZoneOf('b1'), null);
});

t.test('the carriers of a business can be chosen and reset', async (t) => {
  const { store, show } = await openViews(t);
  await show('business', 'b1', 'b1', [created('One')]);
  t.equal(store.carriersOf('b1'), null);
  const choice = { carriers: ['telnyx'], from: { telnyx: '+14155550100' } };
  await show('business', 'b1', 'b1', [{ type: 'carriers.chosen', choice }]);
  t.same(store.carriersOf('b1'), choice);
  await show('business', 'b1', 'b1', [{ type: 'carriers.chosen', choice: null }]);
  t.equal(store.carriersOf('b1'), null);
});

t.test('the calling hours of a business can be set and removed', async (t) => {
  const { store, show } = await openViews(t);
  t.same(store.callingHoursOf('b1'), { quietHours: null, attemptsPerDay: null }, 'an unknown business');
  await show('business', 'b1', 'b1', [created('One')]);
  t.same(store.callingHoursOf('b1'), { quietHours: null, attemptsPerDay: null });
  const quietHours = [{ days: ['sun' as const], start: '00:00', end: '00:00' }];
  await show('business', 'b1', 'b1', [
    { type: 'quiet_hours.changed', quietHours },
    { type: 'attempts_per_day.changed', attemptsPerDay: 2 },
  ]);
  t.same(store.callingHoursOf('b1'), { quietHours, attemptsPerDay: 2 });
  await show('business', 'b1', 'b1', [{ type: 'quiet_hours.changed', quietHours: null }]);
  await show('business', 'b1', 'b1', [{ type: 'attempts_per_day.changed', attemptsPerDay: null }]);
  t.same(store.callingHoursOf('b1'), { quietHours: null, attemptsPerDay: null });
});
