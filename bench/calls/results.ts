/** Results of the latency bench: their file, their tables, and the comparison with an earlier run. */
import { readFileSync } from 'node:fs';
import Table from 'cli-table3';
import type { ComparedWork } from '../compare/turns.js';
import type { Machine } from '../gauges/machine.js';
import { median } from '../gauges/quantiles.js';
import { type Change, changeOf } from './against.js';
import {
  type Budget,
  type Budgets,
  isWithinBudget,
  type Measured,
  QUANTILES,
  type Quantile,
} from './measures.js';
import type { CallRun } from './one-run.js';

/** The file; `version` changes with its shape. */
export interface Results {
  readonly version: 2;
  /** ISO 8601 */
  readonly at: string;
  readonly machine: Machine;
  readonly versions: Readonly<Record<string, string>>;
  readonly pinned: boolean;
  /** Of the service; files of older benches lack this. */
  readonly mediaThreads?: number;
  readonly budgets: Budgets;
  readonly runs: readonly CallRun[];
  /** Commands compared with raw publishes, in turns; null if not measured, or by an older bench. */
  readonly commands: readonly ComparedWork[] | null;
}

/** @throws RangeError with a message that says what is wrong with the file */
export const readResults = (path: string): Results => {
  let results: Partial<Results>;
  try {
    results = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new RangeError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  const {
    version,
    at,
    machine,
    versions,
    pinned = false,
    mediaThreads = 0,
    budgets = {},
    runs,
    commands = null,
  } = results;
  if (
    version !== 2 ||
    at === undefined ||
    machine === undefined ||
    versions === undefined ||
    !Array.isArray(runs)
  )
    throw new RangeError(`${path} has no results of this bench; use a file that it has written`);
  return { version, at, machine, versions, pinned, mediaThreads, budgets, runs, commands };
};

/** The runs with this many calls that count. */
export const validRuns = ({ runs }: Pick<Results, 'runs'>, calls: number): readonly CallRun[] =>
  runs.filter((run) => run.calls === calls && run.invalid.length === 0);

/** The numbers of calls, in the order in which they were played. */
export const callCounts = ({ runs }: Pick<Results, 'runs'>): readonly number[] => [
  ...new Set(runs.map(({ calls }) => calls)),
];

/** A measure over the runs, compared with its budget. */
export interface Verdict {
  readonly measure: string;
  readonly budget: Budget | null;
  /** The median of the runs, by quantile; null if the measure was not taken. */
  readonly measured: Measured | null;
  /** Each run, by quantile. */
  readonly runs: Readonly<Record<Quantile, readonly number[]>>;
  /** `open`: there is no budget, or no run counts; then the values shown are those of runs that do not count. */
  readonly outcome: 'kept' | 'broken' | 'open';
}

/** All measures that were taken or have a budget; those with a budget come first. */
export const verdictsOf = (results: Results, calls: number): readonly Verdict[] => {
  const valid = validRuns(results, calls);
  const runs = valid.length > 0 ? valid : results.runs.filter((run) => run.calls === calls);
  const taken = runs.flatMap(({ measures }) => Object.keys(measures));
  return [...new Set([...Object.keys(results.budgets), ...taken])].map((measure) => {
    const budget = results.budgets[measure] ?? null;
    const each = runs.flatMap(({ measures }) => measures[measure] ?? []);
    const middle = (pick: (entry: Measured) => number): number => median(each.map(pick));
    const measured =
      each.length === 0
        ? null
        : {
            count: each[0]?.count ?? 0,
            p50: middle(({ p50 }) => p50),
            p90: middle(({ p90 }) => p90),
            p99: middle(({ p99 }) => p99),
            p999: middle(({ p999 }) => p999),
          };
    const outcome =
      budget === null || measured === null || valid.length === 0
        ? 'open'
        : isWithinBudget(budget, measured)
          ? 'kept'
          : 'broken';
    return {
      measure,
      budget,
      measured,
      runs: {
        p50: each.map(({ p50 }) => p50),
        p99: each.map(({ p99 }) => p99),
        p999: each.map(({ p999 }) => p999),
      },
      outcome,
    };
  });
};

const ms = (value: number | undefined): string => (value === undefined ? '-' : value.toFixed(2));
/** The median, followed by each run if there are several. */
const withRuns = (value: number | undefined, runs: readonly number[]): string =>
  runs.length > 1 ? `${ms(value)} (${runs.map((run) => run.toFixed(1)).join(' ')})` : ms(value);

/** Includes rows for the machine, the simulated network and the recogniser, whose lateness is not the service's. */
export const tableOf = (results: Results, calls: number): string => {
  const table = new Table({
    head: [`${calls} calls`, 'count', 'p50, ms', 'budget', 'p99', 'budget', 'p99.9', 'budget', ''],
    style: { head: [], border: [] },
  });
  for (const { measure, budget, measured, runs, outcome } of verdictsOf(results, calls))
    table.push([
      measure,
      measured?.count ?? 0,
      withRuns(measured?.p50, runs.p50),
      ms(budget?.p50),
      withRuns(measured?.p99, runs.p99),
      ms(budget?.p99),
      withRuns(measured?.p999, runs.p999),
      ms(budget?.p999),
      { kept: 'kept', broken: 'BROKEN', open: '' }[outcome],
    ]);
  const own = results.runs.filter((run) => run.calls === calls);
  for (const [name, pick] of [
    ['machine: a process that sleeps', (run: CallRun) => run.machine],
    ['simulated network, due to sent', (run: CallRun) => run.simulator],
    ['recogniser, end of speech to transcript', (run: CallRun) => run.recogniser],
  ] as const) {
    const each = own.map(pick);
    const cell = (quantile: Quantile): string =>
      withRuns(
        median(each.map((quantiles) => quantiles[quantile])),
        each.map((quantiles) => quantiles[quantile]),
      );
    table.push([
      name,
      median(each.map(({ count }) => count)),
      cell('p50'),
      '',
      cell('p99'),
      '',
      cell('p999'),
      '',
      '',
    ]);
  }
  return table.toString();
};

/** Shares of 0.1 % and more. */
const greatestFirst = (
  shares: Readonly<Record<string, number>>,
): readonly { readonly name: string; readonly share: number }[] =>
  Object.entries(shares)
    .map(([name, share]) => ({ name, share }))
    .filter(({ share }) => share >= 0.001)
    .sort((a, b) => b.share - a.share);

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** What a run used, and why it does not count if it does not. */
export const runLines = ({
  calls,
  completed,
  framesReceived,
  underruns,
  processor,
  contacts,
  invalid,
}: CallRun): string => {
  const formatShares = (shares: Readonly<Record<string, number>>): string =>
    greatestFirst(shares)
      .map(({ name, share }) => `${name} ${percent(share)}`)
      .join(', ');
  return [
    `${completed} calls completed, ${framesReceived} frames reached the network, ${underruns} underruns`,
    `of a core: service ${percent(processor.service)} (${(processor.aCall * 100).toFixed(2)} % per live call), nats-server ${percent(processor.nats)}, simulated network ${percent(processor.network)}; the machine was idle for ${percent(processor.idle)}, its host took ${percent(processor.stolen)}`,
    `of a core, by thread of the service: ${formatShares(processor.threads)}`,
    ...(processor.work === undefined
      ? []
      : [`of a core, by kind of work on the main thread: ${formatShares(processor.work)}`]),
    ...(contacts === undefined || contacts === null
      ? []
      : [`meanwhile ${contacts.toFixed(0)} requests per second of the contacts client`]),
    ...invalid.map((reason) => `THIS RUN OF ${calls} DOES NOT COUNT: ${reason}`),
  ].join('\n');
};

/** One figure of one measure, compared with the same figure in another file. */
export interface Compared {
  readonly calls: number;
  readonly measure: string;
  readonly quantile: Quantile;
  readonly change: Change;
}

/** Compares measures for which both files have runs that count. */
export const compareResults = (then: Results, now: Results): readonly Compared[] =>
  callCounts(now).flatMap((calls) => {
    const before = new Map(verdictsOf(then, calls).map((verdict) => [verdict.measure, verdict]));
    return verdictsOf(now, calls).flatMap(({ measure, runs }) => {
      const old = before.get(measure)?.runs;
      if (old === undefined) return [];
      return QUANTILES.filter((quantile) => old[quantile].length > 0 && runs[quantile].length > 0).map(
        (quantile) => ({ calls, measure, quantile, change: changeOf(old[quantile], runs[quantile]) }),
      );
    });
  });

export const comparisonTable = (compared: readonly Compared[]): string => {
  const table = new Table({
    head: ['calls', 'measure', '', 'before, ms', 'after', 'noise', ''],
    style: { head: [], border: [] },
  });
  for (const { calls, measure, quantile, change } of compared)
    table.push([
      calls,
      measure,
      quantile,
      ms(change.before),
      ms(change.after),
      ms(change.noise),
      change.judgement,
    ]);
  return table.toString();
};
