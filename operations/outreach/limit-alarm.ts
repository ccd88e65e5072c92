/**
 * Raises an alarm when a business hits the limits of its calls: a counter, a log line and an entry in the trouble book, so
 * that a stolen key or an abused agent is noticed before the bill. Spend and rate limits are reported at once; refused
 * destinations are reported when they are tried repeatedly, because a single wrong number is not fraud.
 */
import type { Logger } from 'pino';
import type { TroubleBook } from '../../actors/runtime/trouble/book.js';
import type { ErrorCode } from '../../schemas/error-table.js';
import { DomainError } from '../../schemas/errors.js';

/** The limit that was hit: a label of the metric. */
export type LimitRule = 'country' | 'number_type' | 'spend' | 'rate';

/** Reports that a limit was hit. Never throws, never waits. */
export type LimitAlarm = (businessId: string, rule: LimitRule) => void;

export interface LimitAlarmDeps {
  readonly trouble: Pick<TroubleBook, 'note'>;
  readonly logger: Pick<Logger, 'warn'>;
  readonly count: (rule: LimitRule) => void;
  /** ms since the epoch */
  readonly now: () => number;
}

/** Refusals of destinations within {@link WINDOW_MS} from which on they are reported. */
const REPEATED = 3;
const WINDOW_MS = 10 * 60_000;
/** Least time between two reports of a business on the same rule. */
const QUIET_MS = 60_000;
/** Pairs of business and rule that are remembered; beyond that the oldest are forgotten. */
const MAX_REMEMBERED = 10_000;

const CODES: Readonly<Record<LimitRule, ErrorCode>> = {
  country: 'destination_not_allowed',
  number_type: 'destination_not_allowed',
  spend: 'spend_limit_reached',
  rate: 'call_rate_exceeded',
};

/** Reports the error with which a business refused a call, if it states that a limit was hit. */
export const reportLimit = (alarm: LimitAlarm | undefined, businessId: string, error: unknown): void => {
  if (!(error instanceof DomainError)) return;
  if (error.code === 'spend_limit_reached') alarm?.(businessId, 'spend');
  if (error.code === 'call_rate_exceeded') alarm?.(businessId, 'rate');
};

interface Hits {
  readonly since: number;
  readonly count: number;
  readonly reportedAt: number;
}

export const createLimitAlarm = ({ trouble, logger, count, now }: LimitAlarmDeps): LimitAlarm => {
  const remembered = new Map<string, Hits>();

  const hitsOf = (key: string, at: number): Hits => {
    const before = remembered.get(key);
    if (before === undefined) return { since: at, count: 1, reportedAt: Number.NEGATIVE_INFINITY };
    return at - before.since < WINDOW_MS
      ? { ...before, count: before.count + 1 }
      : { ...before, since: at, count: 1 };
  };

  return (businessId, rule) => {
    count(rule);
    const at = now();
    const key = `${businessId} ${rule}`;
    const hits = hitsOf(key, at);
    const isDue = hits.count >= (rule === 'spend' || rule === 'rate' ? 1 : REPEATED);
    const reports = isDue && at - hits.reportedAt >= QUIET_MS;
    // Reinserted, so that the oldest entry is the least recently hit one.
    remembered.delete(key);
    remembered.set(key, reports ? { ...hits, reportedAt: at } : hits);
    const [oldest] = remembered.keys();
    if (remembered.size > MAX_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
    if (!reports) return;
    logger.warn({ event: 'business.limit_hit', businessId, rule, hits: hits.count, since: hits.since });
    const ref = { kind: 'business', business: businessId, id: businessId };
    void trouble.note({ kind: 'limit', what: rule, ref, key: rule }, new DomainError(CODES[rule]), {
      attempts: 1,
      since: at,
      retriesAutomatically: false,
    });
  };
};
