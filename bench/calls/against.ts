/** Judges whether a run is better than an earlier one, worse, or the same within the spread of the runs. */
import { median } from '../gauges/quantiles.js';

type Judgement = 'better' | 'same' | 'worse';

/** One figure over several runs, before and after. */
export interface Change {
  readonly before: number;
  readonly after: number;
  /** The least difference that counts. */
  readonly noise: number;
  readonly judgement: Judgement;
}

/** The fewest runs that show how much runs differ. */
const ENOUGH_RUNS = 3;
/** Shares of the earlier figure: how much it changes from day to day, with enough runs and without. */
const DRIFT = 0.05;
const UNKNOWN = 0.25;
/** The smallest difference that the clocks resolve, ms. */
const MIN_MS = 0.05;

const halfRange = (values: readonly number[]): number => (Math.max(...values) - Math.min(...values)) / 2;

/** Less is better. NaN, and `same`, if either side has no runs. */
export const changeOf = (before: readonly number[], after: readonly number[]): Change => {
  const from = median(before);
  const to = median(after);
  const enough = Math.min(before.length, after.length) >= ENOUGH_RUNS;
  const noise = Math.max(MIN_MS, from * (enough ? DRIFT : UNKNOWN), halfRange(before) + halfRange(after));
  const judgement = to - from > noise ? 'worse' : from - to > noise ? 'better' : 'same';
  return { before: from, after: to, noise, judgement };
};
