/** Agents. */
import type { Database } from 'better-sqlite3';
import type { AgentEvent, AgentProfile } from '../../actors/agent/events.js';
import type { AgentResource } from '../../schemas/agent.js';
import { assertNever } from '../../schemas/assert.js';
import { pageWithin, positionOf } from '../kernel/cursor.js';
import { iso } from '../kernel/dates.js';
import type { Page, PageRequest } from '../kernel/page.js';
import type { Stored } from '../kernel/stored-event.js';

export const AGENT_TABLES = `
CREATE TABLE agents (
  business_id TEXT NOT NULL,
  id TEXT NOT NULL,
  reference_name TEXT NOT NULL,
  status TEXT NOT NULL,
  channel TEXT NOT NULL,
  name TEXT NOT NULL,
  profile TEXT NOT NULL,
  contact_context_required INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (business_id, id)
) WITHOUT ROWID;
CREATE INDEX agents_by_age ON agents (business_id, created_at DESC, id DESC);
CREATE INDEX agents_active ON agents (business_id, channel, created_at DESC, id DESC) WHERE status = 'active';
`;

export const projectAgents = (db: Database): ((stored: Stored<AgentEvent>) => void) => {
  const create = db.prepare<[string, string, string, string, string, string, number, number, number]>(
    `INSERT INTO agents (business_id, id, reference_name, status, channel, name, profile, contact_context_required,
       created_at, updated_at) VALUES (?, ?, ?, 'active', ?, ?, ?, ?, ?, ?)`,
  );
  const update = db.prepare<[string, string, string, number, number, string, string]>(
    `UPDATE agents SET channel = ?, name = ?, profile = ?, contact_context_required = ?, updated_at = ?
     WHERE business_id = ? AND id = ?`,
  );
  const archive = db.prepare<[number, string, string]>(
    `UPDATE agents SET status = 'archived', updated_at = ? WHERE business_id = ? AND id = ?`,
  );

  return ({ businessId, id, at, event }) => {
    switch (event.type) {
      case 'agent.created': {
        const { profile, referenceName } = event;
        const required = event.contactContextRequired ? 1 : 0;
        const text = JSON.stringify(profile);
        create.run(businessId, id, referenceName, profile.channel, profile.name, text, required, at, at);
        return;
      }
      case 'agent.updated': {
        const { profile } = event;
        const required = event.contactContextRequired ? 1 : 0;
        update.run(profile.channel, profile.name, JSON.stringify(profile), required, at, businessId, id);
        return;
      }
      case 'agent.archived':
        archive.run(at, businessId, id);
        return;
      default:
        assertNever(event);
    }
  };
};

interface AgentRow {
  readonly id: string;
  readonly reference_name: string;
  readonly status: 'active' | 'archived';
  readonly profile: string;
  readonly contact_context_required: number;
  readonly created_at: number;
  readonly updated_at: number;
}

const toResource = (row: AgentRow): AgentResource => {
  const profile: AgentProfile = JSON.parse(row.profile);
  return {
    id: row.id,
    referenceName: row.reference_name,
    channel: profile.channel,
    status: row.status,
    contactContextRequired: row.contact_context_required === 1,
    name: profile.name,
    instructions: profile.instructions,
    languageCode: profile.languageCode,
    dataSourceIds: [...profile.dataSourceIds],
    contactCategoryIds: [...profile.contactCategoryIds],
    dataSourceVariables: [...profile.dataSourceVariables],
    voiceSettings: profile.voiceSettings,
    instagramCollectMobileEnabled: profile.instagramCollectMobileEnabled,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  };
};

export const agentQueries = (db: Database) => {
  const page = db.prepare<[string, number, string, number], AgentRow>(
    `SELECT * FROM agents WHERE business_id = ? AND (created_at, id) < (?, ?)
     ORDER BY created_at DESC, id DESC LIMIT ?`,
  );
  const byId = db.prepare<[string, string], AgentRow>(
    'SELECT * FROM agents WHERE business_id = ? AND id = ?',
  );
  return {
    /** Archived ones too; newest first. */
    agents: (businessId: string, { limit, cursor }: PageRequest): Page<AgentResource> => {
      const scope = ['agents', businessId];
      const { createdAt, id } = positionOf(scope, cursor);
      const rows = page.iterate(businessId, createdAt, id, limit + 1);
      return pageWithin(scope, rows, limit, ({ profile }) => profile.length, toResource);
    },
    agent: (businessId: string, agentId: string): AgentResource | null => {
      const row = byId.get(businessId, agentId);
      return row === undefined ? null : toResource(row);
    },
  };
};
