/** Percentiles of values that are kept one by one. */

/** ms, or the unit of the values. */
export interface Quantiles {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
  readonly max: number;
}

/** By nearest rank; 0 if there are no values. */
export const quantilesOf = (values: readonly number[] | Float64Array): Quantiles => {
  const sorted = Float64Array.from(values).sort();
  const at = (share: number): number => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), p999: at(0.999), max: at(1) };
};

/** The value that 95 % do not exceed, by nearest rank; 0 if there are no values. */
export const p95Of = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * 0.95) - 1)] ?? 0;

/** The middle value; of two, their mean. NaN if there are no values. */
export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? Number.NaN;
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? Number.NaN) + upper) / 2 : upper;
};
