/** Settings of a business other than its lines and its credit. */
import t from 'tap';
import { business } from '../../../actors/business/index.js';
import { STANDARD_PRICES } from '../../../schemas/accounts/prices.js';
import { fold } from '../../support/actors/fold.js';

const created = () => {
  const folded = fold(business);
  folded.apply({ type: 'create', name: 'Acme', lines: 2, prices: STANDARD_PRICES, microcredits: 0 }, 0);
  return folded;
};

t.test('sets and clears the time zone of a business', async (t) => {
  t.throws(() => fold(business).apply({ type: 'set_time_zone', timeZone: 'Europe/Berlin' }, 0), {
    code: 'business_not_found',
  });
  const folded = created();
  const details = () => business.queries(folded.state).get();
  t.equal(details().timeZone, null);
  folded.apply({ type: 'set_time_zone', timeZone: 'Europe/Berlin' }, 1);
  t.same(folded.apply({ type: 'set_time_zone', timeZone: 'Europe/Berlin' }, 2), [], 'a repetition');
  t.equal(details().timeZone, 'Europe/Berlin');
  folded.apply({ type: 'set_time_zone', timeZone: null }, 3);
  t.equal(details().timeZone, null);
});

t.test('sets and clears the carriers of a business', async (t) => {
  const folded = created();
  const details = () => business.queries(folded.state).get();
  t.equal(details().carriers, null);
  const choice = { carriers: ['telnyx'], from: { telnyx: '+14155550100' } };
  folded.apply({ type: 'choose_carriers', choice }, 1);
  t.same(details().carriers, choice);
  folded.apply({ type: 'choose_carriers', choice: null }, 2);
  t.equal(details().carriers, null);
});

t.test('sets and clears the quotas of a business', async (t) => {
  const folded = created();
  const details = () => business.queries(folded.state).get();
  t.same(details().quotas, {});
  folded.apply({ type: 'set_quota', item: 'agents', limit: 3 }, 1);
  t.same(
    folded.apply({ type: 'set_quota', item: 'agents', limit: 3 }, 2),
    [],
    'a repetition changes nothing',
  );
  folded.apply({ type: 'set_quota', item: 'stored_bytes', limit: 0 }, 3);
  t.same(details().quotas, { agents: 3, stored_bytes: 0 });
  folded.apply({ type: 'set_quota', item: 'agents', limit: null }, 4);
  t.same(details().quotas, { stored_bytes: 0 });
});

t.test('sets and clears quiet hours and the limit of attempts separately', async (t) => {
  const folded = created();
  const hours = () => business.queries(folded.state).get().callingHours;
  t.same(hours(), { quietHours: null, attemptsPerDay: null });
  const quietHours = [{ days: ['sat' as const, 'sun' as const], start: '20:00', end: '09:00' }];
  folded.apply({ type: 'set_quiet_hours', quietHours }, 1);
  folded.apply({ type: 'set_attempts_per_day', attemptsPerDay: 3 }, 2);
  t.same(hours(), { quietHours, attemptsPerDay: 3 });
  t.same(folded.apply({ type: 'set_quiet_hours', quietHours: structuredClone(quietHours) }, 3), []);
  t.same(folded.apply({ type: 'set_attempts_per_day', attemptsPerDay: 3 }, 3), []);
  folded.apply({ type: 'set_quiet_hours', quietHours: null }, 4);
  t.same(hours(), { quietHours: null, attemptsPerDay: 3 });
  folded.apply({ type: 'set_attempts_per_day', attemptsPerDay: null }, 5);
  t.same(hours(), { quietHours: null, attemptsPerDay: null });
});
