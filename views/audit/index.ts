/** The audit logs of businesses and of the installation, newest first. Rows are added and never changed. */
import type { Database } from 'better-sqlite3';
import { AUDIT_KIND, type AuditEvent } from '../../actors/audit/events.js';
import type { AuditActorType, AuditEntryResource, AuditOutcome } from '../../schemas/accounts/audit.js';
import { type PageParameters, pageOf, positionOf } from '../kernel/cursor.js';
import { iso } from '../kernel/dates.js';
import type { Page, PageRequest } from '../kernel/page.js';
import type { Stored } from '../kernel/stored-event.js';
import { defineView, following } from '../kernel/view.js';

/** `created_at`: when the request arrived, ms since the epoch. */
const AUDIT_TABLES = `
CREATE TABLE audit_entries (
  business_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  id TEXT NOT NULL,
  actor_type TEXT NOT NULL,
  actor_id TEXT,
  action TEXT NOT NULL,
  target TEXT,
  outcome TEXT NOT NULL,
  code TEXT,
  client TEXT,
  user_agent TEXT,
  request_id TEXT,
  omitted INTEGER NOT NULL,
  PRIMARY KEY (business_id, created_at, id)
) WITHOUT ROWID;
CREATE INDEX audit_of_actor ON audit_entries (business_id, actor_id, created_at, id);
CREATE INDEX audit_of_action ON audit_entries (business_id, action, created_at, id);
CREATE INDEX audit_of_target ON audit_entries (business_id, target, created_at, id);
CREATE INDEX audit_of_outcome ON audit_entries (business_id, outcome, created_at, id);
`;

interface AuditRow {
  readonly id: string;
  readonly created_at: number;
  readonly actor_type: AuditActorType;
  readonly actor_id: string | null;
  readonly actor_name: string | null;
  readonly action: string;
  readonly target: string | null;
  readonly outcome: AuditOutcome;
  readonly code: string | null;
  readonly client: string | null;
  readonly user_agent: string | null;
  readonly request_id: string | null;
  readonly omitted: number;
}

/** Projects the log. */
const projectAudit = (db: Database): ((stored: Stored<AuditEvent>) => void) => {
  const enter = db.prepare<Omit<AuditRow, 'actor_name'> & { readonly business_id: string }>(
    `INSERT INTO audit_entries (business_id, created_at, id, actor_type, actor_id, action, target, outcome, code,
       client, user_agent, request_id, omitted)
     VALUES (:business_id, :created_at, :id, :actor_type, :actor_id, :action, :target, :outcome, :code,
       :client, :user_agent, :request_id, :omitted)`,
  );
  return ({ businessId, seq, index, event: { entry } }) => {
    enter.run({
      business_id: businessId,
      created_at: entry.at,
      id: `${seq}-${index}`,
      actor_type: entry.actor.type,
      actor_id: entry.actor.id,
      action: entry.action,
      target: entry.target,
      outcome: entry.outcome,
      code: entry.code,
      client: entry.client,
      user_agent: entry.userAgent,
      request_id: entry.requestId,
      omitted: entry.omitted,
    });
  };
};

const toEntry = (row: AuditRow): AuditEntryResource => ({
  id: row.id,
  at: iso(row.created_at),
  actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
  action: row.action,
  target: row.target,
  outcome: row.outcome,
  code: row.code,
  client: row.client,
  userAgent: row.user_agent,
  requestId: row.request_id,
  omitted: row.omitted,
});

/** Null: any. `from` and `to` in ms since the epoch, `to` excluded. */
export interface AuditFilter {
  readonly actor: string | null;
  readonly action: string | null;
  readonly outcome: AuditOutcome | null;
  readonly target: string | null;
  readonly from: number;
  readonly to: number;
}

const CONDITIONS = {
  actor: 'actor_id = :actor',
  action: 'action = :action',
  outcome: 'outcome = :outcome',
  target: 'target = :target',
} as const;

const FILTERS = ['actor', 'action', 'outcome', 'target'] as const;

type AuditParameters = PageParameters<'businessId'> & AuditFilter;

/** Queries on the log. */
const auditQueries = (db: Database) => {
  // One statement for each set of filters, so that each uses its index.
  const statements = new Map<string, ReturnType<typeof prepare>>();
  const prepare = (conditions: string) =>
    db.prepare<AuditParameters, AuditRow>(
      `SELECT id, created_at, actor_type, actor_id, action, target, outcome, code, client, user_agent, request_id,
         omitted, CASE actor_type
           WHEN 'user' THEN (SELECT name FROM console_users WHERE console_users.id = actor_id)
           WHEN 'key' THEN (SELECT name FROM keys WHERE keys.id = actor_id AND keys.business_id = :businessId)
         END AS actor_name
       FROM audit_entries
       WHERE business_id = :businessId AND (created_at, id) < (:createdAt, :id)
         AND created_at >= :from AND created_at < :to ${conditions}
       ORDER BY created_at DESC, id DESC LIMIT :count`,
    );
  const statementFor = (filter: AuditFilter) => {
    const conditions = FILTERS.filter((name) => filter[name] !== null)
      .map((name) => `AND ${CONDITIONS[name]}`)
      .join(' ');
    const statement = statements.get(conditions) ?? prepare(conditions);
    statements.set(conditions, statement);
    return statement;
  };
  return {
    /** Newest first. @throws DomainError cursor_invalid */
    auditEntries: (
      businessId: string,
      filter: AuditFilter,
      { limit, cursor }: PageRequest,
    ): Page<AuditEntryResource> => {
      const { actor, action, outcome, target, from, to } = filter;
      const scope = ['audit', businessId, actor, action, outcome, target, from, to];
      const rows = statementFor(filter).all({
        businessId,
        ...filter,
        ...positionOf(scope, cursor),
        count: limit + 1,
      });
      return pageOf(scope, rows, limit, toEntry);
    },
  };
};

export const audit = defineView({
  name: 'audit',
  tables: [AUDIT_TABLES],
  projections: [following(AUDIT_KIND, projectAudit)],
  queries: auditQueries,
});
