/** The timers of a block: the earliest retry or end of a postponement, and the end of a hold. */
import type { RecipientsState } from './state.js';

export const timers = ({ recipients, heldUntil }: RecipientsState): Readonly<Record<string, number>> => {
  let retry = Number.POSITIVE_INFINITY;
  for (const { retryAt } of recipients) if (retryAt !== null && retryAt < retry) retry = retryAt;
  return {
    ...(Number.isFinite(retry) ? { retry } : {}),
    ...(heldUntil === null ? {} : { hold: heldUntil }),
  };
};
