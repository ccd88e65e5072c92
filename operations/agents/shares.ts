/** Shares and means with confidence intervals, and whether two of them differ. Pure. */
import type { Difference, Mean, Share } from '../../schemas/agents/split.js';
import {
  differenceInterval,
  meanDifferenceInterval,
  meanInterval,
  type Sample,
  shareInterval,
} from '../../schemas/confidence.js';

/** A share with its interval, which covers 95 % (`CONFIDENCE` of schemas/agents/split.ts). */
export const shareOf = (count: number, of: number): Share => {
  if (of === 0) return { count, of, share: null, low: null, high: null };
  return { count, of, share: count / of, ...shareInterval(count, of) };
};

/** The difference `a` - `b`. Conclusive: its interval excludes 0. Null: one of the shares is of none. */
export const differenceOf = (a: Share, b: Share): Difference => {
  if (a.share === null || b.share === null) return null;
  const { low, high } = differenceInterval(
    { share: a.share, low: a.low ?? 0, high: a.high ?? 1 },
    { share: b.share, low: b.low ?? 0, high: b.high ?? 1 },
  );
  return { difference: a.share - b.share, low, high, isConclusive: low > 0 || high < 0 };
};

/** Values as they are counted: how many, their sum, and the sum of their squares. */
export interface Sums {
  readonly count: number;
  readonly sum: number;
  readonly squares: number;
}

/** Null without two values. */
const sampleOf = ({ count, sum, squares }: Sums): Sample | null => {
  if (count < 2) return null;
  const mean = sum / count;
  // Rounding may leave less than nothing of equal values.
  return { count, mean, deviation: Math.sqrt(Math.max(0, squares - sum * mean) / (count - 1)) };
};

/** A mean with its interval. Equal values have none: they do not show how far others may be from them. */
export const meanOf = (sums: Sums): Mean => {
  const { count, sum } = sums;
  const sample = sampleOf(sums);
  const interval =
    sample === null || sample.deviation === 0 ? { low: null, high: null } : meanInterval(sample);
  return { count, mean: count === 0 ? null : sum / count, ...interval };
};

/** The difference of the means of `a` and `b`. Null: one of them has fewer than two values, or all are equal. */
export const meanDifferenceOf = (a: Sums, b: Sums): Difference => {
  const [ofA, ofB] = [sampleOf(a), sampleOf(b)];
  if (ofA === null || ofB === null || (ofA.deviation === 0 && ofB.deviation === 0)) return null;
  const { low, high } = meanDifferenceInterval(ofA, ofB);
  return { difference: ofA.mean - ofB.mean, low, high, isConclusive: low > 0 || high < 0 };
};
