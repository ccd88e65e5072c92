/** What alert rules watch: each metric with its unit, its greatest threshold, and which settings it takes. */

/** How a threshold and a value are written. `share`: from 0 to 1. */
export type AlertUnit = 'share' | 'ms' | 'microcredits' | 'days';

/** The settings of a metric. */
export interface AlertMetricFacts {
  readonly unit: AlertUnit;
  readonly maxThreshold: number;
  /** Whether it is of a window of time, which an agent or a campaign can narrow; otherwise it is of the moment. */
  readonly hasWindow: boolean;
  /** What the fewest are counted of, so that small samples fire nothing; null: the metric is a sum or an amount. */
  readonly sample: 'calls' | 'messages' | null;
}

const SHARE = { unit: 'share', maxThreshold: 1, hasWindow: true } as const;
/** A billion credits. */
const MAX_MICROCREDITS = 1_000_000_000_000_000;

/** By name. Names are part of the contract: they may be added, but never change. */
const ALERT_METRICS = {
  success_rate: { ...SHARE, sample: 'calls' },
  answer_rate: { ...SHARE, sample: 'calls' },
  call_failure_rate: { ...SHARE, sample: 'calls' },
  message_failure_rate: { ...SHARE, sample: 'messages' },
  heard_latency_p95: { unit: 'ms', maxThreshold: 60_000, hasWindow: true, sample: 'calls' },
  cost: { unit: 'microcredits', maxThreshold: MAX_MICROCREDITS, hasWindow: true, sample: null },
  credit_left: { unit: 'microcredits', maxThreshold: MAX_MICROCREDITS, hasWindow: false, sample: null },
  credit_days: { unit: 'days', maxThreshold: 365, hasWindow: false, sample: null },
} as const satisfies Readonly<Record<string, AlertMetricFacts>>;
export type AlertMetric = keyof typeof ALERT_METRICS;

/** The metrics in display order. */
export const ALERT_METRIC_NAMES = [
  'success_rate',
  'answer_rate',
  'call_failure_rate',
  'message_failure_rate',
  'heard_latency_p95',
  'cost',
  'credit_left',
  'credit_days',
] as const satisfies readonly AlertMetric[];

export const metricFacts = (metric: AlertMetric): AlertMetricFacts => ALERT_METRICS[metric];

/** Narrows a text to a metric. */
export const isAlertMetric = (name: string): name is AlertMetric =>
  ALERT_METRIC_NAMES.some((metric) => metric === name);
