/** Call windows by the clocks of their time zone: over midnight, over weekends, over changes of the clocks. */
import fc from 'fast-check';
import t from 'tap';
import { isTimezone, windowAt } from '../../../actors/iteration/window.js';
import { type CallWindow, WEEKDAYS } from '../../../schemas/campaign.js';

const HOUR = 3_600_000;
const at = (text: string): number => Date.parse(text);
const berlin: CallWindow = {
  timezone: 'Europe/Berlin',
  days: ['mon', 'tue', 'wed', 'thu', 'fri'],
  start: '09:00',
  end: '17:30',
};

t.test('office hours in Berlin', async (t) => {
  // 2026-01-05 is a Monday; Berlin is an hour ahead of UTC in winter.
  t.same(windowAt(berlin, at('2026-01-05T07:59:59Z')), {
    open: false,
    changesAt: at('2026-01-05T08:00:00Z'),
  });
  t.same(windowAt(berlin, at('2026-01-05T08:00:00Z')), { open: true, changesAt: at('2026-01-05T16:30:00Z') });
  t.same(windowAt(berlin, at('2026-01-05T16:30:00Z')), {
    open: false,
    changesAt: at('2026-01-06T08:00:00Z'),
  });
  t.same(
    windowAt(berlin, at('2026-01-09T20:00:00Z')),
    { open: false, changesAt: at('2026-01-12T08:00:00Z') },
    'on Friday night until Monday',
  );
  t.same(
    windowAt(berlin, at('2026-07-06T07:00:00Z')),
    { open: true, changesAt: at('2026-07-06T15:30:00Z') },
    'in summer two hours ahead',
  );
});

t.test('over midnight, and the whole week', async (t) => {
  const night: CallWindow = { timezone: 'UTC', days: ['fri'], start: '22:00', end: '02:00' };
  t.same(windowAt(night, at('2026-01-10T01:00:00Z')), { open: true, changesAt: at('2026-01-10T02:00:00Z') });
  t.equal(windowAt(night, at('2026-01-09T01:00:00Z')).open, false, 'not the night before');
  t.same(windowAt(null, 0), { open: true, changesAt: null });
});

t.test('on the days on which the clocks change', async (t) => {
  const early: CallWindow = { ...berlin, days: [...WEEKDAYS], start: '02:30', end: '04:00' };
  // At 2:00 it is 3:00: half past two does not exist, and becomes half past three.
  t.same(windowAt(early, at('2026-03-29T00:30:00Z')), { open: false, changesAt: at('2026-03-29T01:30:00Z') });
  t.equal(windowAt(early, at('2026-03-29T01:45:00Z')).open, true);
});

t.test('time zones', async (t) => {
  t.ok(isTimezone('America/New_York'));
  t.notOk(isTimezone('Mars/Olympus'));
});

t.test('it is what it says until it changes', async () => {
  const time = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom('00', '15', '30', '59'))
    .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${minute}`);
  fc.assert(
    fc.property(
      fc.record({
        timezone: fc.constantFrom(
          'UTC',
          'Europe/Berlin',
          'America/New_York',
          'Asia/Kolkata',
          'Australia/Lord_Howe',
        ),
        days: fc.subarray([...WEEKDAYS], { minLength: 1 }),
        start: time,
        end: time,
      }),
      fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2027-01-01T00:00:00Z') }),
      (window, now) => {
        if (window.start === window.end) return true;
        const { open, changesAt } = windowAt(window, now);
        if (changesAt === null || changesAt <= now || changesAt - now > 8 * 24 * HOUR) return false;
        if (windowAt(window, changesAt).open === open) return false;
        return windowAt(window, Math.floor((now + changesAt) / 2)).open === open;
      },
    ),
    { numRuns: 500 },
  );
});
