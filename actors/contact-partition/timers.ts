/** One timer: the earliest check of a reservation. */
import type { ContactPartitionState } from './state.js';

export const timers = (state: ContactPartitionState): Readonly<Record<string, number>> => {
  let earliest = Number.POSITIVE_INFINITY;
  for (const { checking, checkAt } of Object.values(state.reservations))
    if (!checking && checkAt < earliest) earliest = checkAt;
  return Number.isFinite(earliest) ? { check: earliest } : {};
};
