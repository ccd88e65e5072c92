/** Simulations: kept scenarios, runs, and the conversations of runs. */
import { SIMULATION_RUN_KIND } from '../../actors/simulation-run/events.js';
import { SIMULATION_SCENARIO_KIND } from '../../actors/simulation-scenario/events.js';
import { defineView, following } from '../kernel/view.js';
import { SIMULATION_CONVERSATION_TABLES, simulationConversationQueries } from './conversations.js';
import { projectSimulationRuns, SIMULATION_RUN_TABLES, simulationRunQueries } from './runs.js';
import {
  projectSimulationScenarios,
  SIMULATION_SCENARIO_TABLES,
  simulationScenarioQueries,
} from './scenarios.js';

export type { OutcomesOfConversation } from './conversations.js';

/** Simulations. */
export const simulations = defineView({
  name: 'simulations',
  tables: [SIMULATION_SCENARIO_TABLES, SIMULATION_RUN_TABLES, SIMULATION_CONVERSATION_TABLES],
  projections: [
    following(SIMULATION_SCENARIO_KIND, projectSimulationScenarios),
    following(SIMULATION_RUN_KIND, projectSimulationRuns),
  ],
  queries: (db) => ({
    ...simulationScenarioQueries(db),
    ...simulationRunQueries(db),
    ...simulationConversationQueries(db),
  }),
});
