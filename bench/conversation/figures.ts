/** What the parts of the bench report: figures of both halves, their goals, and the cases that failed. */
import { halvesOf } from './split.js';

/** The halves of a corpus. */
const HALVES = ['open', 'heldOut'] as const;
type Half = (typeof HALVES)[number];

/** Null: the figure has no goal. */
export type Goal = { readonly atMost: number } | { readonly atLeast: number } | null;

export interface Figure {
  readonly measure: string;
  readonly unit: '' | '%' | 'ms';
  readonly goal: Goal;
  /** Null: the half has no case of this kind. */
  readonly open: number | null;
  readonly heldOut: number | null;
  /** Number of cases that the figure is about. */
  readonly cases: { readonly open: number; readonly heldOut: number };
}

/** A case that failed, and how. */
export interface Failure {
  readonly half: Half;
  readonly id: string;
  readonly what: string;
}

export interface PartResult {
  readonly figures: readonly Figure[];
  readonly failures: readonly Failure[];
}

export interface Part {
  readonly name: string;
  /** What is measured, in a line. */
  readonly title: string;
  /** `share`: of the cases, from 0 (exclusive) to 1; less than 1 for a short run. */
  run(share: number): PartResult;
}

/** Results of one half. */
export type ByHalf<R> = Readonly<Record<Half, readonly R[]>>;

interface Case {
  readonly id: string;
  readonly language: string;
  readonly kind: string;
  readonly batch?: number;
}

/** Runs every case of both halves. `share`: only that many of them, evenly spread. */
export const overHalves = <C extends Case, R>(
  cases: readonly C[],
  share: number,
  run: (entry: C) => R,
): ByHalf<R> => {
  const halves = halvesOf(cases);
  return { open: thinned(halves.open, share).map(run), heldOut: thinned(halves.heldOut, share).map(run) };
};

/** Every n-th entry, so that a share of them remains. */
export const thinned = <E>(entries: readonly E[], share: number): readonly E[] =>
  entries.filter((_, index) => Math.floor((index + 1) * share) > Math.floor(index * share));

/** A figure that `measured` computes from the results of each half. */
export const figure = <R>(
  measure: string,
  unit: Figure['unit'],
  goal: Goal,
  results: ByHalf<R>,
  measured: (results: readonly R[]) => number,
): Figure => {
  const value = (half: Half): number | null => (results[half].length === 0 ? null : measured(results[half]));
  return {
    measure,
    unit,
    goal,
    open: value('open'),
    heldOut: value('heldOut'),
    cases: { open: results.open.length, heldOut: results.heldOut.length },
  };
};

/** The results that fit. */
export const only = <R>(results: ByHalf<R>, fits: (result: R) => boolean): ByHalf<R> => ({
  open: results.open.filter(fits),
  heldOut: results.heldOut.filter(fits),
});

/** How many results fit. */
export const count =
  <R>(fits: (result: R) => boolean) =>
  (results: readonly R[]): number =>
    results.filter(fits).length;

/** Per cent of the results that fit. */
export const percent =
  <R>(fits: (result: R) => boolean) =>
  (results: readonly R[]): number =>
    (100 * results.filter(fits).length) / results.length;

/** By nearest rank, of the values that are not null. */
export const quantile =
  <R>(share: number, measured: (result: R) => number | null) =>
  (results: readonly R[]): number => {
    const values = results
      .map(measured)
      .filter((value) => value !== null)
      .sort((a, b) => a - b);
    return values[Math.max(0, Math.ceil(share * values.length) - 1)] ?? 0;
  };

/** The failures of both halves; `whatOf` is null for a result that is as expected. */
export const failuresOf = <R extends { readonly id: string }>(
  results: ByHalf<R>,
  whatOf: (result: R) => string | null,
): readonly Failure[] =>
  HALVES.flatMap((half) =>
    results[half].flatMap((result) => {
      const what = whatOf(result);
      return what === null ? [] : [{ half, id: result.id, what }];
    }),
  );

/** Whether both halves meet the goal; a figure without a goal always does. */
export const isMet = ({ goal, open, heldOut }: Figure): boolean =>
  [open, heldOut].every((value) => {
    if (goal === null || value === null) return true;
    return 'atMost' in goal ? value <= goal.atMost : value >= goal.atLeast;
  });
