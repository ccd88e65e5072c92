/** Quiet hours as an operator writes them. */
import t from 'tap';
import { readQuietPeriods } from '../../../../src/admin/business/quiet-periods.js';

t.test('reads days as names and ranges of names, which may span the end of a week', async (t) => {
  t.same(readQuietPeriods(['mon-fri=21:00-08:00', 'sun=00:00-00:00']), [
    { days: ['mon', 'tue', 'wed', 'thu', 'fri'], start: '21:00', end: '08:00' },
    { days: ['sun'], start: '00:00', end: '00:00' },
  ]);
  t.same(readQuietPeriods(['sat-mon, Wed=20:00-09:30']), [
    { days: ['mon', 'wed', 'sat', 'sun'], start: '20:00', end: '09:30' },
  ]);
});

t.test('refuses invalid periods, too many periods, and a week without an open hour', async (t) => {
  for (const text of ['', 'mon', 'mon=21:00', 'mon=21:00-24:00', 'xyz=21:00-08:00', 'mon-tue-wed=1:00-2:00'])
    t.throws(() => readQuietPeriods([text]), { message: /^--quiet has ".*"; write days/ }, text);
  t.throws(() => readQuietPeriods(Array.from({ length: 15 }, () => 'mon=21:00-08:00')), {
    message: /the maximum is 14/,
  });
  t.throws(() => readQuietPeriods(['mon-sun=09:00-09:00']), { message: /must leave some time of the week/ });
});
