/** The limits of a business as lines of a table. Pure. */
import type { Data } from '../../api/client.js';
import { creditsOf, exactTime } from '../../ui/format.js';
import { formatNumber } from '../../ui/i18n/language.js';
import { QUOTAS } from './messages.js';

export interface Limit {
  readonly name: string;
  readonly used: string;
  readonly max: string;
  /** From 0, and 1 at the limit; null: it is not known, or there is no limit. */
  readonly share: number | null;
  readonly resets: string;
  readonly atLimit: string;
}

type Settings = Data<'readSettings'>['settings'];
type Overview = Pick<Data<'readOverview'>, 'leasedLines' | 'availableMicrocredits' | 'reservedMicrocredits'>;
type Quota = Data<'listQuotas'>['quotas'][number];

const shareOf = (used: number, max: number | null): number | null =>
  max === null ? null : max === 0 ? 1 : used / max;
const countOf = (count: number | null): string => (count === null ? QUOTAS.none : formatNumber(count));

/** Limits of calls, and the credit. */
export const callLimits = (
  {
    lines,
    concurrentCalls,
    callLimits: { spendPerDayMicrocredits, callsPerMinute },
    attemptsPerDay,
    spend,
  }: Pick<Settings, 'lines' | 'concurrentCalls' | 'callLimits' | 'attemptsPerDay' | 'spend'>,
  { leasedLines, availableMicrocredits, reservedMicrocredits }: Overview,
): readonly Limit[] => {
  const texts = QUOTAS.calls;
  const left = availableMicrocredits;
  return [
    { ...texts.lines, used: countOf(leasedLines), max: countOf(lines), share: shareOf(leasedLines, lines) },
    {
      ...texts.concurrent,
      used: countOf(leasedLines),
      max: countOf(concurrentCalls),
      share: shareOf(leasedLines, concurrentCalls),
    },
    {
      ...texts.spend,
      used: creditsOf(spend.microcredits),
      max: spendPerDayMicrocredits === null ? QUOTAS.none : creditsOf(spendPerDayMicrocredits),
      share: shareOf(spend.microcredits, spendPerDayMicrocredits),
      resets: spend.endsAt === null ? texts.spend.resets : exactTime(spend.endsAt),
    },
    // The service does not say how many calls began in this minute, nor how often each number was called.
    { ...texts.rate, used: QUOTAS.unknown, max: countOf(callsPerMinute), share: null },
    { ...texts.attempts, used: QUOTAS.unknown, max: countOf(attemptsPerDay), share: null },
    {
      ...texts.credit,
      used: creditsOf(reservedMicrocredits),
      max: texts.credit.of(creditsOf(left)),
      share: left > 0 ? null : 1,
    },
  ];
};

/** What the business stores and has. */
export const storageLimits = (quotas: readonly Quota[]): readonly Limit[] => {
  const texts = QUOTAS.storage;
  return quotas.map(({ item, used, limit }) => {
    const kind = item === 'stored_bytes' ? 'stored' : 'things';
    return {
      name: texts.items[item],
      used: texts.amount(item, used),
      max: texts.amount(item, limit),
      share: shareOf(used, limit),
      resets: texts.resets[kind],
      atLimit: texts.atLimit[kind],
    };
  });
};
