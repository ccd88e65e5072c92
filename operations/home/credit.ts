/** The credit of a business, and how long it lasts. */

import { type HomeCredit, SPEND_DAYS } from '../../schemas/accounts/home.js';
import type { LedgerDay } from '../../schemas/accounts/ledger.js';
import { DAY_MS } from '../../schemas/time-zone.js';
import type { ViewStore } from '../../views/views.js';

/** Whole days count, today does not: it is not over. `at`: now, ms since the epoch. */
export const creditOf = (
  views: Pick<ViewStore, 'business' | 'ledgerDays'>,
  businessId: string,
  at: number,
): HomeCredit => {
  const availableMicrocredits = views.business(businessId)?.availableMicrocredits ?? 0;
  const today = dayOf(at);
  const days = views.ledgerDays(businessId, SPEND_DAYS + 1, at).filter(({ day }) => day !== today);
  // A business of three days has spent for three days.
  const [first] = days;
  const length = first === undefined ? 0 : Math.round((Date.parse(today) - Date.parse(first.day)) / DAY_MS);
  const spent = days.reduce((sum, day) => sum + spendOf(day), 0);
  const spentPerDayMicrocredits = length === 0 ? 0 : Math.round(spent / length);
  const daysLeft = Math.max(0, availableMicrocredits) / spentPerDayMicrocredits;
  return {
    availableMicrocredits,
    spentPerDayMicrocredits,
    daysLeft: spentPerDayMicrocredits === 0 ? null : Math.round(daysLeft * 10) / 10,
  };
};

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

const spendOf = ({
  callMicrocredits,
  summaryMicrocredits,
  analysisMicrocredits,
  simulationMicrocredits,
}: LedgerDay): number =>
  callMicrocredits + summaryMicrocredits + analysisMicrocredits + simulationMicrocredits;
