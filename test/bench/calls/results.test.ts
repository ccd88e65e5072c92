/** The latency bench: what a run proves, and what it does not. */
import t from 'tap';
import { changeOf } from '../../../bench/calls/against.js';
import {
  countProblems,
  isWithinBudget,
  type Measured,
  parseMeasures,
} from '../../../bench/calls/measures.js';
import type { CallRun } from '../../../bench/calls/one-run.js';
import { compareResults, type Results, verdictsOf } from '../../../bench/calls/results.js';

const measured = (p99: number, count = 1): Measured => ({ count, p50: p99 / 2, p90: p99, p99, p999: p99 });
const quantiles = { count: 1, p50: 0, p90: 0, p99: 0, p999: 0, max: 0 };

const runOf = (p99: number, invalid: readonly string[] = []): CallRun => ({
  calls: 100,
  completed: 100,
  measures: { 'hold.release': measured(p99, 100) },
  framesReceived: 1,
  underruns: 0,
  simulator: quantiles,
  machine: quantiles,
  recogniser: quantiles,
  processor: { aCall: 0, threads: {}, service: 0, nats: 0, network: 0, idle: 0, stolen: 0 },
  invalid,
});

const resultsOf = (...runs: readonly CallRun[]): Results => ({
  version: 2,
  at: '2026-01-01T00:00:00.000Z',
  machine: { cpu: '', cores: 2, memoryGiB: 24, node: 'v20' },
  versions: {},
  pinned: false,
  budgets: { 'hold.release': { p50: 5, p99: 5 } },
  runs,
  commands: null,
});

const outcomes = (results: Results): readonly string[] =>
  verdictsOf(results, 100).map(({ outcome }) => outcome);

t.test('compares the median of the runs with the budget', async (t) => {
  t.same(outcomes(resultsOf(runOf(1), runOf(50), runOf(2))), ['kept']);
  t.same(outcomes(resultsOf(runOf(9), runOf(1), runOf(8))), ['broken']);
});

t.test('an invalid run neither keeps nor breaks a budget', async (t) => {
  t.same(outcomes(resultsOf(runOf(50, ['late']))), ['open']);
  t.same(outcomes(resultsOf(runOf(50, ['late']), runOf(1))), ['kept']);
});

t.test('a measure without samples does not keep its budget', async (t) => {
  t.notOk(isWithinBudget({ p50: 1, p99: 1 }, undefined));
  t.notOk(isWithinBudget({ p50: 1, p99: 1 }, measured(0, 0)));
});

t.test('reports a measure with an unexpected number of samples', async (t) => {
  const good = {
    'greeting.first_frame': measured(1, 100),
    'barge_in.clear': measured(1, 100),
    'hold.release': measured(1, 100),
    'nudge.accuracy': measured(1, 117),
    'pacing.lateness': measured(1, 18_000),
    'network.lateness': measured(1, 53_000),
    'turn.overhead': measured(1, 200),
    'cancel.hangup': measured(1, 100),
    'start.place': measured(1, 100),
    'webhook.emit': measured(1, 100),
  };
  t.same(countProblems(100, good), []);
  t.same(countProblems(100, { ...good, 'hold.release': measured(1, 40) }), [
    'hold.release was measured 40 times, not 100',
  ]);
});

t.test('parses measures in the Prometheus text format', async (t) => {
  const text = [
    'parley_latency_ms{quantile="0.5",measure="start.place"} 3.5',
    'parley_latency_ms{quantile="0.9",measure="start.place"} 5',
    'parley_latency_ms{quantile="0.99",measure="start.place"} 9',
    'parley_latency_ms{quantile="0.999",measure="start.place"} 10',
    'parley_latency_ms_sum{measure="start.place"} 400',
    'parley_latency_ms_count{measure="start.place"} 100',
  ].join('\n');
  t.same(parseMeasures(text), { 'start.place': { count: 100, p50: 3.5, p90: 5, p99: 9, p999: 10 } });
});

t.test('a difference within the spread of the runs is no change', async (t) => {
  t.equal(changeOf([4, 6, 5], [5.5, 6.5, 4.5]).judgement, 'same');
  t.equal(changeOf([4, 4.1, 4.2], [6, 6.1, 6.2]).judgement, 'worse');
  t.equal(changeOf([6, 6.1, 6.2], [4, 4.1, 4.2]).judgement, 'better');
});

t.test('a single run shows only large differences', async (t) => {
  t.equal(changeOf([4], [4.8]).judgement, 'same');
  t.equal(changeOf([4], [6]).judgement, 'worse');
  t.equal(changeOf([0.03], [0.07]).judgement, 'same');
});

t.test('results are compared measure by measure', async (t) => {
  const compared = compareResults(resultsOf(runOf(4)), resultsOf(runOf(8)));
  t.same(
    compared.map(({ calls, measure, quantile, change }) => [calls, measure, quantile, change.judgement]),
    [
      [100, 'hold.release', 'p50', 'worse'],
      [100, 'hold.release', 'p99', 'worse'],
      [100, 'hold.release', 'p999', 'worse'],
    ],
  );
});
