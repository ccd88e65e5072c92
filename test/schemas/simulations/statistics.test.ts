/** Scores of simulations: rates and means with the spread that a few conversations leave. */
import t from 'tap';
import {
  type Interval,
  type Judged,
  rateDifference,
  scoreDifference,
  scoreOf,
} from '../../../schemas/simulations/statistics.js';

const outcomes = (passed: number, failed: number, errors = 0): readonly Judged[] => [
  ...Array.from({ length: passed }, () => ({ outcome: 'passed', score: null }) as const),
  ...Array.from({ length: failed }, () => ({ outcome: 'failed', score: null }) as const),
  ...Array.from({ length: errors }, () => ({ outcome: 'error', score: null }) as const),
];
const scores = (...values: readonly number[]): readonly Judged[] =>
  values.map((score) => ({ outcome: 'passed', score }));
const rounded = (interval: Interval | null | undefined) =>
  interval === null || interval === undefined
    ? null
    : { low: Number(interval.low.toFixed(4)), high: Number(interval.high.toFixed(4)) };

t.test('a rate leaves out conversations without a verdict, and has the interval of Wilson', async (t) => {
  const score = scoreOf('greets', outcomes(81, 182, 5));
  t.match(score, { criterion: 'greets', passed: 81, failed: 182, errors: 5, score: null });
  t.equal(score.passRate, 81 / 263);
  // Newcombe 1998, table I, method 3.
  t.same(rounded(score.passInterval), { low: 0.2553, high: 0.3662 });
  t.same(rounded(scoreOf('x', outcomes(0, 10)).passInterval), { low: 0, high: 0.2775 });
  t.match(scoreOf('x', outcomes(0, 0, 3)), { passRate: null, passInterval: null, errors: 3 });
});

t.test('a mean has a deviation and an interval if there are several scores', async (t) => {
  const { score } = scoreOf('polite', scores(6, 8, 10));
  t.match(score, { count: 3, mean: 8, deviation: 2 });
  t.same(rounded(score?.interval), { low: 3.0313, high: 10 }, 'no score is above 10');
  t.match(scoreOf('polite', scores(7)).score, { count: 1, mean: 7, deviation: null, interval: null });
});

t.test('a difference of rates is better or worse only if it is hardly chance', async (t) => {
  // Newcombe 1998 (comparing proportions), table II, example a, method 10: 56/70 and 48/80.
  const difference = rateDifference(scoreOf('x', outcomes(48, 32)), scoreOf('x', outcomes(56, 14)));
  t.same(rounded(difference?.interval), { low: 0.0524, high: 0.3339 });
  t.equal(difference?.trend, 'better');
  t.equal(rateDifference(scoreOf('x', outcomes(9, 1)), scoreOf('x', outcomes(1, 9)))?.trend, 'worse');
  t.equal(rateDifference(scoreOf('x', outcomes(2, 1)), scoreOf('x', outcomes(1, 2)))?.trend, 'unclear');
  t.equal(rateDifference(scoreOf('x', outcomes(2, 1)), scoreOf('x', outcomes(0, 0, 1))), null);
});

t.test('a difference of means is judged by the spread of both', async (t) => {
  const base = scoreOf('x', scores(3, 4, 5, 4));
  t.match(scoreDifference(base, scoreOf('x', scores(8, 9, 8, 9))), { difference: 4.5, trend: 'better' });
  t.match(scoreDifference(base, scoreOf('x', scores(0, 1, 0, 1))), { trend: 'worse' });
  t.match(scoreDifference(base, scoreOf('x', scores(1, 9, 2, 10))), { trend: 'unclear' });
  t.match(scoreDifference(base, scoreOf('x', scores(9))), { interval: null, trend: 'unclear' });
  const same = (score: number, count: number) =>
    scoreOf('x', scores(...Array.from({ length: count }, () => score)));
  t.match(scoreDifference(same(5, 2), same(6, 2)), { trend: 'unclear' }, 'two equal scores prove little');
  t.match(scoreDifference(same(5, 10), same(6, 10)), { trend: 'better' });
  t.equal(scoreDifference(base, scoreOf('x', outcomes(1, 1))), null);
});
