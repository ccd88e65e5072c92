/** Operations on simulations with real actors and real tables, without a journal. */
import { agent } from '../../../actors/agent/index.js';
import { business } from '../../../actors/business/index.js';
import type { SimulationRunEvent } from '../../../actors/simulation-run/events.js';
import { simulationRun } from '../../../actors/simulation-run/index.js';
import type { SimulationScenarioEvent } from '../../../actors/simulation-scenario/events.js';
import { simulationScenario } from '../../../actors/simulation-scenario/index.js';
import type { Caller } from '../../../operations/caller.js';
import type { OperationsDeps } from '../../../operations/deps.js';
import { STANDARD_PRICES } from '../../../schemas/accounts/prices.js';
import { stub } from '../../../testkit/stub.js';
import { simulations } from '../../../views/simulations/index.js';
import { projectSimulationRuns } from '../../../views/simulations/runs.js';
import { projectSimulationScenarios } from '../../../views/simulations/scenarios.js';
import type { ViewStore } from '../../../views/views.js';
import { projecting, tablesOf } from '../../views/projected.js';
import { foldedActors } from '../actors/folded-actors.js';
import { AGENT_PROFILE } from './estimate.js';

const BUSINESS = 'b1';

/** The business b1, with credit. */
export const startSimulations = (microcredits = 1_000_000) => {
  const folded = foldedActors();
  const db = tablesOf(...simulations.tables);
  const showScenario = projecting<SimulationScenarioEvent>(db, projectSimulationScenarios, BUSINESS);
  const showRun = projecting<SimulationRunEvent>(db, projectSimulationRuns, BUSINESS);
  const ids = new Map<string, Set<string>>();
  const shown = new Map<string, number>();
  const fresh = <Event>(id: string, events: readonly Event[]): readonly Event[] => {
    const from = shown.get(id) ?? 0;
    shown.set(id, events.length);
    return events.slice(from);
  };
  const show = async (): Promise<void> => {
    for (const id of ids.get(simulationScenario.kind) ?? [])
      showScenario(id, 1_000, ...fresh(id, folded.foldOf(simulationScenario, id).events));
    for (const id of ids.get(simulationRun.kind) ?? [])
      showRun(id, 1_000, ...fresh(id, folded.foldOf(simulationRun, id).events));
  };
  folded
    .foldOf(business, BUSINESS)
    .apply({ type: 'create', name: 'B', lines: 1, microcredits, prices: STANDARD_PRICES }, 0);
  const actors: OperationsDeps['actors'] = {
    ...folded.actors,
    ask: (actor, ref, command, options) => {
      ids.set(actor.kind, (ids.get(actor.kind) ?? new Set()).add(ref.id));
      return folded.actors.ask(actor, ref, command, options);
    },
  };
  const views: Partial<ViewStore> = { ...simulations.queries(db), catchUp: show, waitFor: show };
  return {
    folded,
    deps: { actors, views: stub<ViewStore>(views) },
    callers: {
      call: (operationId: string, idempotencyKey: string): Caller => ({
        businessId: BUSINESS,
        operationId,
        idempotencyKey,
        at: 1_000,
      }),
    },
    /** An agent that writes, or one that calls. */
    createAgent: (id: string, channel: 'whatsapp' | 'voice' = 'whatsapp'): void => {
      folded.foldOf(agent, id).apply(
        {
          type: 'create',
          profile: { ...AGENT_PROFILE, channel },
          contactContextRequired: false,
        },
        0,
      );
    },
  };
};
