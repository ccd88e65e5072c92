/** Each metric is read from the figures that the analytics show. */
import t from 'tap';
import type { AlertViews } from '../../../operations/alerts/reading.js';
import { readMetric } from '../../../operations/alerts/reading.js';
import type { AlertMetric } from '../../../schemas/alerts/metrics.js';
import { stub } from '../../../testkit/stub.js';
import type { TallyFilter } from '../../../views/analytics/index.js';
import { bucketOf, slotOf } from '../../../views/analytics/slots.js';
import { type Facts, factsOf, recordOf, WEEK_MS } from '../../../views/analytics/tally.js';

const NOW = 2_000 * WEEK_MS + 40 * 900_000 + 60_000;
const DAY_MS = 86_400_000;

const CALLS = factsOf(
  new Map([
    [slotOf('all'), 40],
    [slotOf('answered'), 30],
    [slotOf('succeeded'), 12],
    [slotOf('notSucceeded'), 8],
    [slotOf('chargedMicrocredits'), 5_000],
    [slotOf('analysisMicrocredits'), 700],
    [bucketOf('firstPlayedMs', 900), 20],
  ]),
);
const FAILED = factsOf(new Map([[slotOf('all'), 10]]));
const WRITTEN = factsOf(
  new Map([
    [slotOf('messagesSent'), 50],
    [slotOf('messagesFailed'), 5],
  ]),
);

const reading = async (metric: AlertMetric, filters: TallyFilter[] = [], charged = 700) => {
  const rows = (facts: Facts, quarter: number) => [
    { key: '', closed: null, tally: recordOf(quarter, facts) },
  ];
  const views = stub<AlertViews>({
    tallies: (_businessId, _week, filter) => {
      filters.push(filter);
      const facts = filter.subject === 'conversations' ? WRITTEN : CALLS;
      // What is before the window, two hours ago, does not count.
      return [...rows(filter.outcome === 'failed' ? FAILED : facts, 39), ...rows(CALLS, 32)];
    },
    business: (businessId) => ({
      businessId,
      name: 'Acme',
      lines: 1,
      leasedLines: 0,
      availableMicrocredits: 1_300,
      reservedMicrocredits: 0,
      chargedMicrocredits: 0,
    }),
    ledgerDays: () => [
      {
        day: '2026-03-02',
        grantedMicrocredits: 9_999,
        callMicrocredits: charged,
        summaryMicrocredits: 0,
        analysisMicrocredits: 0,
        simulationMicrocredits: 0,
      },
    ],
  });
  const condition = { metric, windowMinutes: 60, agentId: 'a1', campaignId: null };
  return readMetric(views, 'b1', condition, NOW);
};

t.test('rates, latency and cost of the window', async (t) => {
  const filters: TallyFilter[] = [];
  t.same(await reading('success_rate', filters), { value: 0.6, count: 20 });
  t.same(filters, [{ subject: 'calls', agentId: 'a1' }]);
  t.same(await reading('answer_rate'), { value: 0.75, count: 40 });
  t.same(await reading('call_failure_rate'), { value: 0.25, count: 40 });
  t.same(await reading('message_failure_rate'), { value: 0.1, count: 50 });
  const latency = await reading('heard_latency_p95');
  t.equal(latency.count, 30);
  t.ok(Math.abs((latency.value ?? 0) - 900) < 45, `${latency.value} ms`);
  t.same(await reading('cost'), { value: 5_700, count: null });
});

t.test('credit, and the days that it lasts', async (t) => {
  t.same(await reading('credit_left'), { value: 1_300, count: null });
  const elapsed = 6 + (NOW % DAY_MS) / DAY_MS;
  t.same(await reading('credit_days'), { value: 1_300 / (700 / elapsed), count: null });
  t.same(await reading('credit_days', [], 0), { value: null, count: null }, 'nothing was charged');
});
