/** Filters of a list, kept in its address. */
import { useSearchParams } from 'wouter';

export interface Filters {
  /** Empty if the filter is not set. */
  readonly filterOf: (name: string) => string;
  /** An empty value removes the filter. */
  readonly setFilter: (name: string, value: string) => void;
}

/** `replace`: a change adds no entry to the browser's history. */
export const useFilters = (options: { readonly replace: boolean }): Filters => {
  const [params, setParams] = useSearchParams();
  return {
    filterOf: (name) => params.get(name) ?? '',
    setFilter: (name, value) =>
      setParams((before) => {
        const after = new URLSearchParams(before);
        if (value === '') after.delete(name);
        else after.set(name, value);
        return after;
      }, options),
  };
};

/**
 * The midnight in the viewer's time zone at which a day begins, in the API's format; null if `day` is not a date.
 * `daysLater` is 1 for the end of a range that includes its last day.
 */
export const startOfDay = (day: string | null, daysLater: number): string | null => {
  if (day === null || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return null;
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  // A day that the calendar does not have would be another one.
  if (new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10) !== day) return null;
  // Where a change of the clocks skips midnight, this is the first instant of the day.
  return new Date(year, month - 1, date + daysLater).toISOString();
};
