/** Times of events on a simulated call. */

/** A time, by the steps of the session, which are numbered from 1, and by the clock. */
export interface Moment {
  readonly step: number;
  readonly atMs: number;
}

/** A time or a step that never comes. */
export const NEVER = Number.POSITIVE_INFINITY;
