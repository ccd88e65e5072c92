/** Shares with confidence intervals, and whether two of them differ. Pure. */
import type { Difference, Share } from '../../schemas/agents/split.js';

/** The quantile of the normal distribution for a two-sided interval of 95 % (`CONFIDENCE` of schemas/agents/split.ts). */
const Z = 1.959_963_984_540_054;

/**
 * A share with Wilson's score interval (E. B. Wilson, Journal of the American Statistical Association 22 (1927) 209-212; method 3 of
 * R. G. Newcombe, Statistics in Medicine 17 (1998) 857-872). It stays within 0 and 1, and is usable for small numbers and for shares of
 * 0 and 1.
 */
export const shareOf = (count: number, of: number): Share => {
  if (of === 0) return { count, of, share: null, low: null, high: null };
  const share = count / of;
  const square = Z * Z;
  const centre = share + square / (2 * of);
  const reach = Z * Math.sqrt((share * (1 - share)) / of + square / (4 * of * of));
  const scale = 1 + square / of;
  return {
    count,
    of,
    share,
    // At 0 and 1 the terms cancel out, except for rounding.
    low: count === 0 ? 0 : (centre - reach) / scale,
    high: count === of ? 1 : (centre + reach) / scale,
  };
};

/**
 * The difference `a` - `b` with the interval of Newcombe's hybrid score method (method 10 of R. G. Newcombe, Statistics in Medicine 17
 * (1998) 873-890), from the intervals of the two shares. Conclusive: the interval excludes 0. Null: one of the shares is of none.
 */
export const differenceOf = (a: Share, b: Share): Difference => {
  if (a.share === null || b.share === null) return null;
  const difference = a.share - b.share;
  const [aLow, aHigh, bLow, bHigh] = [a.low ?? 0, a.high ?? 1, b.low ?? 0, b.high ?? 1];
  const low = difference - Math.hypot(a.share - aLow, bHigh - b.share);
  const high = difference + Math.hypot(aHigh - a.share, b.share - bLow);
  return { difference, low, high, isConclusive: low > 0 || high < 0 };
};
