/** Events of a scenario that a business keeps. */
import type { Author } from '../../schemas/accounts/audit.js';
import type { ScenarioContent } from '../../schemas/simulations/kept-scenario.js';
import type { SimulationChannel } from '../../schemas/simulations/scenario.js';
import { eventKind, type VersionsOf } from '../runtime/event-versions.js';

/** A scenario as it is kept. */
export interface StoredScenario {
  readonly name: string;
  /** Null: it is for any agent. */
  readonly agentId: string | null;
  readonly channel: SimulationChannel;
  readonly scenario: ScenarioContent;
}

export type SimulationScenarioEvent =
  /** `by`: the author of the change; absent: unknown. */
  | ({ readonly type: 'simulation_scenario.saved'; readonly by?: Author } & StoredScenario)
  | { readonly type: 'simulation_scenario.removed'; readonly by?: Author };

/** Each event with the version of the kind that is needed to read it (runtime/event-versions.ts). */
export const SIMULATION_SCENARIO_EVENTS = {
  'simulation_scenario.saved': 1,
  'simulation_scenario.removed': 1,
} as const satisfies VersionsOf<SimulationScenarioEvent>;

/** The kind, for readers of its events. */
export const SIMULATION_SCENARIO_KIND = eventKind<SimulationScenarioEvent>(
  'simulation-scenario',
  SIMULATION_SCENARIO_EVENTS,
);
