/** Campaigns and their iterations, with how far each has come. */
import type { Database } from 'better-sqlite3';
import type { CampaignEvent } from '../../actors/campaign/events.js';
import type { IterationEvent } from '../../actors/iteration/events.js';
import { assertNever } from '../../schemas/assert.js';
import {
  type CampaignChannel,
  type CampaignResource,
  type Counts,
  type IterationResource,
  type IterationStatus,
  type MEMBERSHIP_STATUSES,
  OUTCOMES,
  type Progress,
  type SettledSettings,
  settledSettings,
} from '../../schemas/campaign.js';
import { type ListScope, numberOf, pageByNumber, pageOf, positionOf } from '../kernel/cursor.js';
import { iso, isoOrNull } from '../kernel/dates.js';
import type { Page, PageRequest } from '../kernel/page.js';
import type { Stored } from '../kernel/stored-event.js';

/** `closed`: why nobody is contacted though it runs; `hold_…`: what a block waits for, and until when (ms since the epoch). */
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
`;

export const projectCampaigns = (db: Database): ((stored: Stored<CampaignEvent>) => void) => {
  const create = db.prepare<[string, string, string, string, number]>(
    'INSERT INTO campaigns (business_id, id, name, objective, created_at) VALUES (?, ?, ?, ?, ?)',
  );
  const plan = db.prepare<
    [string, string, string, number, string, string, string, string, number | null, number]
  >(
    `INSERT INTO iterations (id, business_id, campaign_id, ordinal, channel, agent_id, status, settings, start_at,
       created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return ({ businessId, id, at, event }) => {
    switch (event.type) {
      case 'campaign.created':
        create.run(businessId, id, event.name, event.objective, at);
        return;
      case 'campaign.iteration_planned': {
        const { iterationId, channel, agentId, settings, startAt } = event.plan;
        const status = startAt === null ? 'draft' : 'scheduled';
        plan.run(
          ...([iterationId, businessId, id, event.ordinal, channel, agentId] as const),
          ...([status, JSON.stringify(settings), startAt, at] as const),
        );
        return;
      }
      case 'campaign.iteration_opened':
        return;
      default:
        assertNever(event);
    }
  };
};

export const projectIterations = (db: Database): ((stored: Stored<IterationEvent>) => void) => {
  const move = db.prepare<[string, string]>('UPDATE iterations SET status = ? WHERE id = ?');
  const start = db.prepare<[number, string]>(
    `UPDATE iterations SET status = 'running', started_at = coalesce(started_at, ?) WHERE id = ?`,
  );
  const end = db.prepare<[string, number, string]>(
    'UPDATE iterations SET status = ?, ended_at = ?, closed = NULL, hold_reason = NULL WHERE id = ?',
  );
  const close = db.prepare<[string | null, string]>('UPDATE iterations SET closed = ? WHERE id = ?');
  const ready = db.prepare<[string]>('UPDATE iterations SET audience_ready = 1 WHERE id = ?');
  return ({ id, at, event }) => {
    switch (event.type) {
      case 'iteration.block_loaded':
        if (event.cursor === null) ready.run(id);
        return;
      case 'iteration.started':
        start.run(at, id);
        return;
      case 'iteration.paused':
        move.run('paused', id);
        return;
      case 'iteration.cancelling':
        move.run('cancelling', id);
        return;
      case 'iteration.ended':
        end.run(event.status, at, id);
        return;
      case 'iteration.gate_changed':
        close.run(event.gate === 'closed' ? event.reason : null, id);
        return;
      case 'iteration.created':
      case 'iteration.permitted':
      case 'iteration.block_directed':
      case 'iteration.block_reported':
      case 'iteration.sized':
      case 'iteration.size_due':
        return;
      default:
        assertNever(event);
    }
  };
};

/** What of an iteration is the same for ever. */
export interface IterationFacts {
  readonly campaignId: string;
  readonly campaignName: string;
  readonly iterationId: string;
  readonly ordinal: number;
  readonly channel: CampaignChannel;
  readonly agentId: string;
}

interface CampaignRow {
  readonly id: string;
  readonly name: string;
  readonly objective: string;
  readonly created_at: number;
}

interface IterationRow {
  readonly id: string;
  readonly campaign_id: string;
  readonly ordinal: number;
  readonly channel: CampaignChannel;
  readonly agent_id: string;
  readonly status: IterationStatus;
  readonly settings: string;
  readonly audience_ready: number;
  readonly closed: string | null;
  readonly hold_reason: 'credit' | 'agent' | 'channel' | null;
  readonly hold_until: number | null;
  readonly start_at: number | null;
  readonly started_at: number | null;
  readonly ended_at: number | null;
  readonly created_at: number;
}

/** The pace is that of the last minutes: what was long ago says little about the end. */
const PACE_MINUTES = 10;
const MINUTE_MS = 60_000;

export const campaignQueries = (db: Database) => {
  const list = db.prepare<[string, number, string, number], CampaignRow>(
    `SELECT * FROM campaigns WHERE business_id = ? AND (created_at, id) < (?, ?)
     ORDER BY created_at DESC, id DESC LIMIT ?`,
  );
  const one = db.prepare<[string, string], CampaignRow>(
    'SELECT * FROM campaigns WHERE business_id = ? AND id = ?',
  );
  const iterations = db.prepare<[string, number, number], IterationRow>(
    'SELECT * FROM iterations WHERE campaign_id = ? AND ordinal > ? ORDER BY ordinal LIMIT ?',
  );
  const iteration = db.prepare<[string, string], IterationRow>(
    'SELECT * FROM iterations WHERE id = ? AND campaign_id = ?',
  );
  const ofAgent = db.prepare<[string, string], { readonly name: string }>(
    `SELECT c.name FROM campaigns c JOIN iterations i ON i.campaign_id = c.id
     WHERE c.business_id = ? AND i.agent_id = ? AND i.status NOT IN ('completed', 'cancelled') LIMIT 1`,
  );
  const facts = db.prepare<[string, string], IterationFacts>(
    `SELECT c.id AS campaignId, c.name AS campaignName, i.id AS iterationId, i.ordinal, i.channel, i.agent_id AS agentId
     FROM iterations i JOIN campaigns c ON c.business_id = i.business_id AND c.id = i.campaign_id
     WHERE i.business_id = ? AND i.id = ?`,
  );
  const latest = db.prepare<[string], IterationRow>(
    'SELECT * FROM iterations WHERE campaign_id = ? ORDER BY ordinal DESC LIMIT 1',
  );
  const counts = db.prepare<[string], { readonly status: keyof Counts; readonly n: number }>(
    'SELECT status, n FROM membership_counts WHERE iteration_id = ?',
  );
  const pace = db.prepare<[string, number, number], { readonly n: number | null }>(
    'SELECT sum(n) AS n FROM iteration_pace WHERE iteration_id = ? AND minute >= ? AND minute <= ?',
  );

  const countsOf = (iterationId: string): Counts => {
    const found = { ...NO_COUNTS };
    for (const { status, n } of counts.all(iterationId)) {
      found[status] = n;
      found.total += n;
    }
    return found;
  };

  const progressOf = (row: IterationRow, all: Counts, at: number): Progress => {
    const finished = OUTCOMES.reduce((sum, outcome) => sum + all[outcome], 0);
    const until = row.ended_at ?? at;
    const since = Math.max(row.started_at ?? until, until - PACE_MINUTES * MINUTE_MS);
    const minutes = Math.max(1, (until - since) / MINUTE_MS);
    const done = pace.get(row.id, Math.floor(since / MINUTE_MS), Math.floor(until / MINUTE_MS))?.n ?? 0;
    const perMinute = Math.round((done / minutes) * 10) / 10;
    const left = all.total - finished;
    const moves = row.status === 'running' && perMinute > 0 && left > 0;
    return {
      finished,
      percent: all.total === 0 ? 0 : Math.floor((finished * 100) / all.total),
      perMinute,
      estimatedEndAt: moves ? iso(at + Math.ceil((left / perMinute) * MINUTE_MS)) : null,
      waitingFor: waitingFor(row, at),
    };
  };

  const toIteration = (row: IterationRow, at: number): IterationResource => {
    const all = countsOf(row.id);
    // What was stored before a setting existed has its default.
    const settings: SettledSettings = { ...settledSettings(), ...JSON.parse(row.settings) };
    return {
      id: row.id,
      campaignId: row.campaign_id,
      ordinal: row.ordinal,
      channel: row.channel,
      agentId: row.agent_id,
      status: row.status,
      settings,
      audienceReady: row.audience_ready === 1,
      counts: all,
      progress: progressOf(row, all, at),
      startAt: isoOrNull(row.start_at),
      startedAt: isoOrNull(row.started_at),
      endedAt: isoOrNull(row.ended_at),
      createdAt: iso(row.created_at),
    };
  };

  const toCampaign = (row: CampaignRow, at: number): CampaignResource => {
    const current = latest.get(row.id);
    if (current === undefined) throw new Error('a campaign has no iteration');
    const currentIteration = toIteration(current, at);
    const { channel, agentId, status, counts: all } = currentIteration;
    return {
      id: row.id,
      name: row.name,
      objective: row.objective,
      channel,
      agentId,
      status,
      currentIteration,
      counts: all,
      createdAt: iso(row.created_at),
    };
  };

  return {
    /** Newest first; `at`: now, ms since the epoch, for paces. */
    campaigns: (businessId: string, { limit, cursor }: PageRequest, at: number): Page<CampaignResource> => {
      const scope: ListScope = ['campaigns', businessId];
      const from = positionOf(scope, cursor);
      const rows = list.all(businessId, from.createdAt, from.id, limit + 1);
      return pageOf(scope, rows, limit, (row) => toCampaign(row, at));
    },
    campaign: (businessId: string, campaignId: string, at: number): CampaignResource | null => {
      const row = one.get(businessId, campaignId);
      return row === undefined ? null : toCampaign(row, at);
    },
    campaignOfAgent: (businessId: string, agentId: string): string | null =>
      ofAgent.get(businessId, agentId)?.name ?? null,
    /** In their order. */
    iterations: (campaignId: string, { limit, cursor }: PageRequest, at: number): Page<IterationResource> => {
      const scope: ListScope = ['iterations', campaignId];
      const after = numberOf(scope, cursor, 0);
      const rows = iterations.all(campaignId, after, limit + 1);
      return pageByNumber(
        scope,
        rows,
        limit,
        ({ ordinal }) => ordinal,
        (row) => toIteration(row, at),
      );
    },
    iterationFacts: (businessId: string, iterationId: string): IterationFacts | null =>
      facts.get(businessId, iterationId) ?? null,
    iteration: (campaignId: string, iterationId: string, at: number): IterationResource | null => {
      const row = iteration.get(iterationId, campaignId);
      return row === undefined ? null : toIteration(row, at);
    },
  };
};

const NO_COUNTS: Record<keyof Counts, number> = {
  total: 0,
  pending: 0,
  claimed: 0,
  active: 0,
  retry_wait: 0,
  completed: 0,
  no_answer: 0,
  busy: 0,
  failed: 0,
  cancelled: 0,
  skipped: 0,
} satisfies Record<'total' | (typeof MEMBERSHIP_STATUSES)[number], number>;

const waitingFor = (row: IterationRow, at: number): Progress['waitingFor'] => {
  switch (row.status) {
    case 'draft':
    case 'scheduled':
    case 'paused':
      return row.audience_ready === 0 ? 'audience' : 'start';
    case 'running':
      if (row.closed === 'window') return 'window';
      return row.hold_until !== null && row.hold_until > at ? row.hold_reason : null;
    case 'cancelling':
    case 'cancelled':
    case 'completed':
      return null;
  }
};
