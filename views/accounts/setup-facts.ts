/** What a business has set up so far. Each fact reads one row of an index. */
import type { Database } from 'better-sqlite3';

/** What a business has. */
interface SetupFacts {
  readonly activeAgent: boolean;
  readonly completedCall: boolean;
  readonly contact: boolean;
  readonly campaign: boolean;
  /** A member besides the first. */
  readonly colleague: boolean;
  /** A webhook subscription that was not revoked. */
  readonly webhook: boolean;
}

const SQL = `SELECT
  EXISTS (SELECT 1 FROM agents WHERE business_id = :businessId AND status = 'active') AS activeAgent,
  EXISTS (SELECT 1 FROM calls WHERE business_id = :businessId AND status = 'completed') AS completedCall,
  EXISTS (SELECT 1 FROM tenants WHERE id = :businessId AND contacts > 0) AS contact,
  EXISTS (SELECT 1 FROM campaigns WHERE business_id = :businessId) AS campaign,
  (SELECT count(*) FROM (SELECT 1 FROM console_memberships
     WHERE business_id = :businessId AND removed = 0 AND active = 1 LIMIT 2)) > 1 AS colleague,
  EXISTS (SELECT 1 FROM subscriptions WHERE business_id = :businessId AND status <> 'revoked') AS webhook`;

/** Queries on the set-up. */
export const setupQueries = (db: Database) => {
  const facts = db.prepare<{ businessId: string }, { readonly [Name in keyof SetupFacts]: number }>(SQL);
  return {
    setupFacts: (businessId: string): SetupFacts => {
      const found = facts.get({ businessId });
      return {
        activeAgent: found?.activeAgent === 1,
        completedCall: found?.completedCall === 1,
        contact: found?.contact === 1,
        campaign: found?.campaign === 1,
        colleague: found?.colleague === 1,
        webhook: found?.webhook === 1,
      };
    },
  };
};
