/** Shares with confidence intervals, and whether two of them differ. Pure. */
import type { Difference, Share } from '../../schemas/agents/split.js';
import { differenceInterval, shareInterval } from '../../schemas/confidence.js';

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
