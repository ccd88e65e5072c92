/** Whether a reading fires a rule. Pure. */
import type { AlertCondition, Reading } from './events.js';

/** A rule without a value, or with too few calls or messages, does not fire. The threshold itself does not fire either. */
export const meetsCondition = (
  { comparison, threshold, minimumCount }: Pick<AlertCondition, 'comparison' | 'threshold' | 'minimumCount'>,
  { value, count }: Reading,
): boolean => {
  if (value === null || isTooFew(minimumCount, count)) return false;
  return comparison === 'above' ? value > threshold : value < threshold;
};

/** Whether fewer were counted than the rule requires. */
export const isTooFew = (minimumCount: number | null, count: number | null): boolean =>
  minimumCount !== null && (count ?? 0) < minimumCount;
