/** Agents. */
import type { Database } from 'better-sqlite3';
import type { AgentEvent, AgentProfile } from '../../actors/agent/events.js';
import type { AgentResource } from '../../schemas/agents/agent.js';
import { DEFAULT_VOICEMAIL, type Voicemail } from '../../schemas/agents/voicemail.js';
import { assertNever } from '../../schemas/assert.js';
import { type PageParameters, pageWithin, positionOf } from '../kernel/cursor.js';
import { iso } from '../kernel/dates.js';
import { type PageRequest, type SerialisedPage, serialisedPage } from '../kernel/page.js';
import type { Stored } from '../kernel/stored-event.js';

/**
 * `profile`: JSON as on the wire (see {@link profileText}); its channel and its name are also columns, for lists. `voicemail`:
 * JSON, null for the default. `remembers`: whether its memory is on. `version`: the published one. Times in ms since the epoch.
 */
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
  voicemail TEXT,
  remembers INTEGER NOT NULL DEFAULT 0,
  version INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (business_id, id)
) WITHOUT ROWID;
CREATE INDEX agents_by_age ON agents (business_id, created_at DESC, id DESC);
CREATE INDEX agents_active ON agents (business_id, channel, created_at DESC, id DESC) WHERE status = 'active';
`;

interface AgentColumns {
  readonly businessId: string;
  readonly id: string;
  readonly channel: string;
  readonly name: string;
  readonly profile: string;
  readonly required: number;
  readonly at: number;
}

/** The fields of an agent that are shown unchanged, and no others: lists pass the text on without parsing it. */
export const profileText = (profile: AgentProfile): string => {
  const { channel, name, instructions, languageCode, instagramCollectMobileEnabled } = profile;
  const { dataSourceIds, contactCategoryIds, dataSourceVariables, voiceSettings, chatSettings } = profile;
  return JSON.stringify({
    channel,
    name,
    instructions,
    languageCode,
    dataSourceIds,
    contactCategoryIds,
    dataSourceVariables,
    voiceSettings,
    ...(chatSettings === undefined ? {} : { chatSettings }),
    instagramCollectMobileEnabled,
  } satisfies AgentProfile);
};

/** Projects agents. */
export const projectAgents = (db: Database): ((stored: Stored<AgentEvent>) => void) => {
  const create = db.prepare<AgentColumns & { readonly referenceName: string }>(
    `INSERT INTO agents (business_id, id, reference_name, status, channel, name, profile, contact_context_required,
       created_at, updated_at)
     VALUES (:businessId, :id, :referenceName, 'active', :channel, :name, :profile, :required, :at, :at)`,
  );
  const update = db.prepare<AgentColumns>(
    `UPDATE agents SET channel = :channel, name = :name, profile = :profile, contact_context_required = :required,
       version = version + 1, updated_at = :at WHERE business_id = :businessId AND id = :id`,
  );
  const archive = db.prepare<{ businessId: string; id: string; at: number }>(
    `UPDATE agents SET status = 'archived', updated_at = :at WHERE business_id = :businessId AND id = :id`,
  );

  const touch = db.prepare<{ businessId: string; id: string; at: number }>(
    'UPDATE agents SET updated_at = :at WHERE business_id = :businessId AND id = :id',
  );
  const setVoicemail = db.prepare<{ businessId: string; id: string; voicemail: string; at: number }>(
    `UPDATE agents SET voicemail = :voicemail, updated_at = :at WHERE business_id = :businessId AND id = :id`,
  );

  const setMemory = db.prepare<{ businessId: string; id: string; remembers: number; at: number }>(
    `UPDATE agents SET remembers = :remembers, updated_at = :at WHERE business_id = :businessId AND id = :id`,
  );

  return ({ businessId, id, at, event }) => {
    switch (event.type) {
      case 'agent.created': {
        const { referenceName } = event;
        const { channel, name } = event.profile;
        const required = event.contactContextRequired ? 1 : 0;
        const profile = profileText(event.profile);
        create.run({ businessId, id, referenceName, channel, name, profile, required, at });
        return;
      }
      case 'agent.updated': {
        const { channel, name } = event.profile;
        const required = event.contactContextRequired ? 1 : 0;
        update.run({ businessId, id, channel, name, profile: profileText(event.profile), required, at });
        return;
      }
      case 'agent.voicemail_set':
        setVoicemail.run({ businessId, id, voicemail: JSON.stringify(event.voicemail), at });
        return;
      case 'agent.analysis_set':
        touch.run({ businessId, id, at });
        return;
      case 'agent.draft_saved':
      case 'agent.draft_discarded':
      case 'agent.split_started':
      case 'agent.split_ended':
        return;
      case 'agent.memory_set':
        setMemory.run({ businessId, id, remembers: Number(event.enabled), at });
        return;
      case 'agent.archived':
        archive.run({ businessId, id, at });
        return;
      default:
        assertNever(event);
    }
  };
};

interface AgentRow {
  readonly id: string;
  readonly reference_name: string;
  readonly status: AgentResource['status'];
  readonly profile: string;
  readonly contact_context_required: number;
  readonly version: number;
  readonly created_at: number;
  readonly updated_at: number;
}

/** An agent as JSON, in pieces: the row's own columns, and the stored profile. */
const piecesOf = (row: AgentRow): readonly string[] => {
  const own = JSON.stringify({
    id: row.id,
    referenceName: row.reference_name,
    status: row.status,
    version: row.version,
    contactContextRequired: row.contact_context_required === 1,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  });
  return [`${own.slice(0, -1)},`, row.profile.slice(1)];
};

/** Queries on agents. */
export const agentQueries = (db: Database) => {
  const page = db.prepare<PageParameters<'businessId'>, AgentRow>(
    `SELECT * FROM agents WHERE business_id = :businessId AND (created_at, id) < (:createdAt, :id)
     ORDER BY created_at DESC, id DESC LIMIT :count`,
  );
  const byId = db.prepare<[string, string], AgentRow>(
    'SELECT * FROM agents WHERE business_id = ? AND id = ?',
  );
  const remembers = db
    .prepare<[string, string], number>('SELECT remembers FROM agents WHERE business_id = ? AND id = ?')
    .pluck();
  const voicemail = db.prepare<[string, string], { voicemail: string | null }>(
    'SELECT voicemail FROM agents WHERE business_id = ? AND id = ?',
  );
  return {
    /** Newest first, including archived ones; a page of large agents holds fewer than requested. */
    agents: (businessId: string, { limit, cursor }: PageRequest): SerialisedPage<AgentResource> => {
      const scope = ['agents', businessId];
      const rows = page.iterate({ businessId, ...positionOf(scope, cursor), count: limit + 1 });
      const { items, nextCursor } = pageWithin(scope, rows, limit, ({ profile }) => profile.length, piecesOf);
      return serialisedPage(items, nextCursor);
    },
    /** Whether the agent is given what is remembered of a contact; false if there is no such agent. */
    agentRemembers: (businessId: string, agentId: string): boolean =>
      remembers.get(businessId, agentId) === 1,
    /** The agent's behaviour when a machine answers. */
    voicemailOf: (businessId: string, agentId: string): Voicemail => {
      const row = voicemail.get(businessId, agentId);
      return row === undefined || row.voicemail === null ? DEFAULT_VOICEMAIL : JSON.parse(row.voicemail);
    },
    agent: (businessId: string, agentId: string): AgentResource | null => {
      const row = byId.get(businessId, agentId);
      return row === undefined ? null : JSON.parse(piecesOf(row).join(''));
    },
  };
};
