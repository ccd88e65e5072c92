/** The scores of an agent by criterion, over all conversations of a simulation. */
import type { CriterionScore, Verdict, VerdictOutcome } from '../../schemas/simulations/verdict.js';

/** Mean and standard deviation; null without values. Pure. */
export const spreadOf = (
  values: readonly number[],
): { readonly mean: number; readonly spread: number } | null => {
  if (values.length === 0) return null;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return { mean, spread: Math.sqrt(variance) };
};

const count = (verdicts: readonly Verdict[], wanted: VerdictOutcome): number =>
  verdicts.filter(({ outcome }) => outcome === wanted).length;

/** A score for each criterion, in the order of the verdicts. Pure. */
export const scoresOf = (verdicts: readonly Verdict[]): readonly CriterionScore[] =>
  [...new Set(verdicts.map(({ criterion }) => criterion))].map((criterion) => {
    const own = verdicts.filter((verdict) => verdict.criterion === criterion);
    const scores = spreadOf(own.flatMap(({ score }) => score ?? []));
    return {
      criterion,
      passed: count(own, 'passed'),
      failed: count(own, 'failed'),
      errors: count(own, 'error'),
      meanScore: scores?.mean ?? null,
      spread: scores?.spread ?? null,
    };
  });
