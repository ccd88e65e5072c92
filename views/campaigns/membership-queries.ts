/** Queries on the members of campaigns. */
import type { Database, Statement } from 'better-sqlite3';
import { BLOCK_SIZE } from '../../actors/recipients/block.js';
import type { CallBack } from '../../schemas/campaigns/call-back.js';
import type { Attempt, MembershipResource } from '../../schemas/campaigns/membership.js';
import type { MembershipStatus, Outcome } from '../../schemas/campaigns/states.js';
import { type ListScope, numberOf, pageByNumber } from '../kernel/cursor.js';
import { iso, isoOrNull } from '../kernel/dates.js';
import type { Page, PageRequest, PlacedContact } from '../kernel/page.js';
import type { MemberRow } from './memberships.js';

/** Omitted fields match all members. */
export interface MembershipFilter {
  readonly iterationId?: string;
  readonly status?: MembershipStatus;
  readonly contactId?: string;
  readonly callBack?: CallBack['state'];
}

/** The contact of a member. */
export interface MemberContact {
  readonly contactId: string;
  /** The contact that joined the iteration: another one if it was merged since. */
  readonly joinedAs: string;
}

/** The block of a member. */
interface PlaceOfMember {
  readonly campaignId: string;
  readonly iterationId: string;
  readonly block: number;
}

/** Each filter with its condition, in a fixed order. */
const CONDITIONS = [
  ['iterationId', 'iteration_id = :iterationId'],
  ['status', 'status = :status'],
  ['contactId', 'contact_id = :contactId'],
  ['callBack', 'call_back_state = :callBack'],
] as const satisfies readonly (readonly [keyof MembershipFilter, string])[];

type QueryParameters = Readonly<Record<string, string | number>>;

/** One named parameter for each value: the list for `IN`, and the values by name. */
const listed = (
  name: string,
  values: readonly string[],
): readonly [marks: string, named: QueryParameters] => [
  values.map((_, n) => `:${name}${n}`).join(', '),
  Object.fromEntries(values.map((value, n) => [`${name}${n}`, value])),
];

interface NamedRow extends MemberRow {
  readonly contact_name: string | null;
}

/** Queries on members. */
export const membershipQueries = (db: Database) => {
  const statements = new Map<string, Statement<[QueryParameters], NamedRow>>();
  const prepared = (sql: string): Statement<[QueryParameters], NamedRow> => {
    const statement = statements.get(sql) ?? db.prepare<QueryParameters, NamedRow>(sql);
    statements.set(sql, statement);
    return statement;
  };
  const contactAt = db.prepare<[string, number], MemberContact>(
    `SELECT contact_id AS contactId, joined_as AS joinedAs FROM memberships
     WHERE iteration_id = ? AND position = ?`,
  );
  const duplicate = db
    .prepare<{ contactId: string; campaignId: string; iterationId: string; position: number }, number>(
      `SELECT 1 FROM memberships WHERE contact_id = :contactId AND campaign_id = :campaignId
         AND iteration_id = :iterationId AND position < :position AND status NOT IN ('skipped', 'cancelled')
       LIMIT 1`,
    )
    .pluck();
  return {
    /** The contact at a place in a block of recipients; null: not known here. */
    contactAt: (iterationId: string, block: number, index: number): MemberContact | null =>
      contactAt.get(iterationId, block * BLOCK_SIZE + index) ?? null,
    /** Whether an earlier member of the iteration, neither skipped nor cancelled, is the same contact since a merge. */
    isDuplicateMember: (
      { campaignId, iterationId, block }: PlaceOfMember,
      index: number,
      contactId: string,
    ): boolean =>
      duplicate.get({ contactId, campaignId, iterationId, position: block * BLOCK_SIZE + index }) !==
      undefined,
    /** Newest first. */
    memberships: (
      campaignId: string,
      { limit, cursor }: PageRequest,
      filter: MembershipFilter,
    ): Page<MembershipResource> => {
      const filters = CONDITIONS.map(([name]) => filter[name] ?? null);
      const scope: ListScope = ['memberships', campaignId, ...filters];
      const before = numberOf(scope, cursor, Number.MAX_SAFE_INTEGER);
      const filtered = CONDITIONS.filter(([name]) => filter[name] !== undefined);
      const narrowed = filtered.map(([, condition]) => condition);
      const conditions = ['campaign_id = :campaignId', 'row < :before', ...narrowed];
      const sql = `SELECT *, (SELECT name FROM contacts c WHERE c.id = contact_id) AS contact_name
        FROM memberships WHERE ${conditions.join(' AND ')} ORDER BY row DESC LIMIT :count`;
      const rows = prepared(sql).all({ ...filter, campaignId, before, count: limit + 1 });
      return pageByNumber(scope, rows, limit, ({ row }) => row, toMembership);
    },
    /** Members with one of these outcomes, each contact once, after a given row. */
    membersWithOutcome: (
      campaignId: string,
      iterationIds: readonly string[],
      outcomes: readonly Outcome[],
      after: number,
      limit: number,
    ): readonly PlacedContact[] => {
      const [iterationMarks, iterations] = listed('iteration', iterationIds);
      const [outcomeMarks, statuses] = listed('outcome', outcomes);
      const matches = (alias: string): string =>
        `${alias}.iteration_id IN (${iterationMarks}) AND ${alias}.status IN (${outcomeMarks})`;
      // A contact with several matching memberships counts at the first.
      const sql = `SELECT m.row, m.contact_id AS contactId FROM memberships m
        WHERE m.campaign_id = :campaignId AND m.row > :after AND ${matches('m')}
          AND NOT EXISTS (SELECT 1 FROM memberships e WHERE e.contact_id = m.contact_id
            AND e.campaign_id = m.campaign_id AND e.row < m.row AND ${matches('e')})
        ORDER BY m.row LIMIT :count`;
      return db
        .prepare<QueryParameters, PlacedContact>(sql)
        .all({ ...iterations, ...statuses, campaignId, after, count: limit });
    },
  };
};

const toMembership = (row: NamedRow): MembershipResource => {
  const attempts: readonly Attempt[] = JSON.parse(row.attempts);
  return {
    contactId: row.contact_id,
    contactName: row.contact_name,
    iterationId: row.iteration_id,
    status: row.status,
    attempts,
    outcome: outcomeOf(row.status),
    skipReason: row.skip_reason,
    retryAt: isoOrNull(row.retry_at),
    waitingFor: row.waits_for,
    callBack: callBackOf(row),
    lastActivityAt: isoOrNull(row.last_activity_at),
  };
};

const callBackOf = ({
  call_back_at: at,
  call_back_state: state,
  call_back_reason: reason,
}: NamedRow): CallBack | null =>
  at === null || state === null ? null : { requestedAt: iso(at), state, reason };

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
