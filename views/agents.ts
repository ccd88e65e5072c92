/** Agents, as they are shown. */
import type { AgentEvent, AgentProfile } from '../actors/agent/events.js';
import type { AgentResource } from '../schemas/agent.js';
import { assertNever } from '../schemas/assert.js';
import type { Db } from './database.js';
import type { Position } from './position.js';

export const projectAgent = (db: Db, { business, id, at }: Position, event: AgentEvent): void => {
  const updatedAt = new Date(at).toISOString();
  const change = (fields: Partial<AgentResource>): void => {
    db.prepare('UPDATE agents SET resource = json_patch(resource, ?) WHERE business = ? AND id = ?').run(
      JSON.stringify({ ...fields, updatedAt }),
      business,
      id,
    );
  };
  switch (event.type) {
    case 'agent.created': {
      const resource: AgentResource = {
        id,
        referenceName: event.referenceName,
        status: 'active',
        contactContextRequired: event.contactContextRequired,
        ...shown(event.profile),
        createdAt: updatedAt,
        updatedAt,
      };
      db.prepare('INSERT OR IGNORE INTO agents (id, business, created_at, resource) VALUES (?, ?, ?, ?)').run(
        id,
        business,
        at,
        JSON.stringify(resource),
      );
      return;
    }
    case 'agent.updated': {
      const row = db
        .prepare<[string, string], { resource: string }>(
          'SELECT resource FROM agents WHERE business = ? AND id = ?',
        )
        .get(business, id);
      if (row === undefined) return;
      // Replaced, not merged: a setting that is left out is gone.
      const before: AgentResource = JSON.parse(row.resource);
      const resource: AgentResource = {
        ...before,
        ...shown(event.profile),
        contactContextRequired: event.contactContextRequired,
        updatedAt,
      };
      db.prepare('UPDATE agents SET resource = ? WHERE business = ? AND id = ?').run(
        JSON.stringify(resource),
        business,
        id,
      );
      return;
    }
    case 'agent.archived':
      change({ status: 'archived' });
      return;
    default:
      assertNever(event);
  }
};

const shown = (profile: AgentProfile) => ({
  channel: profile.channel,
  name: profile.name,
  instructions: profile.instructions,
  languageCode: profile.languageCode,
  dataSourceIds: [...profile.dataSourceIds],
  contactCategoryIds: [...profile.contactCategoryIds],
  dataSourceVariables: [...profile.dataSourceVariables],
  voiceSettings: profile.voiceSettings,
  instagramCollectMobileEnabled: profile.instagramCollectMobileEnabled,
});

interface Row {
  readonly resource: string;
}

export const agentQueries = (db: Db) => {
  const all = db.prepare<[string], Row>(
    'SELECT resource FROM agents WHERE business = ? ORDER BY created_at DESC, id DESC',
  );
  const one = db.prepare<[string, string], Row>('SELECT resource FROM agents WHERE business = ? AND id = ?');
  const parse = (row: Row): AgentResource => JSON.parse(row.resource);
  return {
    agents: (businessId: string): readonly AgentResource[] => all.all(businessId).map(parse),
    agent: (businessId: string, agentId: string): AgentResource | null => {
      const row = one.get(businessId, agentId);
      return row === undefined ? null : parse(row);
    },
  };
};
