/** Whether a run is better than an earlier one, or the same within what its runs differ among themselves. */
import { median } from '../gauges/quantiles.js';

type Judgement = 'better' | 'same' | 'worse';

/** One figure, of several runs before and after. */
export interface Change {
  readonly before: number;
  readonly after: number;
  /** What a difference has to exceed. */
  readonly noise: number;
  readonly judgement: Judgement;
}

/** Runs that tell how much they differ; fewer do not. */
const ENOUGH_RUNS = 3;
/** Of the earlier figure: what changes from day to day, with enough runs and without. */
const DRIFT = 0.05;
const UNKNOWN = 0.25;
/** What no clock here tells apart, ms. */
const LEAST_MS = 0.05;

const halfRange = (values: readonly number[]): number => (Math.max(...values) - Math.min(...values)) / 2;

/** Less is better. NaN, and the same, where either has no runs. */
export const changeOf = (before: readonly number[], after: readonly number[]): Change => {
  const from = median(before);
  const to = median(after);
  const enough = Math.min(before.length, after.length) >= ENOUGH_RUNS;
  const noise = Math.max(LEAST_MS, from * (enough ? DRIFT : UNKNOWN), halfRange(before) + halfRange(after));
  const judgement = to - from > noise ? 'worse' : from - to > noise ? 'better' : 'same';
  return { before: from, after: to, noise, judgement };
};
