/**
 * Limits on the calls of a business: its spend per day and its calls per minute (B4).
 *
 * The event that starts a day holds its end, so replaying needs neither a clock nor a time zone. A business that changes
 * its time zone keeps the day that has started.
 */
import { DomainError } from '../../schemas/errors.js';
import { endOfDay } from '../../schemas/time-zone.js';
import type { BusinessEvent } from './events.js';
import type { BusinessState } from './state.js';

const MINUTE_MS = 60_000;

/** Starts the spend day that contains `at`. Empty while the current day lasts, and without a limit. */
export const spendDay = (
  { callLimits, spend, timeZone }: BusinessState,
  at: number,
): readonly BusinessEvent[] =>
  callLimits.spendPerDayMicrocredits === null || at < spend.endsAt
    ? []
    : [{ type: 'spend_day.started', endsAt: endOfDay(timeZone ?? 'UTC', at) }];

/** Whether `microcredits` more would exceed the spend limit of the day. */
export const exceedsSpend = (
  { callLimits: { spendPerDayMicrocredits: limit }, spend }: BusinessState,
  microcredits: number,
  at: number,
): boolean => limit !== null && (at < spend.endsAt ? spend.microcredits : 0) + microcredits > limit;

/** @throws DomainError spend_limit_reached, with the seconds until the day ends */
export const refuseSpend = (state: BusinessState, microcredits: number, at: number): void => {
  if (!exceedsSpend(state, microcredits, at)) return;
  const endsAt = at < state.spend.endsAt ? state.spend.endsAt : endOfDay(state.timeZone ?? 'UTC', at);
  throw new DomainError('spend_limit_reached', undefined, [], secondsUntil(endsAt, at));
};

/** @throws DomainError call_rate_exceeded, with the seconds until the next call can be admitted */
export const refuseRate = (
  { callLimits: { callsPerMinute: limit }, admittedAt }: BusinessState,
  at: number,
): void => {
  if (limit === null) return;
  if (limit === 0) throw new DomainError('call_rate_exceeded', undefined, [], MINUTE_MS / 1_000);
  const oldest = admittedAt.length < limit ? undefined : admittedAt.at(-limit);
  if (oldest === undefined || at - oldest >= MINUTE_MS) return;
  throw new DomainError('call_rate_exceeded', undefined, [], secondsUntil(oldest + MINUTE_MS, at));
};

const secondsUntil = (moment: number, at: number): number => Math.max(1, Math.ceil((moment - at) / 1_000));
