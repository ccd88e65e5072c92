/** The budgets, the measured values, and how often each measure must be taken. */
import { readFileSync } from 'node:fs';

export interface Budget {
  /** ms */
  readonly p50: number;
  readonly p99: number;
  readonly p999?: number;
}

export interface Measured {
  readonly count: number;
  /** ms */
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly p999: number;
}

export type Measures = Readonly<Record<string, Measured>>;
export type Budgets = Readonly<Record<string, Budget>>;

const BUDGETS_FILE = new URL('../../../bench/budgets.json', import.meta.url);

export const readBudgets = (): Budgets => {
  const budgets: Record<string, Budget> = JSON.parse(readFileSync(BUDGETS_FILE, 'utf8'));
  return budgets;
};

/** The summary `parley_latency_ms` in a Prometheus text. */
export const parseMeasures = (text: string): Measures => {
  const quantiles = new Map<string, Record<string, number>>();
  for (const [, labels = '', value = ''] of text.matchAll(/^parley_latency_ms\{([^}]*)\} (\S+)$/gm)) {
    const measure = /measure="([^"]+)"/.exec(labels)?.[1];
    const quantile = /quantile="([^"]+)"/.exec(labels)?.[1];
    if (measure !== undefined && quantile !== undefined)
      quantiles.set(measure, { ...quantiles.get(measure), [quantile]: Number(value) });
  }
  const counts = new Map(
    Array.from(
      text.matchAll(/^parley_latency_ms_count\{measure="([^"]+)"\} (\S+)$/gm),
      ([, measure = '', count]) => [measure, Number(count)],
    ),
  );
  return Object.fromEntries(
    [...quantiles].map(([measure, at]) => [
      measure,
      {
        count: counts.get(measure) ?? 0,
        p50: at['0.5'] ?? 0,
        p90: at['0.9'] ?? 0,
        p99: at['0.99'] ?? 0,
        p999: at['0.999'] ?? 0,
      },
    ]),
  );
};

/** How often a conversation takes each measure; a different count means that something else was measured. */
const PER_CALL: Readonly<Record<string, { readonly min: number; readonly max: number }>> = {
  'greeting.first_frame': { min: 1, max: 1 },
  'barge_in.clear': { min: 1, max: 1 },
  'hold.release': { min: 1, max: 1 },
  // A second nudge may start before the client, which polls once a second, has ended the call.
  'nudge.accuracy': { min: 1, max: 2 },
  // Frames sent together are one write; the greeting alone has 400 frames.
  'pacing.lateness': { min: 100, max: 1_500 },
  'network.lateness': { min: 400, max: 1_500 },
  'turn.overhead': { min: 2, max: 2 },
  'cancel.hangup': { min: 1, max: 1 },
  'start.place': { min: 1, max: 1 },
  // One customer writes for each call.
  'webhook.emit': { min: 1, max: 1 },
};

/** Measures taken too often or not often enough after this many calls, one line each. */
export const countProblems = (calls: number, measures: Measures): readonly string[] =>
  Object.entries(PER_CALL).flatMap(([measure, { min, max }]) => {
    const count = measures[measure]?.count ?? 0;
    if (count >= calls * min && count <= calls * max) return [];
    const expected = min === max ? `${calls * min}` : `${calls * min} to ${calls * max}`;
    return [`${measure} was measured ${count} times, not ${expected}`];
  });

/** The quantiles that are compared with a budget. */
export const QUANTILES = ['p50', 'p99', 'p999'] as const;
export type Quantile = (typeof QUANTILES)[number];

/** Whether a measure keeps its budget; one that was not measured does not. */
export const isWithinBudget = (budget: Budget, measured: Measured | undefined): boolean =>
  measured !== undefined &&
  measured.count > 0 &&
  QUANTILES.every((quantile) => measured[quantile] <= (budget[quantile] ?? Number.POSITIVE_INFINITY));
