/** Times on the wire are ISO 8601 in UTC; in the views they are ms since the epoch. */
export const iso = (ms: number): string => new Date(ms).toISOString();

/** The same, of what may not have happened. */
export const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms));

/** Places on a recording's clock are whole ms from 0 on the wire. */
export const offset = (ms: number | null): number | null =>
  ms === null ? null : Math.max(0, Math.round(ms));
