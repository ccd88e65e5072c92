/**
 * Dynamic time warping (Sakoe and Chiba 1978, symmetric form): the distance between two utterances, of which one may be
 * spoken faster than the other.
 */
import { FEATURE_SIZE, type Features } from './mfcc.js';

/** How far the path may stray from the diagonal, as a share of the longer utterance (Sakoe-Chiba band). */
const BAND = 0.2;
/** Utterances whose lengths differ more than this are different phrases. */
const MAX_LENGTH_RATIO = 1.9;

/**
 * Mean distance along the best path, in standard deviations of a coefficient; Infinity if the lengths do not fit, or
 * every path is worse than `cutoff`. `every`: compares only every `every`-th frame, for a rough result at a fraction
 * of the work.
 */
export const warpedDistance = (
  a: Features,
  b: Features,
  cutoff = Number.POSITIVE_INFINITY,
  every = 1,
): number => {
  const stride = every * FEATURE_SIZE;
  const rows = Math.ceil(a.length / stride);
  const columns = Math.ceil(b.length / stride);
  if (rows === 0 || columns === 0 || Math.max(rows, columns) / Math.min(rows, columns) > MAX_LENGTH_RATIO) {
    return Number.POSITIVE_INFINITY;
  }
  const band = Math.max(3, Math.ceil(Math.max(rows, columns) * BAND));
  const limit = cutoff * (rows + columns);
  let previous = new Float64Array(columns + 1).fill(Number.POSITIVE_INFINITY);
  let current = new Float64Array(columns + 1);
  previous[0] = 0;
  for (let row = 1; row <= rows; row += 1) {
    current.fill(Number.POSITIVE_INFINITY);
    const centre = (row * columns) / rows;
    const from = Math.max(1, Math.floor(centre - band));
    const to = Math.min(columns, Math.ceil(centre + band));
    let best = Number.POSITIVE_INFINITY;
    for (let column = from; column <= to; column += 1) {
      const distance = frameDistance(a, (row - 1) * stride, b, (column - 1) * stride);
      // A diagonal step counts twice, so that every path has the same length: rows + columns.
      const value = Math.min(
        (previous[column - 1] ?? 0) + 2 * distance,
        (previous[column] ?? 0) + distance,
        (current[column - 1] ?? 0) + distance,
      );
      current[column] = value;
      if (value < best) best = value;
    }
    if (best > limit) return Number.POSITIVE_INFINITY;
    [previous, current] = [current, previous];
  }
  return (previous[columns] ?? Number.POSITIVE_INFINITY) / (rows + columns);
};

const frameDistance = (a: Features, atA: number, b: Features, atB: number): number => {
  let sum = 0;
  for (let index = 0; index < FEATURE_SIZE; index += 2) {
    const first = (a[atA + index] ?? 0) - (b[atB + index] ?? 0);
    const second = (a[atA + index + 1] ?? 0) - (b[atB + index + 1] ?? 0);
    sum += first * first + second * second;
  }
  return Math.sqrt(sum / FEATURE_SIZE);
};
