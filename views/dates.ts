/** Times on the wire are ISO 8601 in UTC; in the views they are ms since the epoch. */
export const iso = (ms: number): string => new Date(ms).toISOString();

export const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms));
