/** The conversations of simulation runs. */
import type { Database } from 'better-sqlite3';
import type { SimulationRunEvent } from '../../actors/simulation-run/events.js';
import type { KeptConversation, SimulatedConversation } from '../../schemas/simulations/run.js';
import type { Judged } from '../../schemas/simulations/statistics.js';
import { numberOf, PAGE_CHARACTERS, pageByNumber } from '../kernel/cursor.js';
import { iso } from '../kernel/dates.js';
import type { Page, PageRequest } from '../kernel/page.js';
import type { Stored } from '../kernel/stored-event.js';

/** `outcomes`: JSON of how each criterion was judged, in the order of the scenario; `conversation`: JSON of the rest. */
export const SIMULATION_CONVERSATION_TABLES = `
CREATE TABLE simulation_conversations (
  business_id TEXT NOT NULL,
  run_id TEXT NOT NULL,
  place INTEGER NOT NULL,
  customer TEXT NOT NULL,
  run INTEGER NOT NULL,
  outcomes TEXT NOT NULL,
  conversation TEXT NOT NULL,
  ended_at INTEGER NOT NULL,
  PRIMARY KEY (business_id, run_id, place)
) WITHOUT ROWID;
`;

/** Stores a conversation. */
export const writeConversation = (db: Database) => {
  const insert = db.prepare<{
    businessId: string;
    id: string;
    place: number;
    customer: string;
    run: number;
    outcomes: string;
    conversation: string;
    at: number;
  }>(
    `INSERT INTO simulation_conversations (business_id, run_id, place, customer, run, outcomes, conversation, ended_at)
     VALUES (:businessId, :id, :place, :customer, :run, :outcomes, :conversation, :at)`,
  );
  return (
    { businessId, id, at }: Stored<SimulationRunEvent>,
    {
      place,
      customer,
      run,
      conversation,
    }: Extract<SimulationRunEvent, { readonly type: 'simulation_run.played' }>,
  ): void => {
    const judged: readonly Judged[] = conversation.verdicts.map(({ outcome, score = null }) => ({
      outcome,
      score,
    }));
    insert.run({
      businessId,
      id,
      place,
      customer,
      run,
      outcomes: JSON.stringify(judged),
      conversation: JSON.stringify(conversation),
      at,
    });
  };
};

/** How the criteria were judged in one conversation, in the order of the scenario. */
export interface OutcomesOfConversation {
  readonly customer: string;
  readonly run: number;
  readonly judged: readonly Judged[];
}

/** The outcomes of all conversations of a run that have ended, in the order of their places. */
export const outcomesOfRun = (db: Database) => {
  const all = db.prepare<
    [string, string],
    { readonly customer: string; readonly run: number; readonly outcomes: string }
  >(
    `SELECT customer, run, outcomes FROM simulation_conversations WHERE business_id = ? AND run_id = ?
     ORDER BY place`,
  );
  return (businessId: string, runId: string): readonly OutcomesOfConversation[] =>
    all.all(businessId, runId).map(({ customer, run, outcomes }) => {
      const judged: readonly Judged[] = JSON.parse(outcomes);
      return { customer, run, judged };
    });
};

interface ConversationRow {
  readonly place: number;
  readonly customer: string;
  readonly run: number;
  readonly conversation: string;
  readonly ended_at: number;
}

const toConversation = (row: ConversationRow): SimulatedConversation => {
  const conversation: KeptConversation = JSON.parse(row.conversation);
  const { place, customer, run } = row;
  return { place, customer, run, endedAt: iso(row.ended_at), ...conversation };
};

/** Queries on conversations. */
export const simulationConversationQueries = (db: Database) => {
  const page = db.prepare<
    {
      readonly businessId: string;
      readonly runId: string;
      readonly after: number;
      readonly count: number;
    },
    ConversationRow
  >(
    `SELECT place, customer, run, conversation, ended_at FROM simulation_conversations
     WHERE business_id = :businessId AND run_id = :runId AND place > :after ORDER BY place LIMIT :count`,
  );
  return {
    outcomesOfSimulation: outcomesOfRun(db),
    /** In the order of their places; a page ends early where conversations are long. @throws DomainError cursor_invalid */
    simulatedConversations: (
      businessId: string,
      runId: string,
      { limit, cursor }: PageRequest,
    ): Page<SimulatedConversation> => {
      const scope = ['simulated-conversations', businessId, runId];
      const rows: ConversationRow[] = [];
      let characters = 0;
      let maxRows = limit;
      const after = numberOf(scope, cursor, -1);
      for (const row of page.iterate({ businessId, runId, after, count: limit + 1 })) {
        characters += row.conversation.length;
        if (rows.length > 0 && characters > PAGE_CHARACTERS) maxRows = Math.min(maxRows, rows.length);
        rows.push(row);
        if (rows.length > maxRows) break;
      }
      return pageByNumber(scope, rows, maxRows, ({ place }) => place, toConversation);
    },
  };
};
