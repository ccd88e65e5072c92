/** Who is in an iteration, how often they were contacted and what came of it. */
import type { Database } from 'better-sqlite3';
import { BLOCK_SIZE, placeOfBlock } from '../../actors/recipients/block.js';
import type { RecipientsEvent } from '../../actors/recipients/events.js';
import { assertNever } from '../../schemas/assert.js';
import {
  type Attempt,
  type MembershipResource,
  type MembershipStatus,
  OUTCOMES,
  type Outcome,
} from '../../schemas/campaign.js';
import { type ListScope, numberOf, pageByNumber } from '../kernel/cursor.js';
import { iso, isoOrNull } from '../kernel/dates.js';
import type { Page, PageRequest, PlacedContact } from '../kernel/page.js';
import { rowNumber } from '../kernel/row-number.js';
import type { Stored } from '../kernel/stored-event.js';

/** `position`: the member's place in the iteration. `attempts`: JSON. */
export const MEMBERSHIP_TABLES = `
CREATE TABLE memberships (
  row INTEGER PRIMARY KEY,
  campaign_id TEXT NOT NULL,
  iteration_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  contact_id TEXT NOT NULL,
  status TEXT NOT NULL,
  attempts TEXT NOT NULL DEFAULT '[]',
  skip_reason TEXT,
  retry_at INTEGER,
  last_activity_at INTEGER,
  UNIQUE (iteration_id, position)
);
CREATE INDEX memberships_by_campaign ON memberships (campaign_id, row);
CREATE INDEX memberships_by_status ON memberships (campaign_id, status, row);
CREATE INDEX memberships_by_contact ON memberships (contact_id, campaign_id, row);
CREATE TABLE membership_counts (
  iteration_id TEXT NOT NULL,
  status TEXT NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (iteration_id, status)
) WITHOUT ROWID;
CREATE TABLE iteration_pace (
  iteration_id TEXT NOT NULL,
  minute INTEGER NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (iteration_id, minute)
) WITHOUT ROWID;
`;

const MINUTE_MS = 60_000;

interface MemberRow {
  readonly row: number;
  readonly contact_id: string;
  readonly iteration_id: string;
  readonly status: MembershipStatus;
  readonly attempts: string;
  readonly skip_reason: string | null;
  readonly retry_at: number | null;
  readonly last_activity_at: number | null;
}

const OVER: ReadonlySet<MembershipStatus> = new Set(OUTCOMES);

export const projectMemberships = (db: Database): ((stored: Stored<RecipientsEvent>) => void) => {
  const insert = db.prepare<[number, string, string, number, string, string, string | null]>(
    `INSERT INTO memberships (row, campaign_id, iteration_id, position, contact_id, status, skip_reason)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const find = db.prepare<[string, number], Pick<MemberRow, 'status' | 'attempts'>>(
    'SELECT status, attempts FROM memberships WHERE iteration_id = ? AND position = ?',
  );
  const update = db.prepare<[string, string, number | null, number, string, number]>(
    `UPDATE memberships SET status = ?, attempts = ?, retry_at = ?, last_activity_at = ?
     WHERE iteration_id = ? AND position = ?`,
  );
  const explain = db.prepare<[string, string, number]>(
    'UPDATE memberships SET skip_reason = ? WHERE iteration_id = ? AND position = ?',
  );
  const count = db.prepare<[string, string, number]>(
    `INSERT INTO membership_counts (iteration_id, status, n) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET n = n + excluded.n`,
  );
  const finish = db.prepare<[string, number, number]>(
    `INSERT INTO iteration_pace (iteration_id, minute, n) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET n = n + excluded.n`,
  );
  const hold = db.prepare<[string, number, string]>(
    'UPDATE iterations SET hold_reason = ?, hold_until = ? WHERE id = ?',
  );

  const changeAll = (
    { id, at }: Stored<unknown>,
    indexes: readonly number[],
    changesOf: (attempts: readonly Attempt[]) => {
      readonly status: MembershipStatus;
      readonly attempts?: readonly Attempt[];
      readonly retryAt?: number | null;
    },
  ): void => {
    const { iterationId, block } = placeOfBlock(id);
    const moved = new Map<MembershipStatus, number>();
    let finished = 0;
    for (const index of indexes) {
      const position = block * BLOCK_SIZE + index;
      const before = find.get(iterationId, position);
      if (before === undefined) continue;
      const known: readonly Attempt[] = JSON.parse(before.attempts);
      const { status, attempts, retryAt = null } = changesOf(known);
      const kept = attempts === undefined ? before.attempts : JSON.stringify(attempts);
      update.run(status, kept, retryAt, at, iterationId, position);
      moved.set(before.status, (moved.get(before.status) ?? 0) - 1);
      moved.set(status, (moved.get(status) ?? 0) + 1);
      if (OVER.has(status)) finished += 1;
    }
    for (const [status, n] of moved) if (n !== 0) count.run(iterationId, status, n);
    if (finished > 0) finish.run(iterationId, Math.floor(at / MINUTE_MS), finished);
  };

  return (stored) => {
    const { id, at, event } = stored;
    switch (event.type) {
      case 'recipients.created': {
        const { campaignId, iterationId, block } = event.link;
        let skipped = 0;
        for (const [index, { contactId, skip }] of event.members.entries()) {
          const status = skip === null ? 'pending' : 'skipped';
          if (skip !== null) skipped += 1;
          const row = rowNumber(stored, index);
          insert.run(row, campaignId, iterationId, block * BLOCK_SIZE + index, contactId, status, skip);
        }
        count.run(iterationId, 'skipped', skipped);
        count.run(iterationId, 'pending', event.members.length - skipped);
        return;
      }
      case 'recipients.claimed':
        changeAll(
          stored,
          event.claims.map(({ index }) => index),
          () => ({ status: 'claimed' }),
        );
        return;
      case 'recipients.released':
        changeAll(stored, event.indexes, (attempts) => ({
          status: attempts.length === 0 ? 'pending' : 'retry_wait',
        }));
        return;
      case 'recipient.contacted':
        changeAll(stored, [event.index], (attempts) => ({
          status: 'active',
          attempts: [...attempts, begun(event, at)],
        }));
        return;
      case 'recipient.ended': {
        const { outcome, retryAt } = event;
        changeAll(stored, [event.index], (attempts) => ({
          status: retryAt === null ? outcome : 'retry_wait',
          attempts: ended(attempts, outcome, at),
          retryAt,
        }));
        return;
      }
      case 'recipient.skipped': {
        const { iterationId, block } = placeOfBlock(id);
        changeAll(stored, [event.index], () => ({ status: 'skipped' }));
        explain.run(event.reason, iterationId, block * BLOCK_SIZE + event.index);
        return;
      }
      case 'recipients.cancelled':
        changeAll(stored, event.indexes, () => ({ status: 'cancelled' }));
        return;
      case 'recipients.held':
        hold.run(event.reason, event.until, placeOfBlock(id).iterationId);
        return;
      case 'recipients.permitted':
      case 'recipients.gated':
      case 'recipients.reported':
      case 'recipients.report_taken':
      case 'recipients.retries_due':
      case 'recipients.hold_ended':
      case 'recipient.withdrawn':
      case 'recipient.handed_over':
        return;
      default:
        assertNever(event);
    }
  };
};

const begun = (
  { activity }: Extract<RecipientsEvent, { type: 'recipient.contacted' }>,
  at: number,
): Attempt => ({
  callId: activity.kind === 'call' ? activity.id : null,
  messageId: activity.kind === 'message' ? activity.id : null,
  startedAt: iso(at),
  endedAt: null,
  outcome: null,
});

const ended = (attempts: readonly Attempt[], outcome: Outcome, at: number): readonly Attempt[] =>
  attempts.map((attempt, index) =>
    index === attempts.length - 1 && attempt.endedAt === null
      ? { ...attempt, endedAt: iso(at), outcome }
      : attempt,
  );

/** Which members; what is left out is all of them. */
export interface MembershipFilter {
  readonly iterationId?: string;
  readonly status?: MembershipStatus;
  readonly contactId?: string;
}

export const membershipQueries = (db: Database) => {
  const statements = new Map<string, ReturnType<typeof prepare>>();
  const prepare = (sql: string) => db.prepare<(string | number)[], MemberRow>(sql);
  const prepared = (sql: string) => {
    const statement = statements.get(sql) ?? prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  const contactAt = db.prepare<[string, number], { readonly contact_id: string }>(
    'SELECT contact_id FROM memberships WHERE iteration_id = ? AND position = ?',
  );
  return {
    contactAt: (iterationId: string, block: number, index: number): string | null =>
      contactAt.get(iterationId, block * BLOCK_SIZE + index)?.contact_id ?? null,
    /** Newest first. */
    memberships: (
      campaignId: string,
      { limit, cursor }: PageRequest,
      { iterationId, status, contactId }: MembershipFilter,
    ): Page<MembershipResource> => {
      const filters = [iterationId ?? null, status ?? null, contactId ?? null];
      const scope: ListScope = ['memberships', campaignId, ...filters];
      const from = numberOf(scope, cursor, Number.MAX_SAFE_INTEGER);
      const conditions = ['campaign_id = ?', 'row < ?'];
      const values: (string | number)[] = [campaignId, from];
      const narrow = (condition: string, value: string | undefined): void => {
        if (value === undefined) return;
        conditions.push(condition);
        values.push(value);
      };
      narrow('iteration_id = ?', iterationId);
      narrow('status = ?', status);
      narrow('contact_id = ?', contactId);
      const sql = `SELECT * FROM memberships WHERE ${conditions.join(' AND ')} ORDER BY row DESC LIMIT ?`;
      const rows = prepared(sql).all(...values, limit + 1);
      return pageByNumber(scope, rows, limit, ({ row }) => row, toMembership);
    },
    /** Members that ended so, each contact once, after a row. */
    membersWithOutcome: (
      campaignId: string,
      iterationIds: readonly string[],
      outcomes: readonly Outcome[],
      after: number,
      limit: number,
    ): readonly PlacedContact[] => {
      const marks = (list: readonly string[]): string => list.map(() => '?').join(', ');
      const matches = (alias: string): string =>
        `${alias}.iteration_id IN (${marks(iterationIds)}) AND ${alias}.status IN (${marks(outcomes)})`;
      // Who is a member of several of them counts where they come first.
      const sql = `SELECT m.row, m.contact_id AS contactId FROM memberships m WHERE m.campaign_id = ? AND m.row > ?
        AND ${matches('m')} AND NOT EXISTS (SELECT 1 FROM memberships e WHERE e.contact_id = m.contact_id
          AND e.campaign_id = m.campaign_id AND e.row < m.row AND ${matches('e')}) ORDER BY m.row LIMIT ?`;
      return db
        .prepare<(string | number)[], PlacedContact>(sql)
        .all(campaignId, after, ...iterationIds, ...outcomes, ...iterationIds, ...outcomes, limit);
    },
  };
};

const toMembership = (row: MemberRow): MembershipResource => {
  const attempts: readonly Attempt[] = JSON.parse(row.attempts);
  return {
    contactId: row.contact_id,
    iterationId: row.iteration_id,
    status: row.status,
    attempts,
    outcome: outcomeOf(row.status),
    skipReason: row.skip_reason,
    retryAt: isoOrNull(row.retry_at),
    lastActivityAt: isoOrNull(row.last_activity_at),
  };
};

const outcomeOf = (status: MembershipStatus): Outcome | null => {
  switch (status) {
    case 'pending':
    case 'claimed':
    case 'active':
    case 'retry_wait':
      return null;
    default:
      return status;
  }
};
