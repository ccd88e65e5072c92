/** The tables of campaigns and their iterations, and their rows. */
import type { CampaignChannel, IterationStatus } from '../../schemas/campaigns/states.js';

/** `closed`: why no contacts are made although it runs; `hold_…`: the wait of a block, and its end (ms since the epoch). */
export const CAMPAIGN_TABLES = `
CREATE TABLE campaigns (
  business_id TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  objective TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (business_id, id)
) WITHOUT ROWID;
CREATE INDEX campaigns_by_age ON campaigns (business_id, created_at DESC, id DESC);
CREATE TABLE iterations (
  id TEXT PRIMARY KEY,
  business_id TEXT NOT NULL,
  campaign_id TEXT NOT NULL,
  ordinal INTEGER NOT NULL,
  channel TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  status TEXT NOT NULL,
  settings TEXT NOT NULL,
  audience_ready INTEGER NOT NULL DEFAULT 0,
  closed TEXT,
  hold_reason TEXT,
  hold_until INTEGER,
  start_at INTEGER,
  started_at INTEGER,
  ended_at INTEGER,
  created_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX iterations_by_campaign ON iterations (campaign_id, ordinal);
CREATE INDEX iterations_running ON iterations (business_id, started_at DESC) WHERE status = 'running';
`;

/** A stored campaign. */
export interface CampaignRow {
  readonly id: string;
  readonly name: string;
  readonly objective: string;
  readonly created_at: number;
}

/** A stored iteration. */
export interface IterationRow {
  readonly id: string;
  readonly campaign_id: string;
  readonly ordinal: number;
  readonly channel: CampaignChannel;
  readonly agent_id: string;
  readonly status: IterationStatus;
  readonly settings: string;
  readonly audience_ready: number;
  readonly closed: string | null;
  readonly hold_reason: 'credit' | 'agent' | 'channel' | 'limit' | null;
  readonly hold_until: number | null;
  readonly start_at: number | null;
  readonly started_at: number | null;
  readonly ended_at: number | null;
  readonly created_at: number;
}
