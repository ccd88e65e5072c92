/**
 * Calls as facets count them. A facet counts the calls that match all filters but its own, so each call comes with the filters that it
 * does not match. Rows are read a part at a time, the latest first: this runs on the thread that serves calls.
 */
import type { Database, Statement } from 'better-sqlite3';
import type { CallFilter } from '../../schemas/calls/filters.js';
import { conditionsOf, namedConditionsOf, type QueryParameters } from './filter.js';

/** Filters that an index applies before calls are looked at: the others of their facets would be far apart. */
const BY_INDEX = ['contactId', 'campaignId', 'from', 'to'] as const satisfies readonly (keyof CallFilter)[];

/** A call as facets count it. Flags are 0 or 1; `tags`: JSON. */
export interface FacetRow {
  readonly status: string;
  readonly agent_id: string;
  readonly agent_name: string;
  readonly agent_version: number | null;
  readonly campaign_id: string | null;
  readonly campaign_name: string | null;
  readonly analysis_status: string | null;
  readonly success: number | null;
  readonly sentiment: string | null;
  readonly wants_human: number;
  readonly wants_no_contact: number;
  readonly wants_call_back: number;
  readonly ended_by: string | null;
  readonly end_reason: string | null;
  readonly slow: number;
  readonly interrupted: number;
  readonly tool_failed: number;
  readonly reviewed: number;
  readonly tags: string;
}

/** Where a part ends. */
export interface FacetPosition {
  readonly createdAt: number;
  readonly id: string;
}

/** A part; `next`: null at the end. */
interface FacetPart {
  /** `misses`: the filters that the call does not match. */
  readonly rows: readonly { readonly call: FacetRow; readonly misses: readonly (keyof CallFilter)[] }[];
  readonly next: FacetPosition | null;
}

const COLUMNS = `id, created_at, status, agent_id, agent_name, agent_version, campaign_id, campaign_name, analysis_status, success,
  sentiment, wants_human, wants_no_contact, wants_call_back, ended_by, end_reason, slow, interrupted, tool_failed, reviewed, tags`;

type Found = FacetRow & { readonly id: string; readonly created_at: number } & Readonly<
    Record<`miss${number}`, number>
  >;

const isByIndex = (name: keyof CallFilter): boolean => BY_INDEX.some((indexed) => indexed === name);

/** Queries for facets. */
export const facetQueries = (db: Database) => {
  const statements = new Map<string, Statement<[QueryParameters], Found>>();
  const prepared = (sql: string): Statement<[QueryParameters], Found> => {
    const statement = statements.get(sql) ?? db.prepare<QueryParameters, Found>(sql);
    statements.set(sql, statement);
    return statement;
  };
  return {
    /** The next calls behind a position, at most `limit`; null: from the latest on. */
    callFacetRows: (
      businessId: string,
      filter: CallFilter,
      position: FacetPosition | null,
      limit: number,
    ): FacetPart => {
      const named = namedConditionsOf(filter);
      const indexed = named.filter(({ name }) => isByIndex(name)).map(({ condition }) => condition);
      const others = named.filter(({ name }) => !isByIndex(name));
      // A comparison with null is not a match.
      const misses = others.map(({ condition }, index) => `(${condition}) IS NOT TRUE AS miss${index}`);
      const where = ['business_id = :businessId', ...indexed].join(' AND ');
      const sql = `SELECT ${[COLUMNS, ...misses].join(', ')} FROM calls
        WHERE ${where} AND (created_at, id) < (:createdAt, :id) ORDER BY created_at DESC, id DESC LIMIT :limit`;
      const { createdAt, id } = position ?? { createdAt: Number.MAX_SAFE_INTEGER, id: '' };
      const found = prepared(sql).all({
        ...conditionsOf(filter).parameters,
        businessId,
        createdAt,
        id,
        limit,
      });
      const last = found.length < limit ? undefined : found.at(-1);
      return {
        rows: found.map((call) => ({
          call,
          misses: others.flatMap(({ name }, index) => (call[`miss${index}`] === 1 ? [name] : [])),
        })),
        next: last === undefined ? null : { createdAt: last.created_at, id: last.id },
      };
    },
  };
};
