/** Contact hours in the time zones of recipients, checked against an oracle that reads the clocks each minute. */
import fc from 'fast-check';
import { DateTime } from 'luxon';
import t from 'tap';
import {
  type ContactHours,
  type ContactTime,
  contactTimeAt,
  dayStartIn,
  nextDayIn,
} from '../../../operations/outreach/calling-hours.js';
import { WEEKDAYS } from '../../../schemas/campaigns/call-window.js';
import type { LocalHours } from '../../../schemas/campaigns/calling-hours.js';
import { DAY_MS, MINUTE_MS } from '../../../schemas/time-zone.js';

const at = (text: string): number => Date.parse(text);
const ALL_DAYS = [...WEEKDAYS];
const every = (start: string, end: string): LocalHours => ({ days: ALL_DAYS, start, end });
const windowIn = (zones: readonly string[], ...hours: readonly LocalHours[]): ContactHours => ({
  window: { hours, zones },
  quiet: null,
});
const quietIn = (zones: readonly string[], ...hours: readonly LocalHours[]): ContactHours => ({
  window: null,
  quiet: { hours, zones },
});
const from = (text: string): ContactTime => ({ allowed: false, from: at(text) });

t.test('quiet hours over midnight end in the morning of the recipient', async (t) => {
  const nights = quietIn(['America/New_York'], every('21:00', '08:00'));
  t.same(contactTimeAt(nights, at('2026-01-06T01:59:59Z')), { allowed: true }, '20:59 in New York');
  t.same(contactTimeAt(nights, at('2026-01-06T02:00:00Z')), from('2026-01-06T13:00:00Z'));
  t.same(contactTimeAt(nights, at('2026-07-06T02:00:00Z')), from('2026-07-06T12:00:00Z'), 'in summer');
});

t.test('quiet hours that end when they start last a whole day', async (t) => {
  const sundays = quietIn(['Europe/Berlin'], { days: ['sun'], start: '00:00', end: '00:00' });
  t.same(contactTimeAt(sundays, at('2026-01-03T22:59:59Z')), { allowed: true });
  t.same(contactTimeAt(sundays, at('2026-01-03T23:00:00Z')), from('2026-01-04T23:00:00Z'));
});

t.test('a number with several zones is contacted only when all of them allow it', async (t) => {
  const both = windowIn(['America/New_York', 'America/Los_Angeles'], every('09:00', '17:00'));
  t.same(
    contactTimeAt(both, at('2026-01-06T14:00:00Z')),
    from('2026-01-06T17:00:00Z'),
    '9:00 in Los Angeles',
  );
  t.same(contactTimeAt(both, at('2026-01-06T22:00:00Z')), from('2026-01-07T17:00:00Z'), '17:00 in New York');
});

t.test('zones without a common open time are detected', async (t) => {
  const apart = windowIn(['America/New_York', 'Asia/Tokyo'], every('09:00', '17:00'));
  t.same(contactTimeAt(apart, at('2026-01-06T14:00:00Z')), { allowed: false, from: null });
  const covered: ContactHours = {
    window: { hours: [every('22:00', '23:00')], zones: ['Europe/Berlin'] },
    quiet: { hours: [every('21:00', '08:00')], zones: ['Europe/Berlin'] },
  };
  t.same(contactTimeAt(covered, at('2026-01-06T14:00:00Z')), { allowed: false, from: null });
});

t.test('handles zones with fractional hours, and the date line', async (t) => {
  t.same(
    contactTimeAt(windowIn(['Asia/Kathmandu'], every('09:00', '17:00')), at('2026-01-06T00:00:00Z')),
    from('2026-01-06T03:15:00Z'),
  );
  t.same(
    contactTimeAt(windowIn(['Asia/Kolkata'], every('09:00', '17:00')), at('2026-01-06T00:00:00Z')),
    from('2026-01-06T03:30:00Z'),
  );
  const mondays: LocalHours = { days: ['mon'], start: '09:00', end: '10:00' };
  // 2026-01-05 is a Monday; at 19:00 UTC of Sunday it is 9:00 on Monday in Kiritimati (+14).
  t.same(
    contactTimeAt(windowIn(['Pacific/Kiritimati'], mondays), at('2026-01-04T00:00:00Z')),
    from('2026-01-04T19:00:00Z'),
  );
  t.same(
    contactTimeAt(windowIn(['Pacific/Pago_Pago'], mondays), at('2026-01-04T00:00:00Z')),
    from('2026-01-05T20:00:00Z'),
  );
});

t.test('a period with a skipped start opens at the clock change; a skipped period never opens', async (t) => {
  const before = at('2027-03-28T00:30:00Z');
  t.same(
    contactTimeAt(windowIn(['Europe/Berlin'], every('02:30', '04:00')), before),
    from('2027-03-28T01:00:00Z'),
  );
  t.same(
    contactTimeAt(windowIn(['Europe/Berlin'], every('02:10', '02:50')), before),
    from('2027-03-29T00:10:00Z'),
  );
});

t.test('quiet hours cover both occurrences of a repeated hour', async (t) => {
  const late = quietIn(['Europe/Berlin'], every('02:00', '03:00'));
  t.same(contactTimeAt(late, at('2026-10-25T00:10:00Z')), from('2026-10-25T02:00:00Z'));
});

t.test('the day of a recipient begins at midnight, or at the clock change that skips midnight', async (t) => {
  t.equal(dayStartIn(['Europe/Berlin'], at('2026-07-06T10:00:00Z')), at('2026-07-05T22:00:00Z'));
  t.equal(
    dayStartIn(['Asia/Tokyo', 'America/New_York'], at('2026-01-06T16:00:00Z')),
    at('2026-01-06T05:00:00Z'),
    'the earliest start of several zones',
  );
  t.equal(
    nextDayIn(['Asia/Tokyo', 'America/New_York'], at('2026-01-06T16:00:00Z')),
    at('2026-01-07T15:00:00Z'),
    'the latest next day',
  );
  // On 2027-04-30 the clocks of Cairo go from 0:00 to 1:00.
  t.equal(dayStartIn(['Africa/Cairo'], at('2027-04-30T08:00:00Z')), at('2027-04-29T22:00:00Z'));
});

/** What the clocks show, minute by minute. It shares only the time zone database with the code under test. */
const oracle = ({ window, quiet }: ContactHours, instant: number): ContactTime => {
  const isIn = (hours: readonly LocalHours[], zone: string, moment: number): boolean => {
    const { weekday, hour, minute } = DateTime.fromMillis(moment, { zone });
    const today = WEEKDAYS[weekday - 1] ?? 'mon';
    const yesterday = WEEKDAYS[(weekday + 5) % 7] ?? 'mon';
    const clock = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
    return hours.some(({ days, start, end }) =>
      end > start
        ? days.includes(today) && clock >= start && clock < end
        : (days.includes(today) && clock >= start) || (days.includes(yesterday) && clock < end),
    );
  };
  const isAllowed = (moment: number): boolean =>
    (window === null || window.zones.every((zone) => isIn(window.hours, zone, moment))) &&
    (quiet === null || quiet.zones.every((zone) => !isIn(quiet.hours, zone, moment)));
  if (isAllowed(instant)) return { allowed: true };
  const first = (Math.floor(instant / MINUTE_MS) + 1) * MINUTE_MS;
  for (let moment = first; moment < instant + 14 * DAY_MS; moment += MINUTE_MS)
    if (isAllowed(moment)) return { allowed: false, from: moment };
  return { allowed: false, from: null };
};

const ZONES = [
  'America/New_York',
  'America/St_Johns',
  'America/Santiago',
  'Africa/Cairo',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Europe/Berlin',
  'Europe/Lisbon',
  'Pacific/Apia',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'UTC',
];
/** Moments of clock changes, and of the day that Samoa skipped. */
const MOMENTS = [
  '2026-03-08T06:30:00Z',
  '2026-03-29T00:30:00Z',
  '2026-04-04T14:30:00Z',
  '2026-04-23T21:30:00Z',
  '2026-09-06T03:30:00Z',
  '2026-10-03T15:00:00Z',
  '2026-10-25T00:30:00Z',
  '2026-11-01T05:30:00Z',
  '2011-12-30T09:30:00Z',
].map(at);

const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom('00', '10', '15', '30', '45', '59'))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${minute}`);
const period: fc.Arbitrary<LocalHours> = fc.record({
  days: fc.uniqueArray(fc.constantFrom(...WEEKDAYS), { minLength: 1, maxLength: 7 }),
  start: time,
  end: time,
});
const zones = fc.uniqueArray(fc.constantFrom(...ZONES), { minLength: 1, maxLength: 3 });
const zoned = (maxPeriods: number) =>
  fc.record({ hours: fc.array(period, { minLength: 1, maxLength: maxPeriods }), zones });
const moment = fc
  .tuple(fc.constantFrom(...MOMENTS), fc.integer({ min: -2 * DAY_MS, max: 2 * DAY_MS }))
  .map(([near, off]) => near + off);

t.test('contact times agree with the clocks, minute by minute', async () => {
  fc.assert(
    fc.property(
      fc.option(zoned(1), { nil: null }),
      fc.option(zoned(3), { nil: null }),
      moment,
      (window, quiet, now) => {
        const hours = { window, quiet };
        const [answer, expected] = [contactTimeAt(hours, now), oracle(hours, now)];
        if (JSON.stringify(answer) !== JSON.stringify(expected))
          throw new Error(`${JSON.stringify(answer)} where the clocks say ${JSON.stringify(expected)}`);
      },
    ),
    { numRuns: 80 },
  );
});
