/** Subjects that do the same work in turns, their results, and how these are shown: medians, and ratios within a round. */
import Table from 'cli-table3';
import type { Machine } from '../gauges/machine.js';
import { processorTimeOf, usedBetween } from '../gauges/processes.js';
import { median } from '../gauges/quantiles.js';

/** One turn of one subject. */
export interface Turn {
  readonly perSecond: number;
  /** From request to answer, µs. */
  readonly p50: number;
  readonly p99: number;
  /** Processor time of all processes that serve the subject, per answer, µs. */
  readonly cost: number;
}

export const MEASURES = ['perSecond', 'p50', 'p99', 'cost'] as const;
type Measure = (typeof MEASURES)[number];

/** One kind of work, and each subject's turns at it, in the order of the rounds. */
export interface ComparedWork {
  readonly work: string;
  readonly turns: Readonly<Record<string, readonly Turn[]>>;
}

/** The results file of a comparison; `version` changes with its shape. */
export interface Comparison {
  readonly version: 1;
  readonly name: string;
  /** What is compared, in one sentence. */
  readonly title: string;
  /** ISO 8601 */
  readonly at: string;
  readonly machine: Machine;
  readonly versions: Readonly<Record<string, string>>;
  readonly rounds: number;
  /** Measured time of a turn. */
  readonly ms: number;
  /** Pairs whose ratios are shown: the first divided by the second. */
  readonly pairs: readonly (readonly [string, string])[];
  readonly works: readonly ComparedWork[];
}

/** Median and range of several turns. */
export interface Figure {
  readonly median: number;
  readonly least: number;
  readonly greatest: number;
}

/** NaN if there are no values. */
const figureOf = (values: readonly number[]): Figure => ({
  median: median(values),
  least: Math.min(...values),
  greatest: Math.max(...values),
});

/** A figure over a subject's turns at a work. */
export const figures = ({ turns }: ComparedWork, subject: string, measure: Measure): Figure =>
  figureOf((turns[subject] ?? []).map((turn) => turn[measure]));

/** Ratios of two subjects' figures within each round. */
export const ratios = (
  { turns }: ComparedWork,
  [subject, reference]: readonly [string, string],
  measure: Measure,
): Figure =>
  figureOf(
    (turns[subject] ?? []).flatMap((turn, round) => {
      const referenceTurn = turns[reference]?.[round];
      return referenceTurn === undefined ? [] : [turn[measure] / referenceTurn[measure]];
    }),
  );

/** Every subject has a turn in every round; the order rotates from round to round. */
export const inTurns = async <S extends { readonly name: string }>(
  subjects: readonly S[],
  rounds: number,
  takeTurn: (subject: S) => Promise<Turn>,
): Promise<ComparedWork['turns']> => {
  const turns: Record<string, Turn[]> = Object.fromEntries(subjects.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const [index] of subjects.entries()) {
      const subject = subjects[(index + round) % subjects.length];
      if (subject !== undefined) turns[subject.name]?.push(await takeTurn(subject));
    }
  return turns;
};

/** Processor time of processes from now on, µs, summed over threads: the kernel counts a whole process in steps of 10 ms. */
export const clockOf = (pids: readonly number[]): (() => number) => {
  const before = pids.map(processorTimeOf);
  return () =>
    pids.reduce((sum, pid, index) => {
      const earlier = before[index];
      if (earlier === undefined) return sum;
      const { byThread } = usedBetween(earlier, processorTimeOf(pid));
      return sum + Object.values(byThread).reduce((ms, thread) => ms + thread, 0) * 1_000;
    }, 0);
};

const inMs = (us: number): string => (us / 1_000).toFixed(2);
const formatFigure = ({ median: middle, least, greatest }: Figure): string =>
  least === greatest
    ? middle.toFixed(2)
    : `${middle.toFixed(2)} (${least.toFixed(2)}–${greatest.toFixed(2)})`;

/** A table with one row per subject and one per pair. */
export const tableOf = ({ works, pairs }: Pick<Comparison, 'works' | 'pairs'>): string => {
  const table = new Table({
    head: ['work', 'subject', 'per second', 'p50 ms', 'p99 ms', 'processor µs'],
    style: { head: [], border: [] },
  });
  for (const work of works) {
    for (const subject of Object.keys(work.turns)) {
      const medianOf = (measure: Measure): number => figures(work, subject, measure).median;
      const cells = [
        medianOf('perSecond').toFixed(0),
        inMs(medianOf('p50')),
        inMs(medianOf('p99')),
        medianOf('cost').toFixed(0),
      ];
      table.push([work.work, subject, ...cells]);
    }
    for (const pair of pairs)
      if (pair.every((subject) => work.turns[subject] !== undefined))
        table.push([
          work.work,
          pair.join(' / '),
          ...MEASURES.map((measure) => formatFigure(ratios(work, pair, measure))),
        ]);
  }
  return table.toString();
};
