/** Intervals as they are published for these numbers. */
import t from 'tap';
import { differenceOf, shareOf } from '../../../operations/agents/shares.js';

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
