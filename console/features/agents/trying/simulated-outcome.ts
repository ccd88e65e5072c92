/** Whether simulated customers were served well. Pure. */
import type { Data } from '../../../api/client.js';

type Detail = Data<'readSimulationRun'>['simulationRun'];

type Outcome =
  | { readonly type: 'running' }
  /** No conversation was judged. */
  | { readonly type: 'nothing' }
  | { readonly type: 'passed' }
  /** How many verdicts were not met, or not reached, and of how many. */
  | { readonly type: 'failed'; readonly missed: number; readonly of: number };

/** A run passed if every conversation met every criterion. */
export const outcomeOf = ({ status, criteria }: Pick<Detail, 'status' | 'criteria'>): Outcome => {
  if (status === 'running') return { type: 'running' };
  const passed = criteria.reduce((sum, criterion) => sum + criterion.passed, 0);
  const missed = criteria.reduce((sum, { failed, errors }) => sum + failed + errors, 0);
  if (passed + missed === 0) return { type: 'nothing' };
  return missed === 0 ? { type: 'passed' } : { type: 'failed', missed, of: passed + missed };
};

/** Limit of the service. */
const MOST_RUNS = 100;

/** Conversations of each customer of a scenario, so that together they are about as many as asked for. */
export const runsFor = (customers: number, ofScenario: number): number =>
  Math.min(MOST_RUNS, Math.max(1, Math.round((customers || 1) / Math.max(1, ofScenario))));
