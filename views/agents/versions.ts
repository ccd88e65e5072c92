/** Earlier versions of agents: the newest of each, to compare and to restore. */
import type { Database } from 'better-sqlite3';
import type { AgentEvent } from '../../actors/agent/events.js';
import { type AgentVersion, MAX_STORED_VERSIONS } from '../../schemas/agents/version.js';
import { type PageParameters, pageWithin, positionOf } from '../kernel/cursor.js';
import { iso } from '../kernel/dates.js';
import type { Page, PageRequest } from '../kernel/page.js';
import type { Stored } from '../kernel/stored-event.js';
import { profileText } from './agents.js';

/** `profile`: JSON as on the wire; `author_type`: user or key, null if unknown. `restored`: the
 * version that it repeats, null: none. Times in ms since the epoch. */
export const VERSION_TABLES = `
CREATE TABLE agent_versions (
  business_id TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  profile TEXT NOT NULL,
  author_type TEXT,
  author_id TEXT,
  note TEXT,
  restored INTEGER,
  at INTEGER NOT NULL,
  PRIMARY KEY (business_id, agent_id, version)
) WITHOUT ROWID;
`;

interface VersionColumns {
  readonly businessId: string;
  readonly id: string;
  readonly profile: string;
  readonly authorType: string | null;
  readonly authorId: string | null;
  readonly note: string | null;
  readonly restored: number | null;
  readonly at: number;
}

/** Projects agents, and deletes all but their newest {@link MAX_STORED_VERSIONS} versions. */
export const projectVersions = (db: Database): ((stored: Stored<AgentEvent>) => void) => {
  const add = db.prepare<VersionColumns>(
    `INSERT INTO agent_versions (business_id, agent_id, version, profile, author_type, author_id, note, restored, at)
     SELECT :businessId, :id, COALESCE(MAX(version), 0) + 1, :profile, :authorType, :authorId, :note, :restored, :at
     FROM agent_versions WHERE business_id = :businessId AND agent_id = :id`,
  );
  const forget = db.prepare<{ businessId: string; id: string; kept: number }>(
    `DELETE FROM agent_versions WHERE business_id = :businessId AND agent_id = :id AND version <=
       (SELECT MAX(version) FROM agent_versions WHERE business_id = :businessId AND agent_id = :id) - :kept`,
  );
  return ({ businessId, id, at, event }) => {
    if (event.type !== 'agent.created' && event.type !== 'agent.updated') return;
    const { profile, by } = event;
    const { note = null, restored = null } = event.type === 'agent.updated' ? event : {};
    add.run({
      businessId,
      id,
      profile: profileText(profile),
      authorType: by?.type ?? null,
      authorId: by === undefined ? null : by.type === 'user' ? by.userId : by.keyId,
      note,
      restored,
      at,
    });
    forget.run({ businessId, id, kept: MAX_STORED_VERSIONS });
  };
};

interface VersionRow {
  readonly id: string;
  /** The version: the list is ordered by it, so it takes the column that pages use for the time. */
  readonly created_at: number;
  readonly profile: string;
  readonly author_type: 'user' | 'key' | null;
  readonly author_id: string | null;
  readonly author_name: string | null;
  readonly note: string | null;
  readonly restored: number | null;
  readonly at: number;
}

const versionOf = (row: VersionRow): AgentVersion => ({
  version: row.created_at,
  createdAt: iso(row.at),
  by:
    row.author_type === null
      ? null
      : { type: row.author_type, id: row.author_id ?? '', name: row.author_name },
  ...(row.note === null ? {} : { note: row.note }),
  ...(row.restored === null ? {} : { restored: row.restored }),
  ...JSON.parse(row.profile),
});

/** Queries on versions. */
export const versionQueries = (db: Database) => {
  const rows = `SELECT v.agent_id AS id, v.version AS created_at, v.profile, v.author_type, v.author_id, v.note, v.restored, v.at,
       CASE v.author_type WHEN 'user' THEN u.name WHEN 'key' THEN k.name END AS author_name
     FROM agent_versions v
     LEFT JOIN console_users u ON v.author_type = 'user' AND u.id = v.author_id
     LEFT JOIN keys k ON v.author_type = 'key' AND k.id = v.author_id
     WHERE v.business_id = :businessId AND v.agent_id = :agentId`;
  const byNumber = db.prepare<{ businessId: string; agentId: string; version: number }, VersionRow>(
    `${rows} AND v.version = :version`,
  );
  const page = db.prepare<PageParameters<'businessId' | 'agentId'>, VersionRow>(
    `${rows} AND (v.version, v.agent_id) < (:createdAt, :id)
     ORDER BY v.version DESC LIMIT :count`,
  );
  const current = db
    .prepare<[string, string], number | null>(
      'SELECT MAX(version) FROM agent_versions WHERE business_id = ? AND agent_id = ?',
    )
    .pluck();
  return {
    /** The number of the current version; null if there is no such agent. */
    agentVersionOf: (businessId: string, agentId: string): number | null =>
      current.get(businessId, agentId) ?? null,
    /** Null: there is none, or it is no longer kept. */
    agentVersion: (businessId: string, agentId: string, version: number): AgentVersion | null => {
      const row = byNumber.get({ businessId, agentId, version });
      return row === undefined ? null : versionOf(row);
    },
    /** Newest first; a page of large versions holds fewer than requested. */
    agentVersions: (
      businessId: string,
      agentId: string,
      { limit, cursor }: PageRequest,
    ): Page<AgentVersion> => {
      const scope = ['agent-versions', businessId, agentId];
      const rows = page.iterate({ businessId, agentId, ...positionOf(scope, cursor), count: limit + 1 });
      return pageWithin(scope, rows, limit, ({ profile }) => profile.length, versionOf);
    },
  };
};
