/** Spend on calls in one day, counted as credit is reserved and settled. */
import type { SpendOfDay } from './commands.js';

const NOTHING: SpendOfDay = { endsAt: 0, microcredits: 0 };

/** Counts a reservation toward its day. `before`: the amount already counted for the same call. */
export const reservedOn = (
  spend: SpendOfDay,
  before: SpendOfDay = NOTHING,
  microcredits: number,
  at: number,
): { readonly spend: SpendOfDay; readonly spent: SpendOfDay } => {
  if (at >= spend.endsAt) return { spend, spent: before };
  const earlier = before.endsAt === spend.endsAt ? before.microcredits : 0;
  return {
    spend: { ...spend, microcredits: spend.microcredits + microcredits },
    spent: { endsAt: spend.endsAt, microcredits: earlier + microcredits },
  };
};

/**
 * Counts a settlement: the charge beyond the reservations of earlier days replaces the amount counted for the call in this
 * one.
 */
export const settledOn = (
  spend: SpendOfDay,
  { reserved, spent = NOTHING }: { readonly reserved: number; readonly spent?: SpendOfDay | undefined },
  chargedMicrocredits: number,
  at: number,
): SpendOfDay => {
  if (at >= spend.endsAt) return spend;
  const counted = spent.endsAt === spend.endsAt ? spent.microcredits : 0;
  const due = Math.max(0, chargedMicrocredits - (reserved - counted));
  return { ...spend, microcredits: Math.max(0, spend.microcredits - counted + due) };
};
