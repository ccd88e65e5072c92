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
const A_CALL: Readonly<Record<string, { readonly least: number; readonly most: number }>> = {
  'greeting.first_frame': { least: 1, most: 1 },
  'barge_in.clear': { least: 1, most: 1 },
  'hold.release': { least: 1, most: 1 },
  // A second nudge may start before the client, which polls once a second, has ended the call.
  'nudge.accuracy': { least: 1, most: 2 },
  // Frames sent together are one write; the greeting alone has 400 frames.
  'pacing.lateness': { least: 100, most: 1_500 },
  'network.lateness': { least: 400, most: 1_500 },
  'turn.overhead': { least: 2, most: 2 },
  'cancel.hangup': { least: 1, most: 1 },
  'start.place': { least: 1, most: 1 },
  // One customer writes for each call.
  'webhook.emit': { least: 1, most: 1 },
};

/** Measures taken too often or not often enough after this many calls, one line each. */
export const wrongCounts = (calls: number, measures: Measures): readonly string[] =>
  Object.entries(A_CALL).flatMap(([measure, { least, most }]) => {
    const count = measures[measure]?.count ?? 0;
    if (count >= calls * least && count <= calls * most) return [];
    const wanted = least === most ? `${calls * least}` : `${calls * least} to ${calls * most}`;
    return [`${measure} was measured ${count} times, not ${wanted}`];
  });

/** The quantiles that are compared with a budget. */
export const QUANTILES = ['p50', 'p99', 'p999'] as const;
export type Quantile = (typeof QUANTILES)[number];

/** Whether a measure keeps its budget; one that was not measured does not. */
export const keeps = (budget: Budget, measured: Measured | undefined): boolean =>
  measured !== undefined &&
  measured.count > 0 &&
  QUANTILES.every((quantile) => measured[quantile] <= (budget[quantile] ?? Number.POSITIVE_INFINITY));
