/** Filters of a list, which its address keeps. */
import { useSearchParams } from 'wouter';

export interface Filters {
  /** Empty where it is not set. */
  readonly filterOf: (name: string) => string;
  /** An empty value removes the filter. */
  readonly setFilter: (name: string, value: string) => void;
}

/** `replace`: a change adds no step to the browser's history. */
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
 * Midnight of the viewer's clock at which a day begins, as the API takes it; null if `day` is not a date. `daysLater`: 1
 * for the end of a range whose last day is included.
 */
export const startOfDay = (day: string | null, daysLater: number): string | null => {
  if (day === null || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return null;
  const at = new Date(`${day}T00:00:00`);
  at.setDate(at.getDate() + daysLater);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
};
