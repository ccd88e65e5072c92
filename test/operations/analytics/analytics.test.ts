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

t.test('whole weeks have the same figures as their quarters', async (t) => {
  const start = Math.floor(NOON / WEEK_MS) * WEEK_MS;
  const commits = Array.from({ length: 2_000 }, (_, n) => call(`c${n}`, start + n * 5 * MINUTE));
  const { db, read } = counted(t, commits);
  const closed = db.prepare('SELECT count(*) FROM analytics_tallies WHERE is_open = 0').pluck().get();
  t.ok(Number(closed) > 0, 'parts of the tallies are closed');
  const week = await read({ from: start, to: start + WEEK_MS });
  const byDay = await read({ from: start, to: start + WEEK_MS, groupBy: 'day' });
  t.same(week.totals, byDay.totals);
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
