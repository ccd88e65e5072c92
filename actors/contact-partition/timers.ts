/** One timer: the earliest moment at which a reservation should be looked into. */
import type { ContactPartitionState } from './state.js';

export const timers = (state: ContactPartitionState): Readonly<Record<string, number>> => {
  let earliest = Number.POSITIVE_INFINITY;
  for (const { checking, checkAt } of Object.values(state.reservations))
    if (!checking && checkAt < earliest) earliest = checkAt;
  return Number.isFinite(earliest) ? { check: earliest } : {};
};
