/** A rule as it is typed, and as the API has it: people type per cent, seconds and credits. Pure. */
import type { Body, Data } from '../../api/client.js';
import { numberIn } from '../../ui/forms/number-in.js';

export type AlertRule = Data<'listAlertRules'>['alertRules'][number];
export type Metric = AlertRule['metric'];
type Window = NonNullable<AlertRule['windowMinutes']>;

export const METRICS: readonly Metric[] = [
  'success_rate',
  'answer_rate',
  'call_failure_rate',
  'message_failure_rate',
  'heard_latency_p95',
  'cost',
  'credit_left',
  'credit_days',
];
/** Minutes, as in the API. */
export const WINDOWS: readonly Window[] = [15, 30, 60, 180, 360, 720, 1_440, 4_320, 10_080];

/** How a metric is typed and which fields its rule has. */
interface MetricForm {
  readonly unit: 'percent' | 'seconds' | 'credits' | 'days';
  /** The side that is usually the bad one. */
  readonly comparison: AlertRule['comparison'];
  readonly hasWindow: boolean;
  readonly hasCount: boolean;
  /** Whether it can be narrowed to an agent or a campaign. */
  readonly isOfCalls: boolean;
}

export const FORMS: Readonly<Record<Metric, MetricForm>> = {
  success_rate: { unit: 'percent', comparison: 'below', hasWindow: true, hasCount: true, isOfCalls: true },
  answer_rate: { unit: 'percent', comparison: 'below', hasWindow: true, hasCount: true, isOfCalls: true },
  call_failure_rate: {
    unit: 'percent',
    comparison: 'above',
    hasWindow: true,
    hasCount: true,
    isOfCalls: true,
  },
  message_failure_rate: {
    unit: 'percent',
    comparison: 'above',
    hasWindow: true,
    hasCount: true,
    isOfCalls: true,
  },
  heard_latency_p95: {
    unit: 'seconds',
    comparison: 'above',
    hasWindow: true,
    hasCount: true,
    isOfCalls: true,
  },
  cost: { unit: 'credits', comparison: 'above', hasWindow: true, hasCount: false, isOfCalls: true },
  credit_left: { unit: 'credits', comparison: 'below', hasWindow: false, hasCount: false, isOfCalls: false },
  credit_days: { unit: 'days', comparison: 'below', hasWindow: false, hasCount: false, isOfCalls: false },
};

/** One typed unit in the unit of the API. */
const SCALES: Readonly<Record<MetricForm['unit'], number>> = {
  percent: 0.01,
  seconds: 1_000,
  credits: 1_000_000,
  days: 1,
};

export interface AlertDraft {
  readonly name: string;
  readonly metric: Metric;
  readonly comparison: AlertRule['comparison'];
  /** In the unit of its form. */
  readonly threshold: string;
  readonly windowMinutes: Window;
  readonly minimumCount: string;
  /** Empty for all. */
  readonly agentId: string;
  readonly campaignId: string;
  readonly notifyWebhooks: boolean;
  /** One a line. */
  readonly emails: string;
}

export const NEW_DRAFT: AlertDraft = {
  name: '',
  metric: 'success_rate',
  comparison: 'below',
  threshold: '70',
  windowMinutes: 60,
  minimumCount: '20',
  agentId: '',
  campaignId: '',
  notifyWebhooks: true,
  emails: '',
};

/** A value of the API as it is typed, without the noise of binary fractions. */
export const typedValue = (metric: Metric, value: number): number =>
  Number((value / SCALES[FORMS[metric].unit]).toPrecision(12));

export const draftOf = (rule: AlertRule): AlertDraft => ({
  name: rule.name,
  metric: rule.metric,
  comparison: rule.comparison,
  threshold: String(typedValue(rule.metric, rule.threshold)),
  windowMinutes: rule.windowMinutes ?? NEW_DRAFT.windowMinutes,
  minimumCount: String(rule.minimumCount ?? NEW_DRAFT.minimumCount),
  agentId: rule.agentId ?? '',
  campaignId: rule.campaignId ?? '',
  notifyWebhooks: rule.notifyWebhooks,
  emails: rule.emails.join('\n'),
});

/** Another metric, with its usual side; the threshold is typed again, because it has another meaning. */
export const withMetric = (draft: AlertDraft, metric: Metric): AlertDraft => ({
  ...draft,
  metric,
  comparison: FORMS[metric].comparison,
  threshold: metric === draft.metric ? draft.threshold : '',
});

export const addressesIn = (text: string): readonly string[] => [
  ...new Set(text.split(/[\s,;]+/).filter((address) => address !== '')),
];

/** Whether nothing is sent when the rule fires. */
export const hasNoRecipient = ({ notifyWebhooks, emails }: AlertDraft): boolean =>
  !notifyWebhooks && addressesIn(emails).length === 0;

type Definition = Omit<Body<'createAlertRule'>, 'businessId' | 'metric'>;

/** What both creating and changing a rule send; NaN for what is no number. */
export const definitionOf = (draft: AlertDraft): Definition => {
  const { unit, hasWindow, hasCount, isOfCalls } = FORMS[draft.metric];
  return {
    name: draft.name.trim(),
    comparison: draft.comparison,
    threshold: Number((numberIn(draft.threshold) * SCALES[unit]).toPrecision(12)),
    ...(hasWindow ? { windowMinutes: draft.windowMinutes } : {}),
    ...(hasCount ? { minimumCount: numberIn(draft.minimumCount) } : {}),
    ...(isOfCalls
      ? {
          agentId: draft.agentId === '' ? null : draft.agentId,
          campaignId: draft.campaignId === '' ? null : draft.campaignId,
        }
      : {}),
    notifyWebhooks: draft.notifyWebhooks,
    emails: [...addressesIn(draft.emails)],
  };
};
