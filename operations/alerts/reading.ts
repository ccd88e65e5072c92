/** Reads the metric of an alert rule at a time, from the same roll-ups as the analytics, and from the ledger. */
import type { AlertCondition, Reading } from '../../actors/alert-rule/events.js';
import type {
  AnalyticsSubject,
  CallFigures,
  ConversationFigures,
} from '../../schemas/analytics/analytics.js';
import { assertNever } from '../../schemas/assert.js';
import { DAY_MS, MINUTE_MS } from '../../schemas/time-zone.js';
import type { ViewStore } from '../../views/views.js';
import { figuresOf } from '../analytics/figures.js';
import { tallyOf } from '../analytics/report.js';
import { wholeQuarters } from '../analytics/times.js';

/** The days over whose charges the daily cost is averaged, today included. */
const CREDIT_DAYS = 7;

export type AlertViews = Pick<ViewStore, 'tallies' | 'business' | 'ledgerDays'>;

type Condition = Omit<AlertCondition, 'comparison' | 'threshold' | 'minimumCount'>;

/** `at`: now, ms since the epoch. A call counts at the time of its request, once its charge is settled. */
export const readMetric = async (
  views: AlertViews,
  businessId: string,
  condition: Condition,
  at: number,
): Promise<Reading> => {
  const { metric } = condition;
  const calls = (outcome?: string): Promise<CallFigures> =>
    callsOf(views, businessId, condition, at, outcome);
  switch (metric) {
    case 'success_rate': {
      const { successRate, succeeded, notSucceeded } = await calls();
      return { value: successRate, count: succeeded + notSucceeded };
    }
    case 'answer_rate': {
      const { answerRate, calls: count } = await calls();
      return { value: answerRate, count };
    }
    case 'call_failure_rate': {
      const [all, failed] = [await calls(), await calls('failed')];
      return { value: share(failed.calls, all.calls), count: all.calls };
    }
    case 'message_failure_rate': {
      const { messagesFailed, messagesSent } = await conversationsOf(views, businessId, condition, at);
      return { value: share(messagesFailed, messagesSent), count: messagesSent };
    }
    case 'heard_latency_p95': {
      const { latencies, answered } = await calls();
      return { value: latencies.firstPlayedMs.p95, count: answered };
    }
    case 'cost': {
      const { chargedMicrocredits, analysisCostMicrocredits } = await calls();
      return { value: chargedMicrocredits + analysisCostMicrocredits, count: null };
    }
    case 'credit_left':
      return { value: creditOf(views, businessId), count: null };
    case 'credit_days':
      return { value: daysLeft(views, businessId, at), count: null };
    default:
      return assertNever(metric);
  }
};

/** A late report of a failure may exceed the messages of the window. */
const share = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.min(1, part / whole);

const figuresIn = async (
  views: AlertViews,
  businessId: string,
  { windowMinutes, agentId, campaignId }: Condition,
  { subject, outcome, at }: { subject: AnalyticsSubject; outcome?: string | undefined; at: number },
) => {
  const filter = {
    subject,
    ...(agentId === null ? {} : { agentId }),
    ...(campaignId === null ? {} : { campaignId }),
    ...(outcome === undefined ? {} : { outcome }),
  };
  const span = wholeQuarters({ from: at - (windowMinutes ?? 0) * MINUTE_MS, to: at });
  const { totals } = await tallyOf(views, businessId, { filter, groupBy: null, timeZone: 'Etc/UTC' }, span);
  return figuresOf(subject, totals);
};

const callsOf = async (
  views: AlertViews,
  businessId: string,
  condition: Condition,
  at: number,
  outcome: string | undefined,
): Promise<CallFigures> => {
  const { calls } = await figuresIn(views, businessId, condition, { subject: 'calls', outcome, at });
  if (calls === null) throw new Error('figures of calls are missing');
  return calls;
};

const conversationsOf = async (
  views: AlertViews,
  businessId: string,
  condition: Condition,
  at: number,
): Promise<ConversationFigures> => {
  const { conversations } = await figuresIn(views, businessId, condition, { subject: 'conversations', at });
  if (conversations === null) throw new Error('figures of conversations are missing');
  return conversations;
};

const creditOf = (views: AlertViews, businessId: string): number =>
  views.business(businessId)?.availableMicrocredits ?? 0;

/** Null: nothing was charged lately, so the credit does not run out. */
const daysLeft = (views: AlertViews, businessId: string, at: number): number | null => {
  const charged = views
    .ledgerDays(businessId, CREDIT_DAYS, at)
    .reduce(
      (sum, day) =>
        sum +
        day.callMicrocredits +
        day.summaryMicrocredits +
        day.analysisMicrocredits +
        day.simulationMicrocredits,
      0,
    );
  if (charged === 0) return null;
  // Of today only the part that has passed.
  const days = CREDIT_DAYS - 1 + (at % DAY_MS) / DAY_MS;
  return creditOf(views, businessId) / (charged / days);
};
