/** What an agent remembers of a simulated customer. */
import type { Memory } from '../../providers/llm/language-model.js';
import type { SimulatedCustomer } from '../../schemas/simulations/customer.js';

const DAY_MS = 86_400_000;
const DATE = '2026-01-01';

/** Facts that were learned yesterday; empty if the scenario gives none. `now`: ms since the epoch. Pure. */
export const memoriesOf = ({ memory = [] }: SimulatedCustomer, now: number): readonly Memory[] => {
  const day = new Date(now - DAY_MS).toISOString().slice(0, DATE.length);
  return memory.map((text) => ({ day, kind: 'fact', text, by: null }));
};
