/** Intervals as they are published for these numbers. */
import t from 'tap';
import {
  differenceOf,
  meanDifferenceOf,
  meanOf,
  type Sums,
  shareOf,
} from '../../../operations/agents/shares.js';

const rounded = (value: number | null): number => Math.round((value ?? Number.NaN) * 10_000) / 10_000;

t.test('intervals of shares are those of Newcombe (1998), table I, method 3', (t) => {
  for (const [count, of, low, high] of [
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ] as const) {
    const share = shareOf(count, of);
    t.same([rounded(share.low), rounded(share.high)], [low, high], `${count} of ${of}`);
    t.equal(share.share, count / of);
  }
  t.same(shareOf(0, 0), { count: 0, of: 0, share: null, low: null, high: null });
  t.equal(shareOf(20, 20).high, 1);
  t.end();
});

t.test('intervals of differences are those of Newcombe (1998), table II, method 10', (t) => {
  for (const [a, ofA, b, ofB, low, high] of [
    [56, 70, 48, 80, 0.0524, 0.3339],
    [9, 10, 3, 10, 0.1705, 0.809],
    [6, 7, 2, 7, 0.0582, 0.8062],
    [5, 56, 0, 29, -0.0381, 0.1926],
    [0, 10, 0, 20, -0.1611, 0.2775],
    [10, 10, 0, 20, 0.6791, 1],
  ] as const) {
    const found = differenceOf(shareOf(a, ofA), shareOf(b, ofB));
    t.same(
      [rounded(found?.low ?? null), rounded(found?.high ?? null)],
      [low, high],
      `${a}/${ofA} - ${b}/${ofB}`,
    );
    t.equal(found?.isConclusive, low > 0 || high < 0);
    const turned = differenceOf(shareOf(b, ofB), shareOf(a, ofA));
    t.equal(rounded(turned?.low ?? null), rounded(-high), 'the other way round');
  }
  t.equal(differenceOf(shareOf(0, 0), shareOf(1, 2)), null);
  t.equal(differenceOf(shareOf(1, 2), shareOf(0, 0)), null);
  t.end();
});

const sumsOf = (values: readonly number[]): Sums => ({
  count: values.length,
  sum: values.reduce((sum, value) => sum + value, 0),
  squares: values.reduce((sum, value) => sum + value * value, 0),
});
/** Student's sleep data (Biometrika 6 (1908) 1-25, p. 20): hours of additional sleep by two drugs. */
const DRUG_1 = sumsOf([0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2]);
const DRUG_2 = sumsOf([1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]);

t.test('intervals of means and of their differences are those that R prints for these samples', (t) => {
  // t.test(extra ~ group, data = sleep) with Welch's 17.776 degrees of freedom, which are rounded down here.
  const difference = meanDifferenceOf(DRUG_1, DRUG_2);
  t.equal(rounded(difference?.difference ?? null), -1.58);
  t.ok(Math.abs((difference?.low ?? 0) + 3.365) < 0.01 && Math.abs((difference?.high ?? 0) - 0.2055) < 0.01);
  t.equal(difference?.isConclusive, false);
  const mean = meanOf(DRUG_2);
  t.equal(rounded(mean.mean), 2.33);
  t.ok(Math.abs((mean.low ?? 0) - 0.8977) < 0.001 && Math.abs((mean.high ?? 0) - 3.7623) < 0.001);
  const later = sumsOf([10, 11, 12, 11]);
  t.match(meanDifferenceOf(later, DRUG_1), { isConclusive: true });
  t.match(meanDifferenceOf(DRUG_1, later), { isConclusive: true });
  t.end();
});

t.test('values that are equal, or fewer than two, have no interval', (t) => {
  t.same(meanOf(sumsOf([])), { count: 0, mean: null, low: null, high: null });
  t.same(meanOf(sumsOf([7])), { count: 1, mean: 7, low: null, high: null });
  t.same(meanOf(sumsOf([7, 7])), { count: 2, mean: 7, low: null, high: null });
  t.equal(meanDifferenceOf(sumsOf([7]), DRUG_1), null);
  t.equal(meanDifferenceOf(DRUG_1, sumsOf([])), null);
  t.equal(meanDifferenceOf(sumsOf([7, 7]), sumsOf([9, 9, 9])), null, 'two prices are no spread');
  t.end();
});
