/** Agents. */
import type { Database } from 'better-sqlite3';
import type { AgentEvent, AgentProfile } from '../actors/agent/events.js';
import type { AgentResource } from '../schemas/agent.js';
import { assertNever } from '../schemas/assert.js';
import { iso } from './dates.js';
import type { Stored } from './stored-event.js';

export const AGENT_TABLES = `
CREATE TABLE agents (
  business_id TEXT NOT NULL,
  id TEXT NOT NULL,
  reference_name TEXT NOT NULL,
  status TEXT NOT NULL,
  profile TEXT NOT NULL,
  contact_context_required INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (business_id, id)
) WITHOUT ROWID;
CREATE INDEX agents_by_age ON agents (business_id, created_at DESC, id DESC);
`;

export const projectAgents = (db: Database): ((stored: Stored<AgentEvent>) => void) => {
  const create = db.prepare<[string, string, string, string, number, number, number]>(
    `INSERT INTO agents (business_id, id, reference_name, status, profile, contact_context_required, created_at, updated_at)
     VALUES (?, ?, ?, 'active', ?, ?, ?, ?)`,
  );
  const update = db.prepare<[string, number, number, string, string]>(
    'UPDATE agents SET profile = ?, contact_context_required = ?, updated_at = ? WHERE business_id = ? AND id = ?',
  );
  const archive = db.prepare<[number, string, string]>(
    `UPDATE agents SET status = 'archived', updated_at = ? WHERE business_id = ? AND id = ?`,
  );

  return ({ businessId, id, at, event }) => {
    switch (event.type) {
      case 'agent.created': {
        const required = event.contactContextRequired ? 1 : 0;
        create.run(businessId, id, event.referenceName, JSON.stringify(event.profile), required, at, at);
        return;
      }
      case 'agent.updated':
        update.run(JSON.stringify(event.profile), event.contactContextRequired ? 1 : 0, at, businessId, id);
        return;
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
  const all = db.prepare<[string], AgentRow>(
    'SELECT * FROM agents WHERE business_id = ? ORDER BY created_at DESC, id DESC',
  );
  const byId = db.prepare<[string, string], AgentRow>(
    'SELECT * FROM agents WHERE business_id = ? AND id = ?',
  );
  return {
    /** Archived ones too; newest first. */
    agents: (businessId: string): readonly AgentResource[] => all.all(businessId).map(toResource),
    agent: (businessId: string, agentId: string): AgentResource | null => {
      const row = byId.get(businessId, agentId);
      return row === undefined ? null : toResource(row);
    },
  };
};
