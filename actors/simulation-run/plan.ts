/** The conversations of a run, in the order in which they begin. Pure. */
import type { SimulatedCustomer } from '../../schemas/simulations/customer.js';
import type { ScenarioContent } from '../../schemas/simulations/kept-scenario.js';

interface PlannedConversation {
  readonly customer: SimulatedCustomer;
  /** Of this customer, from 1. */
  readonly run: number;
}

/** `runs`: conversations of each customer; null: as the scenario says. */
export const planOf = (
  { customers, runs: usual = 1 }: Pick<ScenarioContent, 'customers' | 'runs'>,
  runs: number | null,
): readonly PlannedConversation[] =>
  customers.flatMap((customer) =>
    Array.from({ length: runs ?? customer.runs ?? usual }, (_, index) => ({ customer, run: index + 1 })),
  );
