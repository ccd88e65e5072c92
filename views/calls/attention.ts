/** The calls of a business that need attention: live ones, those whose customer asked for a human, those that failed. */
import type { Database } from 'better-sqlite3';
import { FAULT_REASONS } from '../../schemas/accounts/home.js';

/** A call whose customer asked for a human. */
interface AskingCall {
  readonly callId: string;
  readonly contactName: string | null;
  /** E.164. */
  readonly number: string;
  /** ms since the epoch. */
  readonly createdAt: number;
}

/** Calls that ended because of one fault. */
interface FaultOfCalls {
  readonly endReason: (typeof FAULT_REASONS)[number];
  readonly calls: number;
  readonly latestCallId: string;
  /** ms since the epoch. */
  readonly latestAt: number;
}

/** Calls of a party that are searched for faults. */
const EXAMINED = 500;

const REASONS = FAULT_REASONS.map((reason) => `'${reason}'`).join(', ');

const endedBy = (party: string): string =>
  `SELECT * FROM (SELECT id, end_reason, created_at FROM calls WHERE business_id = :businessId AND ended_by = '${party}'
     AND created_at >= :since ORDER BY created_at DESC, id DESC LIMIT ${EXAMINED})`;

/** Queries on them. Each reads a bounded number of rows of an index. */
export const attentionQueries = (db: Database) => {
  const withStatus = db
    .prepare<{ businessId: string; status: string; limit: number }, number>(
      `SELECT count(*) FROM (SELECT 1 FROM calls WHERE business_id = :businessId AND status = :status LIMIT :limit)`,
    )
    .pluck();
  const asking = db.prepare<{ businessId: string; since: number; limit: number }, AskingCall>(
    `SELECT id AS callId, contact_name AS contactName, callee_number AS number, created_at AS createdAt
     FROM calls INDEXED BY calls_wanting_human
     WHERE business_id = :businessId AND wants_human = 1 AND reviewed = 0 AND created_at >= :since
     ORDER BY created_at DESC, id DESC LIMIT :limit`,
  );
  const faults = db.prepare<{ businessId: string; since: number }, FaultOfCalls>(
    // With max(), SQLite takes the other columns from the row of the maximum.
    `SELECT end_reason AS endReason, count(*) AS calls, id AS latestCallId, max(created_at) AS latestAt
     FROM (${endedBy('provider')} UNION ALL ${endedBy('system')})
     WHERE end_reason IN (${REASONS}) GROUP BY end_reason ORDER BY calls DESC, end_reason`,
  );
  return {
    /** The number of the business's calls with that status, counted up to `limit`. */
    callsWithStatus: (businessId: string, status: string, limit: number): number =>
      withStatus.get({ businessId, status, limit }) ?? 0,
    /** Calls since then (ms since the epoch) whose customers asked for a human, not reviewed, the latest first. */
    callsAskingForHuman: (businessId: string, since: number, limit: number): readonly AskingCall[] =>
      asking.all({ businessId, since, limit }),
    /** Faults that ended calls since then (ms since the epoch), the most frequent first; of the latest calls only. */
    faultsOfCalls: (businessId: string, since: number): readonly FaultOfCalls[] =>
      faults.all({ businessId, since }),
  };
};
