/** The comparison of two runs of a scenario: scores by criterion, and the verdicts that changed. Pure. */
import {
  MAX_CHANGES,
  type SimulationComparison,
  type SimulationRunDetail,
} from '../../schemas/simulations/run.js';
import { rateDifference, scoreDifference } from '../../schemas/simulations/statistics.js';
import type { OutcomesOfConversation } from '../../views/simulations/index.js';

/** A run, and how its conversations were judged. */
interface ComparedRun {
  readonly run: SimulationRunDetail;
  readonly conversations: readonly OutcomesOfConversation[];
}

/** Criteria and conversations are matched by their names: the scenario may have changed in between. */
export const comparisonOf = (base: ComparedRun, other: ComparedRun): SimulationComparison => {
  const changes = changesBetween(base, other);
  return {
    base: summaryOf(base.run),
    other: summaryOf(other.run),
    criteria: base.run.criteria.flatMap((before) => {
      const after = other.run.criteria.find(({ criterion }) => criterion === before.criterion);
      if (after === undefined) return [];
      return [
        {
          criterion: before.criterion,
          base: before,
          other: after,
          passRate: rateDifference(before, after),
          score: scoreDifference(before, after),
        },
      ];
    }),
    changedVerdicts: changes.length,
    changes: changes.slice(0, MAX_CHANGES),
  };
};

const summaryOf = ({ instructions: _, criteria: _criteria, ...run }: SimulationRunDetail) => run;

const changesBetween = (base: ComparedRun, other: ComparedRun): SimulationComparison['changes'] => {
  const verdictsOf = ({ run, conversations }: ComparedRun) =>
    conversations.flatMap(({ customer, run: ordinal, judged }) =>
      run.criteria.flatMap(({ criterion }, index) => {
        const outcome = judged[index]?.outcome;
        return outcome === undefined ? [] : [{ customer, run: ordinal, criterion, outcome }];
      }),
    );
  const keyOf = ({ customer, run, criterion }: Omit<ReturnType<typeof verdictsOf>[number], 'outcome'>) =>
    JSON.stringify([customer, run, criterion]);
  const before = new Map(verdictsOf(base).map((verdict) => [keyOf(verdict), verdict.outcome]));
  return verdictsOf(other).flatMap(({ outcome, ...verdict }) => {
    const was = before.get(keyOf(verdict));
    return was === undefined || was === outcome ? [] : [{ ...verdict, base: was, other: outcome }];
  });
};
