/** Call windows in the time of their zone: over midnight, over weekends, over clock changes. */
import fc from 'fast-check';
import t from 'tap';
import { windowAt } from '../../../actors/iteration/window.js';
import { type CallWindow, WEEKDAYS } from '../../../schemas/campaigns/call-window.js';
import { casesOf } from '../../support/full-run.js';

const HOUR = 3_600_000;
const at = (text: string): number => Date.parse(text);
const berlin: CallWindow = {
  timezone: 'Europe/Berlin',
  days: ['mon', 'tue', 'wed', 'thu', 'fri'],
  start: '09:00',
  end: '17:30',
};

t.test('opens and closes at office hours in Berlin', async (t) => {
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
    'closed from Friday night until Monday',
  );
  t.same(
    windowAt(berlin, at('2026-07-06T07:00:00Z')),
    { open: true, changesAt: at('2026-07-06T15:30:00Z') },
    'two hours ahead of UTC in summer',
  );
});

t.test('a window may span midnight, and no window is always open', async (t) => {
  const night: CallWindow = { timezone: 'UTC', days: ['fri'], start: '22:00', end: '02:00' };
  t.same(windowAt(night, at('2026-01-10T01:00:00Z')), { open: true, changesAt: at('2026-01-10T02:00:00Z') });
  t.equal(windowAt(night, at('2026-01-09T01:00:00Z')).open, false, 'not the night before');
  t.same(windowAt(null, 0), { open: true, changesAt: null });
});

t.test('a window whose start is skipped by a clock change opens at the change', async (t) => {
  const early: CallWindow = { ...berlin, days: [...WEEKDAYS], start: '02:30', end: '04:00' };
  // The clocks go from 2:00 to 3:00, which is in the window.
  t.same(windowAt(early, at('2027-03-28T00:30:00Z')), { open: false, changesAt: at('2027-03-28T01:00:00Z') });
  t.same(windowAt(early, at('2027-03-28T01:00:00Z')), { open: true, changesAt: at('2027-03-28T02:00:00Z') });
  const skipped: CallWindow = { ...early, start: '02:10', end: '02:50' };
  t.equal(
    windowAt(skipped, at('2027-03-27T12:00:00Z')).changesAt,
    at('2027-03-29T00:10:00Z'),
    'a window that is skipped entirely does not open that day',
  );
  const midnight: CallWindow = { timezone: 'Africa/Cairo', days: ['fri'], start: '00:00', end: '02:00' };
  // On Friday, 2027-04-30, the clocks go from 0:00 to 1:00.
  t.same(windowAt(midnight, at('2027-04-29T21:59:00Z')), {
    open: false,
    changesAt: at('2027-04-29T22:00:00Z'),
  });
  t.same(windowAt(midnight, at('2027-04-29T22:00:00Z')), {
    open: true,
    changesAt: at('2027-04-29T23:00:00Z'),
  });
});

t.test('an hour that occurs twice is inside or outside of the window both times', async (t) => {
  // In Berlin on 2026-10-25 the clocks show 2:00 to 3:00 from 0:00 and again from 1:00 UTC.
  const late: CallWindow = { ...berlin, days: [...WEEKDAYS], start: '22:00', end: '02:30' };
  const changes: number[] = [];
  for (let now = at('2026-10-24T21:00:00Z'); changes.length < 3; now = changes.at(-1) ?? now)
    changes.push(windowAt(late, now).changesAt ?? Number.NaN);
  t.same(
    changes.map((change) => new Date(change).toISOString()),
    ['2026-10-25T00:30:00.000Z', '2026-10-25T01:00:00.000Z', '2026-10-25T01:30:00.000Z'],
  );
});

t.test('a window keeps its state until the time at which it changes', async () => {
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
    { numRuns: casesOf(500) },
  );
});

const names: readonly string[] = WEEKDAYS;
/** What a wall clock shows, by another library than the one under test. */
const clockIn = (timezone: string): ((instant: number) => { day: number; minute: number }) => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  } as const);
  return (instant) => {
    const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]));
    return {
      day: names.indexOf(parts.get('weekday')?.toLowerCase() ?? ''),
      minute: Number(parts.get('hour')) * 60 + Number(parts.get('minute')),
    };
  };
};

const minutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** The expected result: checks minute by minute, for two days. */
const slowly = (window: CallWindow, now: number): { open: boolean; changesAt: number | null } => {
  const clock = clockIn(window.timezone);
  const isOpen = (instant: number): boolean => {
    const { day, minute } = clock(instant);
    const isDay = (index: number): boolean => window.days.some((name) => name === WEEKDAYS[(index + 7) % 7]);
    const [start, end] = [minutes(window.start), minutes(window.end)];
    if (start < end) return isDay(day) && minute >= start && minute < end;
    return (isDay(day) && minute >= start) || (isDay(day - 1) && minute < end);
  };
  const open = isOpen(now);
  const first = Math.floor(now / 60_000) * 60_000;
  for (let instant = first + 60_000; instant <= first + 48 * HOUR; instant += 60_000)
    if (isOpen(instant) !== open) return { open, changesAt: instant };
  return { open, changesAt: null };
};

/** Clock changes: by an hour, by half an hour, at midnight, and by a whole day that was skipped. */
const CHANGES = [
  ['Europe/Berlin', '2027-03-28T01:00:00Z'],
  ['Europe/Berlin', '2026-10-25T01:00:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
  ['Australia/Lord_Howe', '2027-04-03T15:00:00Z'],
  ['America/Santiago', '2026-09-06T04:00:00Z'],
  ['America/Santiago', '2027-04-04T03:00:00Z'],
  ['Africa/Cairo', '2027-04-29T22:00:00Z'],
  ['Africa/Cairo', '2026-10-29T21:00:00Z'],
  ['Asia/Beirut', '2027-03-27T22:00:00Z'],
  ['Africa/Casablanca', '2027-02-07T02:00:00Z'],
  ['America/St_Johns', '2027-03-14T05:30:00Z'],
  ['Pacific/Apia', '2011-12-30T10:00:00Z'],
  ['Asia/Kathmandu', '2026-05-01T00:00:00Z'],
  ['UTC', '2026-05-01T00:00:00Z'],
] as const;

t.test('agrees with a check of a wall clock in every minute', async () => {
  const time = fc
    .integer({ min: 0, max: 24 * 60 - 1 })
    .map((minute) => new Date(minute * 60_000).toISOString().slice(11, 16));
  fc.assert(
    fc.property(
      fc.constantFrom(...CHANGES),
      // Prefers windows that begin or end around a clock change.
      fc.oneof(time, fc.constantFrom('00:00', '00:30', '01:30', '02:00', '02:15', '02:30', '03:00')),
      fc.oneof(time, fc.constantFrom('00:00', '00:30', '01:30', '02:00', '02:15', '02:30', '03:00')),
      fc.subarray([...WEEKDAYS], { minLength: 1 }),
      fc.integer({ min: -30 * 60, max: 3 * 60 }),
      fc.integer({ min: 0, max: 59_999 }),
      ([timezone, change], start, end, days, minute, ms) => {
        const window: CallWindow = { timezone, days, start, end };
        const now = at(change) + minute * 60_000 + ms;
        const expected = slowly(window, now);
        const found = windowAt(window, now);
        if (found.open !== expected.open) return false;
        if (expected.changesAt !== null) return found.changesAt === expected.changesAt;
        return found.changesAt === null || found.changesAt > now + 47 * HOUR;
      },
    ),
    { numRuns: casesOf(400) },
  );
});
