/** One timer: the earliest check that a call with a reservation is alive. */
import type { BusinessState } from './state.js';

export const timers = (state: BusinessState): Readonly<Record<string, number>> => {
  let earliest = Number.POSITIVE_INFINITY;
  for (const admission of Object.values(state.admissions)) {
    if (!admission.checking && admission.checkAt < earliest) earliest = admission.checkAt;
  }
  return Number.isFinite(earliest) ? { check: earliest } : {};
};
