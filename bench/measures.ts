/** The budgets and what was measured against them. */
import { readFileSync } from 'node:fs';
import Table from 'cli-table3';

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
  readonly p99: number;
  readonly p999: number;
}

export interface Verdict {
  readonly measure: string;
  readonly calls: number;
  readonly budget: Budget;
  readonly measured: Measured | null;
  readonly kept: boolean;
}

const BUDGETS_FILE = new URL('../../bench/budgets.json', import.meta.url);

export const readBudgets = (): Readonly<Record<string, Budget>> => {
  const budgets: Record<string, Budget> = JSON.parse(readFileSync(BUDGETS_FILE, 'utf8'));
  return budgets;
};

/** The summary `parley_latency_ms` of a Prometheus text. */
export const parseMeasures = (text: string): Readonly<Record<string, Measured>> => {
  const quantiles = new Map<string, Record<string, number>>();
  for (const [, labels = '', value = ''] of text.matchAll(/^parley_latency_ms\{([^}]*)\} (\S+)$/gm)) {
    const measure = /measure="([^"]+)"/.exec(labels)?.[1];
    const quantile = /quantile="([^"]+)"/.exec(labels)?.[1];
    if (measure !== undefined && quantile !== undefined)
      quantiles.set(measure, { ...quantiles.get(measure), [quantile]: Number(value) });
  }
  return Object.fromEntries(
    [...quantiles].map(([measure, at]) => {
      const count = Number(
        new RegExp(
          `^parley_latency_ms_count\\{measure="${measure.replaceAll('.', '\\.')}"\\} (\\S+)$`,
          'm',
        ).exec(text)?.[1] ?? 0,
      );
      return [measure, { count, p50: at['0.5'] ?? 0, p99: at['0.99'] ?? 0, p999: at['0.999'] ?? 0 }];
    }),
  );
};

/** A measure that never happened breaks its budget: the bench did not measure what it promises. */
export const judge = (
  calls: number,
  budgets: Readonly<Record<string, Budget>>,
  measures: Readonly<Record<string, Measured>>,
): readonly Verdict[] =>
  Object.entries(budgets).map(([measure, budget]) => {
    const measured = measures[measure];
    if (measured === undefined || measured.count === 0)
      return { measure, calls, budget, measured: null, kept: false };
    const kept =
      measured.p50 <= budget.p50 &&
      measured.p99 <= budget.p99 &&
      measured.p999 <= (budget.p999 ?? Number.POSITIVE_INFINITY);
    return { measure, calls, budget, measured, kept };
  });

const ms = (value: number | undefined): string => (value === undefined ? '-' : value.toFixed(2));

export const tableOf = (verdicts: readonly Verdict[]): string => {
  const table = new Table({
    head: ['measure', 'calls', 'count', 'p50', 'budget', 'p99', 'budget', 'p99.9', 'budget', ''],
    style: { head: [], border: [] },
  });
  for (const { measure, calls, budget, measured, kept } of verdicts) {
    table.push([
      measure,
      calls,
      measured?.count ?? 0,
      ms(measured?.p50),
      ms(budget.p50),
      ms(measured?.p99),
      ms(budget.p99),
      ms(measured?.p999),
      ms(budget.p999),
      kept ? 'kept' : 'BROKEN',
    ]);
  }
  return table.toString();
};
