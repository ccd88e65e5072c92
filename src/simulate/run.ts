/** Plays a scenario: every customer as often as requested, several conversations at a time, with verdicts on each. */
import type { Judge } from '../../operations/simulations/judging.js';
import { verdictsOn } from '../../operations/simulations/verdicts.js';
import type { RehearsedConversation } from '../../schemas/simulations/conversation.js';
import type { SimulatedCustomer } from '../../schemas/simulations/customer.js';
import type { Scenario } from '../../schemas/simulations/scenario.js';
import type { Played } from './results/report.js';

interface PlannedConversation {
  readonly customer: SimulatedCustomer;
  readonly run: number;
  /** Position among all conversations, from 0. */
  readonly place: number;
}

/** Plays one conversation. A rejection is a fault of the simulation. */
export type PlayConversation = (planned: PlannedConversation) => Promise<RehearsedConversation>;

export interface RunOptions {
  readonly play: PlayConversation;
  /** Null: no criterion needs one. */
  readonly judge: Judge | null;
  /** Number of concurrent conversations. */
  readonly atOnce: number;
  /** How often every customer talks to the agent; null: as often as the scenario says, or once. */
  readonly runs: number | null;
  readonly onPlayed: (played: Played) => void;
}

/** The conversations, in the order of the scenario. */
export const runScenario = async (scenario: Scenario, options: RunOptions): Promise<readonly Played[]> => {
  const { atOnce, runs, onPlayed } = options;
  const planned = scenario.customers
    .flatMap((customer) =>
      Array.from({ length: runs ?? customer.runs ?? scenario.runs ?? 1 }, (_, index) => ({
        customer,
        run: index + 1,
      })),
    )
    .map((entry, place) => ({ ...entry, place }));
  const played: Played[] = [];
  const queue = [...planned];
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const conversation = await playConversation(scenario, options, next);
      played[next.place] = conversation;
      onPlayed(conversation);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, planned.length) }, worker));
  return played;
};

const playConversation = async (
  { criteria }: Scenario,
  { judge, play }: RunOptions,
  planned: PlannedConversation,
): Promise<Played> => {
  const beganAt = performance.now();
  const startedAt = new Date().toISOString();
  let conversation: RehearsedConversation;
  try {
    conversation = await play(planned);
  } catch (error) {
    const why = error instanceof Error ? error.message : 'for an unknown reason';
    const problem = { of: 'simulation', text: `the conversation failed: ${why}` } as const;
    conversation = { lines: [], toolUses: [], endReason: null, answerMs: [], problem };
  }
  const seconds = Math.round((performance.now() - beganAt) / 100) / 10;
  const verdicts = await verdictsOn(conversation, criteria, judge);
  return { customer: planned.customer.name, run: planned.run, startedAt, seconds, ...conversation, verdicts };
};
