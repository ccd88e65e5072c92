/** Simulation runs. */
import type { Database } from 'better-sqlite3';
import type { SimulationRunEvent } from '../../actors/simulation-run/events.js';
import { assertNever } from '../../schemas/assert.js';
import type {
  SimulationRunDetail,
  SimulationRunResource,
  SimulationRunStatus,
} from '../../schemas/simulations/run.js';
import { scoreOf } from '../../schemas/simulations/statistics.js';
import { pageOf, positionOf } from '../kernel/cursor.js';
import { iso, isoOrNull } from '../kernel/dates.js';
import type { Page, PageRequest } from '../kernel/page.js';
import type { Stored } from '../kernel/stored-event.js';
import { outcomesOfRun, writeConversation } from './conversations.js';

/** `criteria`: names as JSON, in the order of the outcomes. Times in ms since the epoch, amounts in microcredits. */
export const SIMULATION_RUN_TABLES = `
CREATE TABLE simulation_runs (
  business_id TEXT NOT NULL,
  id TEXT NOT NULL,
  scenario_id TEXT NOT NULL,
  scenario_name TEXT NOT NULL,
  scenario_revision INTEGER NOT NULL,
  agent_id TEXT NOT NULL,
  agent_version INTEGER,
  own_instructions INTEGER NOT NULL,
  channel TEXT NOT NULL,
  tools TEXT NOT NULL,
  instructions TEXT NOT NULL,
  criteria TEXT NOT NULL,
  status TEXT NOT NULL,
  conversations INTEGER NOT NULL,
  price INTEGER NOT NULL,
  played INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  charged INTEGER NOT NULL DEFAULT 0,
  cancelled INTEGER NOT NULL DEFAULT 0,
  expires_at INTEGER NOT NULL,
  ended_at INTEGER,
  outcome TEXT,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (business_id, id)
) WITHOUT ROWID;
CREATE INDEX simulation_runs_by_age ON simulation_runs (business_id, created_at DESC, id DESC);
CREATE INDEX simulation_runs_running ON simulation_runs (business_id) WHERE status = 'running';
`;

const OF_RUN = 'WHERE business_id = :businessId AND id = :id';

const estimateWriter = (db: Database) => {
  const insert = db.prepare<{
    businessId: string;
    id: string;
    scenarioId: string;
    scenarioName: string;
    scenarioRevision: number;
    agentId: string;
    agentVersion: number | null;
    ownInstructions: number;
    channel: string;
    tools: string;
    instructions: string;
    criteria: string;
    conversations: number;
    price: number;
    expiresAt: number;
    at: number;
  }>(
    `INSERT INTO simulation_runs (business_id, id, scenario_id, scenario_name, scenario_revision, agent_id, agent_version,
       own_instructions, channel, tools, instructions, criteria, status, conversations, price, expires_at, created_at)
     VALUES (:businessId, :id, :scenarioId, :scenarioName, :scenarioRevision, :agentId, :agentVersion, :ownInstructions,
       :channel, :tools, :instructions, :criteria, 'estimated', :conversations, :price, :expiresAt, :at)`,
  );
  return (
    { businessId, id, at }: Stored<SimulationRunEvent>,
    event: Extract<SimulationRunEvent, { readonly type: 'simulation_run.estimated' }>,
  ): void => {
    const { agent, scenario, conversations, priceMicrocredits: price, expiresAt } = event;
    insert.run({
      businessId,
      id,
      scenarioId: scenario.scenarioId,
      scenarioName: scenario.name,
      scenarioRevision: scenario.revision,
      agentId: agent.agentId,
      agentVersion: agent.version,
      ownInstructions: Number(agent.ownInstructions),
      channel: scenario.channel,
      tools: scenario.content.tools?.mode ?? 'mocked',
      instructions: agent.profile.instructions,
      criteria: JSON.stringify(scenario.content.criteria.map(({ name }) => name)),
      conversations,
      price,
      expiresAt,
      at,
    });
  };
};

/** Projects runs and their conversations. */
export const projectSimulationRuns = (db: Database): ((stored: Stored<SimulationRunEvent>) => void) => {
  const estimate = estimateWriter(db);
  const converse = writeConversation(db);
  const move = db.prepare<{ businessId: string; id: string; status: SimulationRunStatus }>(
    `UPDATE simulation_runs SET status = :status ${OF_RUN}`,
  );
  const count = db.prepare<{ businessId: string; id: string; played: number; failed: number }>(
    `UPDATE simulation_runs SET played = played + :played, failed = failed + :failed ${OF_RUN}`,
  );
  const cancel = db.prepare<{ businessId: string; id: string }>(
    `UPDATE simulation_runs SET cancelled = 1 ${OF_RUN}`,
  );
  const end = db.prepare<{ businessId: string; id: string; outcome: string; at: number }>(
    `UPDATE simulation_runs SET outcome = CASE cancelled WHEN 1 THEN 'cancelled' ELSE :outcome END, ended_at = :at ${OF_RUN}`,
  );
  // A run is shown as completed only once its charge is known.
  const settle = db.prepare<{ businessId: string; id: string; charged: number }>(
    `UPDATE simulation_runs SET status = outcome, charged = :charged ${OF_RUN}`,
  );
  return (stored) => {
    const { businessId, id, at, event } = stored;
    switch (event.type) {
      case 'simulation_run.estimated':
        estimate(stored, event);
        return;
      case 'simulation_run.confirmed':
        move.run({ businessId, id, status: 'running' });
        return;
      case 'simulation_run.unfunded':
        move.run({ businessId, id, status: 'estimated' });
        return;
      case 'simulation_run.played':
        converse(stored, event);
        count.run({ businessId, id, played: event.failed ? 0 : 1, failed: event.failed ? 1 : 0 });
        return;
      case 'simulation_run.cancelled':
        cancel.run({ businessId, id });
        return;
      case 'simulation_run.ended':
        end.run({ businessId, id, outcome: event.status, at });
        return;
      case 'simulation_run.settled':
        settle.run({ businessId, id, charged: event.chargedMicrocredits });
        return;
      case 'simulation_run.funded':
        return;
      default:
        assertNever(event);
    }
  };
};

interface RunRow {
  readonly id: string;
  readonly scenario_id: string;
  readonly scenario_name: string;
  readonly scenario_revision: number;
  readonly agent_id: string;
  readonly agent_version: number | null;
  readonly own_instructions: number;
  readonly channel: SimulationRunResource['channel'];
  readonly tools: SimulationRunResource['tools'];
  readonly status: SimulationRunStatus;
  readonly conversations: number;
  readonly price: number;
  readonly played: number;
  readonly failed: number;
  readonly charged: number;
  readonly expires_at: number;
  readonly ended_at: number | null;
  readonly created_at: number;
}

const toRun = (row: RunRow): SimulationRunResource => ({
  simulationRunId: row.id,
  scenarioId: row.scenario_id,
  scenarioName: row.scenario_name,
  scenarioRevision: row.scenario_revision,
  agentId: row.agent_id,
  agentVersion: row.agent_version,
  ownInstructions: row.own_instructions === 1,
  channel: row.channel,
  tools: row.tools,
  status: row.status,
  conversations: row.conversations,
  played: row.played,
  failed: row.failed,
  maxChargeMicrocredits: row.conversations * row.price,
  chargedMicrocredits: row.charged,
  createdAt: iso(row.created_at),
  expiresAt: iso(row.expires_at),
  endedAt: isoOrNull(row.ended_at),
});

/** Null: any. */
interface SimulationRunFilter {
  readonly scenarioId: string | null;
  readonly agentId: string | null;
  readonly agentVersion: number | null;
}

const SHOWN = `id, scenario_id, scenario_name, scenario_revision, agent_id, agent_version, own_instructions, channel, tools, status,
  conversations, price, played, failed, charged, expires_at, ended_at, created_at`;

/** Queries on runs. */
export const simulationRunQueries = (db: Database) => {
  const byId = db.prepare<
    [string, string],
    RunRow & { readonly instructions: string; readonly criteria: string }
  >(`SELECT ${SHOWN}, instructions, criteria FROM simulation_runs WHERE business_id = ? AND id = ?`);
  const running = db.prepare<[string], { readonly runs: number }>(
    "SELECT count(*) AS runs FROM simulation_runs WHERE business_id = ? AND status = 'running'",
  );
  const list = db.prepare<
    SimulationRunFilter & {
      readonly businessId: string;
      readonly createdAt: number;
      readonly id: string;
      readonly count: number;
    },
    RunRow
  >(
    `SELECT ${SHOWN} FROM simulation_runs WHERE business_id = :businessId AND (created_at, id) < (:createdAt, :id)
       AND (:scenarioId IS NULL OR scenario_id = :scenarioId) AND (:agentId IS NULL OR agent_id = :agentId)
       AND (:agentVersion IS NULL OR agent_version = :agentVersion)
     ORDER BY created_at DESC, id DESC LIMIT :count`,
  );
  const outcomes = outcomesOfRun(db);
  return {
    simulationRun: (businessId: string, runId: string): SimulationRunDetail | null => {
      const row = byId.get(businessId, runId);
      if (row === undefined) return null;
      const names: readonly string[] = JSON.parse(row.criteria);
      const found = outcomes(businessId, runId);
      const criteria = names.map((name, index) =>
        scoreOf(
          name,
          found.flatMap(({ judged }) => judged[index] ?? []),
        ),
      );
      return { ...toRun(row), instructions: row.instructions, criteria };
    },
    /** Runs that were started and have not ended. */
    countRunningSimulations: (businessId: string): number => running.get(businessId)?.runs ?? 0,
    /** Newest first. @throws DomainError cursor_invalid */
    simulationRuns: (
      businessId: string,
      { scenarioId, agentId, agentVersion }: SimulationRunFilter,
      { limit, cursor }: PageRequest,
    ): Page<SimulationRunResource> => {
      const scope = ['simulation-runs', businessId, scenarioId, agentId, agentVersion];
      const position = positionOf(scope, cursor);
      const filter = { scenarioId, agentId, agentVersion };
      return pageOf(scope, list.all({ businessId, ...filter, ...position, count: limit + 1 }), limit, toRun);
    },
  };
};
