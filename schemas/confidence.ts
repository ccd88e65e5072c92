/** Confidence intervals of shares, of means, and of their differences, which cover 95 %. Pure. */

interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The quantile of the normal distribution for a two-sided interval of 95 %. */
const Z = 1.959_963_984_540_054;

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

/** Student's 0.975 quantile for 1 to 30 degrees of freedom. */
const STUDENT = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131,
  2.12, 2.11, 2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
] as const;

const studentQuantile = (freedom: number): number => STUDENT[Math.max(1, Math.floor(freedom)) - 1] ?? Z;

/** At least two values: how many, their mean and their standard deviation. */
export interface Sample {
  readonly count: number;
  readonly mean: number;
  readonly deviation: number;
}

/** Student's interval of a mean. */
export const meanInterval = ({ count, mean, deviation }: Sample): Interval => {
  const reach = (studentQuantile(count - 1) * deviation) / Math.sqrt(count);
  return { low: mean - reach, high: mean + reach };
};

/**
 * The interval of the mean of `a` minus that of `b`, whose spreads may differ (B. L. Welch, Biometrika 34 (1947) 28-35). At least one of the
 * deviations is not 0.
 */
export const meanDifferenceInterval = (a: Sample, b: Sample): Interval => {
  const [ofA, ofB] = [a.deviation ** 2 / a.count, b.deviation ** 2 / b.count];
  const freedom = (ofA + ofB) ** 2 / (ofA ** 2 / (a.count - 1) + ofB ** 2 / (b.count - 1));
  const reach = studentQuantile(freedom) * Math.sqrt(ofA + ofB);
  const difference = a.mean - b.mean;
  return { low: difference - reach, high: difference + reach };
};
