/**
 * Scores of a simulation by criterion: how often it was met and how well, with the spread that a few conversations leave. Pure.
 *
 * Rates and their differences have the intervals of schemas/confidence.ts; means have Student's, and their difference Welch's. All
 * cover 95 %.
 */
import { type Static, Type } from 'typebox';
import { differenceInterval, meanDifferenceInterval, meanInterval, shareInterval } from '../confidence.js';
import { Count, closed, described, literals, nullable } from '../shapes.js';

export const Interval = Type.Object(
  {
    low: described(Type.Number(), 'The lower end.', 0.44),
    high: described(Type.Number(), 'The upper end.', 0.97),
  },
  { ...closed, description: 'Covers the true value in 95 of 100 simulations.' },
);
export type Interval = Static<typeof Interval>;

const MeanScore = Type.Object(
  {
    count: described(Count, 'Conversations with a score.', 12),
    mean: Type.Number({ description: 'The mean score, from 0 to 10.', examples: [8.25] }),
    deviation: nullable(Type.Number(), {
      description: 'Standard deviation; null with a single score.',
      examples: [1.1],
    }),
    interval: nullable(Interval, { description: 'The interval of the mean; null with a single score.' }),
  },
  closed,
);
type MeanScore = Static<typeof MeanScore>;

export const ScoredCriterion = Type.Object(
  {
    criterion: described(Type.String(), 'The name of the criterion.', 'books the table'),
    passed: described(Count, 'Conversations that met it.', 9),
    failed: described(Count, 'Conversations that did not.', 2),
    errors: Type.Integer({
      minimum: 0,
      description: 'Conversations in which it could not be judged.',
      examples: [0],
    }),
    passRate: nullable(Type.Number(), {
      description: 'Of the conversations with a verdict, from 0 to 1; null if there are none.',
      examples: [0.82],
    }),
    passInterval: nullable(Interval, { description: 'The interval of `passRate`; null if that is null.' }),
    score: nullable(MeanScore, {
      description: 'The mean score, of a criterion whose judge gives scores; otherwise null.',
    }),
  },
  closed,
);
export type ScoredCriterion = Static<typeof ScoredCriterion>;

/** `unclear`: the difference may be chance. */
const TRENDS = ['better', 'worse', 'unclear'] as const;

export const Difference = Type.Object(
  {
    difference: described(Type.Number(), 'The value of `other` minus that of `base`.', 0.15),
    interval: nullable(Interval, {
      description: 'The interval of the difference; null: there are too few conversations.',
    }),
    trend: literals(TRENDS, { description: 'unclear: the difference may be chance.' }),
  },
  closed,
);
export type Difference = Static<typeof Difference>;

/** How a criterion was judged in one conversation. `error`: it was not. `score`: null without one. */
export interface Judged {
  readonly outcome: 'passed' | 'failed' | 'error';
  readonly score: number | null;
}

/** The deviation of rounding to whole scores: equal scores are no proof that there is no spread. */
const ROUNDING = 1 / Math.sqrt(12);

const within = (low: number, high: number, bounds: Interval): Interval => ({
  low: Math.max(bounds.low, low),
  high: Math.min(bounds.high, high),
});

const meanOf = (scores: readonly number[]): MeanScore | null => {
  const count = scores.length;
  if (count === 0) return null;
  const mean = scores.reduce((sum, score) => sum + score, 0) / count;
  if (count === 1) return { count, mean, deviation: null, interval: null };
  const deviation = Math.sqrt(scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / (count - 1));
  const { low, high } = meanInterval({ count, mean, deviation: Math.max(deviation, ROUNDING) });
  return { count, mean, deviation, interval: within(low, high, { low: 0, high: 10 }) };
};

/** The score of a criterion over all conversations. */
export const scoreOf = (criterion: string, judged: readonly Judged[]): ScoredCriterion => {
  const count = (wanted: Judged['outcome']): number =>
    judged.filter(({ outcome }) => outcome === wanted).length;
  const passed = count('passed');
  const failed = count('failed');
  const decided = passed + failed;
  return {
    criterion,
    passed,
    failed,
    errors: count('error'),
    passRate: decided === 0 ? null : passed / decided,
    passInterval: decided === 0 ? null : shareInterval(passed, decided),
    score: meanOf(judged.flatMap(({ score }) => (score === null ? [] : [score]))),
  };
};

const trendOf = (interval: Interval | null): Difference['trend'] => {
  if (interval === null) return 'unclear';
  if (interval.low > 0) return 'better';
  return interval.high < 0 ? 'worse' : 'unclear';
};

/** How the rate of passed conversations differs from that of `base`; null if one of them has no verdict. */
export const rateDifference = (base: ScoredCriterion, other: ScoredCriterion): Difference | null => {
  const { passRate: before, passInterval: around } = base;
  const { passRate: after, passInterval: aroundAfter } = other;
  if (before === null || around === null || after === null || aroundAfter === null) return null;
  const interval = differenceInterval({ share: after, ...aroundAfter }, { share: before, ...around });
  return { difference: after - before, interval, trend: trendOf(interval) };
};

/** How the mean score differs from that of `base`; null if one of them has none. */
export const scoreDifference = (base: ScoredCriterion, other: ScoredCriterion): Difference | null => {
  if (base.score === null || other.score === null) return null;
  const difference = other.score.mean - base.score.mean;
  const interval = welch(base.score, other.score);
  return { difference, interval, trend: trendOf(interval) };
};

/** Null if one of them has a single score. */
const welch = (base: MeanScore, other: MeanScore): Interval | null => {
  if (base.deviation === null || other.deviation === null) return null;
  const { deviation: before } = base;
  const { deviation: after } = other;
  return meanDifferenceInterval(
    { ...other, deviation: Math.max(after, ROUNDING) },
    { ...base, deviation: Math.max(before, ROUNDING) },
  );
};
