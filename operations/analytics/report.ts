/** Adds up the roll-ups of a period, a week at a time, so that a long period does not hold up other work of the thread. */
import type { AnalyticsGroupBy } from '../../schemas/analytics/analytics.js';
import { DomainError } from '../../schemas/errors.js';
import type { TallyDetail, TallyFilter } from '../../views/analytics/index.js';
import { SLOTS, slotOf } from '../../views/analytics/slots.js';
import { addPacked, addTally, QUARTER_MS, QUARTERS_A_WEEK, WEEK_MS } from '../../views/analytics/tally.js';
import type { ViewStore } from '../../views/views.js';
import { type Span, timesIn } from './times.js';

/** The most groups of an answer; the days of a year are fewer. */
export const MAX_GROUPS = 1_000;

/** What is added up, and how it is grouped. */
export interface Grouping {
  readonly filter: TallyFilter;
  readonly groupBy: AnalyticsGroupBy | null;
  /** An IANA name. */
  readonly timeZone: string;
}

/** A group with its tally, by slot. */
export interface GroupTally {
  readonly key: string;
  readonly slots: Float64Array;
}

/** All of a period, and its groups in their order; no groups without `groupBy`. */
export interface PeriodTally {
  readonly totals: Float64Array;
  readonly groups: readonly GroupTally[];
}

/** @throws DomainError analytics_too_many_groups */
export const tallyOf = async (
  views: Pick<ViewStore, 'tallies'>,
  businessId: string,
  { filter, groupBy, timeZone }: Grouping,
  span: Span,
): Promise<PeriodTally> => {
  const by = groupBy === 'hour' || groupBy === 'day' ? groupBy : null;
  const column = groupBy === 'hour' || groupBy === 'day' ? null : groupBy;
  const times = by === null ? null : timesIn(timeZone, span, by);
  const groups = groupsOf(times ?? []);
  const slotsOfTimes = times?.map((time) => groups.of(time));
  const firstQuarter = span.from / QUARTER_MS;
  const quarters = span.to / QUARTER_MS - firstQuarter;
  /** What a quarter is counted in, by its number in the span; null: nothing. */
  const targetAt = (index: number): Float64Array | 'all' | null => {
    if (index < 0 || index >= quarters) return null;
    return slotsOfTimes === undefined ? 'all' : (slotsOfTimes[index] ?? null);
  };
  const end = Math.ceil(span.to / WEEK_MS);
  for (let week = Math.floor(span.from / WEEK_MS); week < end; week += 1) {
    const before = week * QUARTERS_A_WEEK - firstQuarter;
    const detail = detailOf(targetAt, before);
    for (const { key, closed, tally } of views.tallies(businessId, { week, detail }, filter, column)) {
      let slots: Float64Array | null = null;
      const ofKey = (): Float64Array => {
        slots ??= groups.of(key);
        return slots;
      };
      if (closed !== null) addPacked(ofKey(), closed);
      addTally(tally, (quarter) => {
        const target = targetAt(before + quarter);
        return target === 'all' ? ofKey() : target;
      });
    }
    // Yields the thread to other work.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { totals: groups.total(), groups: groupBy === null ? [] : groups.inOrder(by !== null) };
};

/** The times that are needed of the tallies of a week. `before`: the quarters of the span before it. */
const detailOf = (targetAt: (index: number) => Float64Array | 'all' | null, before: number): TallyDetail => {
  const isWhole = targetAt(before) === 'all' && targetAt(before + QUARTERS_A_WEEK - 1) === 'all';
  if (isWhole) return 'whole';
  for (let quarter = 0; quarter < QUARTERS_A_WEEK; quarter += 2)
    if (targetAt(before + quarter) !== targetAt(before + quarter + 1)) return 'quarters';
  return 'halves';
};

/** Groups of times exist from the beginning, so that hours and days without calls are in the answer. */
const groupsOf = (times: readonly string[]) => {
  const slotsByKey = new Map([...new Set(times)].map((key) => [key, new Float64Array(SLOTS)]));
  const countOf = ({ slots }: GroupTally): number => slots[slotOf('all')] ?? 0;
  return {
    of: (key: string): Float64Array => {
      const found = slotsByKey.get(key);
      if (found !== undefined) return found;
      if (slotsByKey.size >= MAX_GROUPS) throw new DomainError('analytics_too_many_groups');
      const slots = new Float64Array(SLOTS);
      slotsByKey.set(key, slots);
      return slots;
    },
    total: (): Float64Array => {
      const total = new Float64Array(SLOTS);
      for (const slots of slotsByKey.values())
        for (let slot = 0; slot < SLOTS; slot += 1) total[slot] = (total[slot] ?? 0) + (slots[slot] ?? 0);
      return total;
    },
    /** By time, or by number. */
    inOrder: (isByTime: boolean): readonly GroupTally[] => {
      const groups = [...slotsByKey]
        .map(([key, slots]) => ({ key, slots }))
        .filter((group) => isByTime || countOf(group) > 0);
      const byKey = (a: GroupTally, b: GroupTally): number => (a.key < b.key ? -1 : 1);
      return groups.sort((a, b) => (isByTime ? 0 : countOf(b) - countOf(a)) || byKey(a, b));
    },
  };
};
