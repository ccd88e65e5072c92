/** Splits: recipients of an agent, or of one of its campaigns, divided between the published version and another one. */
import type { Database } from 'better-sqlite3';
import type { AgentEvent, SplitEnd } from '../../actors/agent/events.js';
import type { SplitResource } from '../../schemas/agents/split.js';
import { type PageParameters, pageWithin, positionOf } from '../kernel/cursor.js';
import { iso, isoOrNull } from '../kernel/dates.js';
import type { Page, PageRequest } from '../kernel/page.js';
import type { Stored } from '../kernel/stored-event.js';

/**
 * `published`: the version that the other recipients get. `campaign_id`: null for a split of the agent itself. `ended_at`: null while it
 * divides recipients. Times in ms since the epoch.
 */
export const SPLIT_TABLES = `
CREATE TABLE agent_splits (
  business_id TEXT NOT NULL,
  id TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  campaign_id TEXT,
  published INTEGER NOT NULL,
  version INTEGER NOT NULL,
  percent INTEGER NOT NULL,
  author_type TEXT,
  author_id TEXT,
  created_at INTEGER NOT NULL,
  ended_at INTEGER,
  reason TEXT,
  winner INTEGER,
  PRIMARY KEY (business_id, id)
) WITHOUT ROWID;
CREATE INDEX agent_splits_by_age ON agent_splits (business_id, agent_id, created_at DESC, id DESC);
CREATE INDEX agent_splits_running ON agent_splits (business_id, agent_id) WHERE ended_at IS NULL;
`;

interface NewSplit {
  readonly businessId: string;
  readonly id: string;
  readonly agentId: string;
  readonly campaignId: string | null;
  readonly version: number;
  readonly percent: number;
  readonly authorType: string | null;
  readonly authorId: string | null;
  readonly at: number;
}

/** Projects splits; after the agents, whose published version they take. */
export const projectSplits = (db: Database): ((stored: Stored<AgentEvent>) => void) => {
  const start = db.prepare<NewSplit>(
    `INSERT INTO agent_splits (business_id, id, agent_id, campaign_id, published, version, percent, author_type, author_id, created_at)
     SELECT :businessId, :id, :agentId, :campaignId, version, :version, :percent, :authorType, :authorId, :at
     FROM agents WHERE business_id = :businessId AND id = :agentId`,
  );
  const end = db.prepare<{
    businessId: string;
    id: string;
    reason: SplitEnd;
    winner: number | null;
    at: number;
  }>(
    `UPDATE agent_splits SET ended_at = :at, reason = :reason, winner = :winner
     WHERE business_id = :businessId AND id = :id AND ended_at IS NULL`,
  );
  return ({ businessId, id: agentId, at, event }) => {
    if (event.type === 'agent.split_started') {
      const { splitId: id, campaignId, version, percent, by } = event;
      const authorType = by?.type ?? null;
      const authorId = by === undefined ? null : by.type === 'user' ? by.userId : by.keyId;
      start.run({ businessId, id, agentId, campaignId, version, percent, authorType, authorId, at });
    }
    if (event.type === 'agent.split_ended') {
      const { splitId: id, reason, winner } = event;
      end.run({ businessId, id, reason, winner, at });
    }
  };
};

interface SplitRow {
  readonly id: string;
  readonly agent_id: string;
  readonly campaign_id: string | null;
  readonly published: number;
  readonly version: number;
  readonly percent: number;
  readonly author_type: 'user' | 'key' | null;
  readonly author_id: string | null;
  readonly created_at: number;
  readonly ended_at: number | null;
  readonly reason: SplitEnd | null;
  readonly winner: number | null;
}

const splitOf = (row: SplitRow): SplitResource => ({
  splitId: row.id,
  agentId: row.agent_id,
  campaignId: row.campaign_id,
  published: row.published,
  version: row.version,
  percent: row.percent,
  startedAt: iso(row.created_at),
  startedBy: row.author_type === null ? null : { type: row.author_type, id: row.author_id ?? '' },
  endedAt: isoOrNull(row.ended_at),
  end: row.reason === null ? null : { reason: row.reason, winner: row.winner },
});

/** Bytes of a split in an answer, at most. */
const SPLIT_BYTES = 500;

/** Queries on splits. */
export const splitQueries = (db: Database) => {
  const running = db.prepare<{ businessId: string; agentId: string; campaignId: string | null }, SplitRow>(
    `SELECT * FROM agent_splits WHERE business_id = :businessId AND agent_id = :agentId AND ended_at IS NULL
       AND campaign_id IS :campaignId`,
  );
  const byId = db.prepare<[string, string, string], SplitRow>(
    'SELECT * FROM agent_splits WHERE business_id = ? AND agent_id = ? AND id = ?',
  );
  const page = db.prepare<PageParameters<'businessId' | 'agentId'>, SplitRow>(
    `SELECT * FROM agent_splits WHERE business_id = :businessId AND agent_id = :agentId AND (created_at, id) < (:createdAt, :id)
     ORDER BY created_at DESC, id DESC LIMIT :count`,
  );
  return {
    /** The split that divides the recipients of an agent, or of one of its campaigns; null: none does. */
    runningSplit: (businessId: string, agentId: string, campaignId: string | null): SplitResource | null => {
      const row = running.get({ businessId, agentId, campaignId });
      return row === undefined ? null : splitOf(row);
    },
    agentSplit: (businessId: string, agentId: string, splitId: string): SplitResource | null => {
      const row = byId.get(businessId, agentId, splitId);
      return row === undefined ? null : splitOf(row);
    },
    /** Newest first, also those that have ended. */
    agentSplits: (
      businessId: string,
      agentId: string,
      { limit, cursor }: PageRequest,
    ): Page<SplitResource> => {
      const scope = ['agent-splits', businessId, agentId];
      const rows = page.iterate({ businessId, agentId, ...positionOf(scope, cursor), count: limit + 1 });
      return pageWithin(scope, rows, limit, () => SPLIT_BYTES, splitOf);
    },
  };
};
