/** When things happen on a simulated call. */

/** By the session's steps, which are numbered from 1, and by the clock. */
export interface Moment {
  readonly step: number;
  readonly atMs: number;
}

/** As a time or as a step. */
export const NEVER = Number.POSITIVE_INFINITY;
