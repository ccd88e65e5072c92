/** Confidence intervals of shares and of their differences, which cover 95 %. Pure. */

interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The quantile of the normal distribution for a two-sided interval of 95 %. */
export const Z = 1.959_963_984_540_054;

/**
 * Wilson's score interval of `count` among `of`, which is not 0 (E. B. Wilson, Journal of the American Statistical Association 22 (1927)
 * 209-212; method 3 of R. G. Newcombe, Statistics in Medicine 17 (1998) 857-872). It stays within 0 and 1, and is usable for small numbers
 * and for shares of 0 and 1.
 */
export const shareInterval = (count: number, of: number): Interval => {
  const share = count / of;
  const square = Z * Z;
  const centre = share + square / (2 * of);
  const reach = Z * Math.sqrt((share * (1 - share)) / of + square / (4 * of * of));
  const scale = 1 + square / of;
  return {
    // At 0 and 1 the terms cancel out, except for rounding.
    low: count === 0 ? 0 : (centre - reach) / scale,
    high: count === of ? 1 : (centre + reach) / scale,
  };
};

/** A share with its interval. */
interface Estimate extends Interval {
  readonly share: number;
}

/**
 * The interval of `a` - `b` by Newcombe's hybrid score method (method 10 of R. G. Newcombe, Statistics in Medicine 17 (1998) 873-890), from
 * the intervals of the two shares.
 */
export const differenceInterval = (a: Estimate, b: Estimate): Interval => {
  const difference = a.share - b.share;
  return {
    low: difference - Math.hypot(a.share - a.low, b.high - b.share),
    high: difference + Math.hypot(a.high - a.share, b.share - b.low),
  };
};
