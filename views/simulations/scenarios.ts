/** Scenarios that businesses keep. */
import type { Database } from 'better-sqlite3';
import type { SimulationScenarioEvent } from '../../actors/simulation-scenario/events.js';
import { assertNever } from '../../schemas/assert.js';
import type { ScenarioContent, ScenarioResource } from '../../schemas/simulations/kept-scenario.js';
import { pageWithin, positionOf } from '../kernel/cursor.js';
import { iso } from '../kernel/dates.js';
import type { Page, PageRequest } from '../kernel/page.js';
import type { Stored } from '../kernel/stored-event.js';

/** `scenario`: JSON. Removed scenarios have no row. Times in ms since the epoch. */
export const SIMULATION_SCENARIO_TABLES = `
CREATE TABLE simulation_scenarios (
  business_id TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  agent_id TEXT,
  channel TEXT NOT NULL,
  scenario TEXT NOT NULL,
  revision INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (business_id, id)
) WITHOUT ROWID;
CREATE INDEX simulation_scenarios_by_age ON simulation_scenarios (business_id, created_at DESC, id DESC);
`;

/** Projects scenarios. */
export const projectSimulationScenarios = (
  db: Database,
): ((stored: Stored<SimulationScenarioEvent>) => void) => {
  const save = db.prepare<{
    businessId: string;
    id: string;
    name: string;
    agentId: string | null;
    channel: string;
    scenario: string;
    at: number;
  }>(
    `INSERT INTO simulation_scenarios (business_id, id, name, agent_id, channel, scenario, revision, created_at, updated_at)
     VALUES (:businessId, :id, :name, :agentId, :channel, :scenario, 1, :at, :at)
     ON CONFLICT DO UPDATE SET name = excluded.name, agent_id = excluded.agent_id, scenario = excluded.scenario,
       revision = revision + 1, updated_at = excluded.updated_at`,
  );
  const remove = db.prepare<[string, string]>(
    'DELETE FROM simulation_scenarios WHERE business_id = ? AND id = ?',
  );
  return ({ businessId, id, at, event }) => {
    switch (event.type) {
      case 'simulation_scenario.saved': {
        const { name, agentId, channel, scenario } = event;
        save.run({ businessId, id, name, agentId, channel, scenario: JSON.stringify(scenario), at });
        return;
      }
      case 'simulation_scenario.removed':
        remove.run(businessId, id);
        return;
      default:
        assertNever(event);
    }
  };
};

interface ScenarioRow {
  readonly id: string;
  readonly name: string;
  readonly agent_id: string | null;
  readonly channel: ScenarioResource['channel'];
  readonly scenario: string;
  readonly revision: number;
  readonly created_at: number;
  readonly updated_at: number;
}

const toScenario = (row: ScenarioRow): ScenarioResource => {
  const scenario: ScenarioContent = JSON.parse(row.scenario);
  return {
    scenarioId: row.id,
    name: row.name,
    agentId: row.agent_id,
    channel: row.channel,
    revision: row.revision,
    scenario,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  };
};

/** Queries on scenarios. */
export const simulationScenarioQueries = (db: Database) => {
  const byId = db.prepare<[string, string], ScenarioRow>(
    'SELECT * FROM simulation_scenarios WHERE business_id = ? AND id = ?',
  );
  const count = db.prepare<[string], { readonly scenarios: number }>(
    'SELECT count(*) AS scenarios FROM simulation_scenarios WHERE business_id = ?',
  );
  const list = db.prepare<
    {
      readonly businessId: string;
      readonly agentId: string | null;
      readonly createdAt: number;
      readonly id: string;
      readonly count: number;
    },
    ScenarioRow
  >(
    `SELECT * FROM simulation_scenarios WHERE business_id = :businessId AND (created_at, id) < (:createdAt, :id)
       AND (:agentId IS NULL OR agent_id IS NULL OR agent_id = :agentId)
     ORDER BY created_at DESC, id DESC LIMIT :count`,
  );
  return {
    simulationScenario: (businessId: string, scenarioId: string): ScenarioResource | null => {
      const row = byId.get(businessId, scenarioId);
      return row === undefined ? null : toScenario(row);
    },
    countSimulationScenarios: (businessId: string): number => count.get(businessId)?.scenarios ?? 0,
    /** Newest first. `agentId`: those of the agent and those for any; null: all. @throws DomainError cursor_invalid */
    simulationScenarios: (
      businessId: string,
      agentId: string | null,
      { limit, cursor }: PageRequest,
    ): Page<ScenarioResource> => {
      const scope = ['simulation-scenarios', businessId, agentId];
      const rows = list.iterate({ businessId, agentId, ...positionOf(scope, cursor), count: limit + 1 });
      return pageWithin(scope, rows, limit, ({ scenario }) => scenario.length, toScenario);
    },
  };
};
