/** Figures of a period: its bounds, the hours and days of a time zone, the period before, and the file. */
import { parse } from 'csv-parse/sync';
import t from 'tap';
import { analyticsOperations } from '../../../operations/analytics/analytics.js';
import { analyticsCsv } from '../../../operations/analytics/export.js';
import { MAX_GROUPS } from '../../../operations/analytics/report.js';
import { DomainError } from '../../../schemas/errors.js';
import { slotOf } from '../../../views/analytics/slots.js';
import { recordOf, WEEK_MS } from '../../../views/analytics/tally.js';
import {
  acceptedBy,
  type Commit,
  callsOf,
  counted,
  HOUR,
  NOON,
  settled,
} from '../../views/analytics/counted.js';
import { ended } from '../../views/journal.js';

const MINUTE = 60_000;
const call = (id: string, at: number, agentId = 'a1'): Commit => ({
  kind: 'call',
  id,
  at,
  events: [acceptedBy(agentId), ended('busy'), settled(10)],
});
const DAY = 24 * HOUR;

t.test('hours and days are those of the time zone, also if its offset is not in whole hours', async (t) => {
  const { read } = counted(t, [call('c1', NOON + 29 * MINUTE), call('c2', NOON + 31 * MINUTE)]);
  const keys = async (groupBy: 'hour' | 'day', timeZone: string) =>
    (await read({ groupBy, timeZone })).groups
      .filter(({ figures }) => callsOf(figures).calls > 0)
      .map(({ key, figures }) => [key, callsOf(figures).calls]);
  t.same(await keys('hour', 'Etc/UTC'), [['12', 2]]);
  t.same(await keys('hour', 'Asia/Kolkata'), [
    ['17', 1],
    ['18', 1],
  ]);
  t.same(await keys('day', 'Pacific/Kiritimati'), [['2026-03-03', 2]]);
  t.equal((await read({ groupBy: 'hour' })).groups.length, 24, 'hours without calls are listed');
});

t.test('an hour of summer time is one hour earlier in UTC', async (t) => {
  const spring = Date.UTC(2026, 2, 29);
  const { read } = counted(t, [call('c1', spring + 10 * MINUTE), call('c2', spring + HOUR + 10 * MINUTE)]);
  const { groups } = await read({
    groupBy: 'hour',
    timeZone: 'Europe/Berlin',
    from: spring - HOUR,
    to: spring + 2 * HOUR,
  });
  t.same(
    groups.filter(({ figures }) => callsOf(figures).calls > 0).map(({ key }) => key),
    ['01', '03'],
    'the hour from 2 to 3 does not exist',
  );
});

t.test('a period is extended to whole quarters, and compared with the one before', async (t) => {
  const { read } = counted(t, [call('c1', NOON), call('c2', NOON + 14 * MINUTE), call('c3', NOON - MINUTE)]);
  const analytics = await read({
    from: NOON + MINUTE,
    to: NOON + 2 * MINUTE,
    compare: true,
    groupBy: 'agent',
  });
  t.match(analytics, {
    from: '2026-03-02T12:00:00.000Z',
    to: '2026-03-02T12:15:00.000Z',
    timeZone: 'Etc/UTC',
    totals: { calls: { calls: 2, chargedMicrocredits: 20 }, conversations: null },
    previous: {
      from: '2026-03-02T11:45:00.000Z',
      to: '2026-03-02T12:00:00.000Z',
      totals: { calls: { calls: 1 } },
      groups: [{ key: 'a1', figures: { calls: { calls: 1 } } }],
    },
  });
  t.equal((await read()).previous, null);
  const rows: Record<string, string>[] = parse(analyticsCsv(analytics), { columns: true, bom: true });
  t.match(rows, [
    { period: 'current', row: 'total', key: '', calls: '2', answerRate: '0', successRate: '' },
    { period: 'current', row: 'group', key: 'a1', calls: '2', 'firstTokenMs.p95': '' },
    { period: 'previous', row: 'total', calls: '1' },
    { period: 'previous', row: 'group', key: 'a1', calls: '1', to: '2026-03-02T12:00:00.000Z' },
  ]);
});

t.test('a request that makes no sense is refused with all of its problems', async (t) => {
  const { read } = counted(t, []);
  const problems = async (request: Parameters<typeof read>[0]) => {
    try {
      await read(request);
      return [];
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'validation_failed') throw error;
      return error.details.map(({ path }) => path);
    }
  };
  t.same(await problems({ from: NOON, to: NOON }), ['to']);
  t.same(await problems({ from: NOON, to: NOON + 366 * DAY }), []);
  t.same(await problems({ from: NOON, to: NOON + 366 * DAY + 1 }), ['to']);
  t.same(await problems({ timeZone: '+02:00', version: 2, outcome: 'no_reply' }), [
    'timeZone',
    'version',
    'outcome',
  ]);
  t.same(await problems({ subject: 'conversations', outcome: 'busy' }), ['outcome']);
});

t.test('more groups than the answer may have are refused', async (t) => {
  const commits = Array.from({ length: MAX_GROUPS }, (_, n) => call(`c${n}`, NOON, `a${n}`));
  const { read, projection } = counted(t, commits);
  t.equal((await read({ groupBy: 'agent' })).groups.length, MAX_GROUPS);
  const [next] = [call('more', NOON, 'another')];
  const seq = MAX_GROUPS + 1;
  projection.apply(0, [{ ...next, businessId: 'b1', seq, mark: '', version: 1, bytes: 0 }], ({ reason }) =>
    t.fail(reason),
  );
  await t.rejects(read({ groupBy: 'agent' }), { code: 'analytics_too_many_groups' });
  t.equal(callsOf((await read()).totals).calls, MAX_GROUPS + 1);
});

t.test('days have 23 and 25 hours when the clocks change', async (t) => {
  const begins = { spring: Date.UTC(2026, 2, 28), autumn: Date.UTC(2026, 9, 24) };
  const hours = (from: number) =>
    Array.from({ length: 4 * 24 }, (_, n) => call(`${from} ${n}`, from + n * HOUR + 31 * MINUTE));
  const { read } = counted(t, [...hours(begins.spring), ...hours(begins.autumn)]);
  const days = async (from: number, timeZone: string) =>
    Object.fromEntries(
      (await read({ groupBy: 'day', timeZone, from, to: from + 4 * DAY })).groups.map(({ key, figures }) => [
        key,
        callsOf(figures).calls,
      ]),
    );
  t.match(await days(begins.spring, 'Europe/Berlin'), { '2026-03-29': 23, '2026-03-30': 24 });
  t.match(await days(begins.autumn, 'Europe/Berlin'), { '2026-10-25': 25, '2026-10-26': 24 });
  t.match(await days(begins.spring, 'Australia/Adelaide'), { '2026-03-29': 24, '2026-03-30': 24 });
  const { groups } = await read({
    groupBy: 'hour',
    timeZone: 'Europe/Berlin',
    from: begins.autumn + 22 * HOUR,
    to: begins.autumn + 47 * HOUR,
  });
  t.match(
    groups.map(({ key, figures }) => [key, callsOf(figures).calls]).slice(0, 4),
    [
      ['00', 1],
      ['01', 1],
      ['02', 2],
      ['03', 1],
    ],
    'the hour from 2 to 3 comes twice',
  );
});

t.test('hours and days of every time zone come from the roll-up that has them', async (t) => {
  const start = Math.floor(NOON / WEEK_MS) * WEEK_MS;
  const times = Array.from({ length: 1_500 }, (_, n) => start + ((n * 7_919) % 20_160) * MINUTE);
  const { db, read } = counted(
    t,
    times.map((at, n) => call(`c${n}`, at, `a${n % 3}`)),
  );
  const merged = db.prepare('SELECT count(*) FROM analytics_days').pluck().get();
  t.ok(Number(merged) >= 7, 'tallies of days exist');
  for (const timeZone of ['Etc/UTC', 'Asia/Kolkata', 'Asia/Kathmandu', 'America/St_Johns'])
    for (const groupBy of ['hour', 'day'] as const) {
      const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
      const expected = new Map<string, number>();
      for (const [n, at] of times.entries()) {
        if (n % 3 !== 1) continue;
        const local = format.format(at);
        const key = groupBy === 'day' ? local.slice(0, 10) : local.slice(11, 13);
        expected.set(key, (expected.get(key) ?? 0) + 1);
      }
      const found = await read({
        groupBy,
        timeZone,
        agentId: 'a1',
        from: start - DAY,
        to: start + 2 * WEEK_MS + DAY,
      });
      t.same(
        new Map(
          found.groups
            .map(({ key, figures }): [string, number] => [key ?? '', callsOf(figures).calls])
            .filter(([, calls]) => calls > 0),
        ),
        new Map([...expected].sort()),
        `${groupBy} in ${timeZone}`,
      );
      t.match(callsOf((await read({ groupBy, timeZone, from: start, to: start + 2 * WEEK_MS })).totals), {
        calls: 1_500,
      });
    }
});

t.test('channels are those of conversations', async (t) => {
  const { read } = counted(t, []);
  await t.rejects(read({ groupBy: 'channel' }), {
    code: 'validation_failed',
    details: [{ path: 'groupBy' }],
  });
  await t.rejects(read({ channel: 'whatsapp' }), {
    code: 'validation_failed',
    details: [{ path: 'channel' }],
  });
});

t.test('whole weeks have the same figures as their quarters', async (t) => {
  const start = Math.floor(NOON / WEEK_MS) * WEEK_MS;
  const commits = Array.from({ length: 2_000 }, (_, n) => call(`c${n}`, start + n * 5 * MINUTE));
  const { db, read } = counted(t, commits);
  const closed = db.prepare('SELECT count(*) FROM analytics_tallies WHERE is_open = 0').pluck().get();
  t.ok(Number(closed) > 0, 'parts of the tallies are closed');
  const week = await read({ from: start, to: start + WEEK_MS });
  const byDay = await read({ from: start, to: start + WEEK_MS, groupBy: 'day' });
  t.same(week.totals, byDay.totals);
  const byQuarters = await read({
    from: start,
    to: start + WEEK_MS,
    groupBy: 'day',
    timeZone: 'Asia/Kathmandu',
  });
  t.same(week.totals, byQuarters.totals);
  const ofVersions = await read({ from: start, to: start + WEEK_MS, groupBy: 'version' });
  t.same(week.totals, ofVersions.totals);
  t.match(week.totals, { calls: { calls: 2_000, chargedMicrocredits: 20_000 } });
});

t.test('agents and campaigns have their names, and the time zone is that of the business', async (t) => {
  const tally = recordOf(0, [[slotOf('all'), 1]]);
  const week = Math.floor(NOON / WEEK_MS);
  const views = {
    tallies: (_: string, of: { readonly week: number }) =>
      of.week === week ? [{ key: 'a1', closed: null, tally }] : [],
    analyticsName: (businessId: string, of: string, id: string) => `${businessId} ${of} ${id}`,
    timeZoneOf: () => 'Europe/Berlin',
  };
  const request = { subject: 'calls', from: week * WEEK_MS, to: NOON, compare: false } as const;
  const { read } = analyticsOperations({ views, installationTimeZone: 'Etc/UTC' });
  t.match(await read('b1', { ...request, groupBy: 'campaign' }), {
    timeZone: 'Europe/Berlin',
    groups: [{ key: 'a1', name: 'b1 campaign a1' }],
  });
});
