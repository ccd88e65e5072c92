/** The destinations that businesses may call, and the prices of calls; looked up before each call. */
import type { Database } from 'better-sqlite3';
import type { BusinessEvent } from '../../actors/business/events.js';
import {
  type AllowableType,
  type DestinationPolicy,
  NO_POLICY,
  priceOfLongestPrefix,
} from '../../schemas/campaigns/destination.js';
import type { Stored } from '../kernel/stored-event.js';

/** `countries`, `types`: JSON; `countries` null: the installation's. */
export const DESTINATION_TABLES = `
CREATE TABLE destination_policies (
  business_id TEXT PRIMARY KEY,
  countries TEXT,
  types TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE call_prices (
  business_id TEXT NOT NULL,
  prefix TEXT NOT NULL,
  microcredits INTEGER NOT NULL,
  PRIMARY KEY (business_id, prefix)
) WITHOUT ROWID;
CREATE TABLE flat_prices (
  business_id TEXT PRIMARY KEY,
  microcredits INTEGER NOT NULL
) WITHOUT ROWID;
`;

const prepare = (db: Database) => ({
  setPolicy: db.prepare<{ businessId: string; countries: string | null; types: string }>(
    `INSERT INTO destination_policies (business_id, countries, types) VALUES (:businessId, :countries, :types)
     ON CONFLICT DO UPDATE SET countries = excluded.countries, types = excluded.types`,
  ),
  seed: db.prepare<{ businessId: string; countries: string | null }>(
    `INSERT INTO destination_policies (business_id, countries, types) VALUES (:businessId, :countries, '[]')
     ON CONFLICT DO UPDATE SET countries = excluded.countries`,
  ),
  clearPrices: db.prepare<[string]>('DELETE FROM call_prices WHERE business_id = ?'),
  addPrice: db.prepare<[string, string, number]>(
    'INSERT INTO call_prices (business_id, prefix, microcredits) VALUES (?, ?, ?)',
  ),
  setFlat: db.prepare<[string, number]>(
    `INSERT INTO flat_prices (business_id, microcredits) VALUES (?, ?)
     ON CONFLICT DO UPDATE SET microcredits = excluded.microcredits`,
  ),
});

const jsonOf = (countries: readonly string[] | null): string | null =>
  countries === null ? null : JSON.stringify(countries);

/** Projects policies and prices. */
export const projectDestinations = (db: Database): ((stored: Stored<BusinessEvent>) => void) => {
  const statements = prepare(db);
  return ({ businessId, event }) => {
    switch (event.type) {
      case 'business.created':
        statements.setFlat.run(businessId, event.prices.call_block);
        return;
      case 'price.changed':
        if (event.item === 'call_block') statements.setFlat.run(businessId, event.microcredits);
        return;
      case 'destinations.changed':
        statements.setPolicy.run({
          businessId,
          countries: jsonOf(event.countries),
          types: JSON.stringify(event.types),
        });
        return;
      case 'destinations.seeded':
        statements.seed.run({ businessId, countries: jsonOf(event.countries) });
        return;
      case 'call_prices.changed':
        statements.clearPrices.run(businessId);
        for (const [prefix, microcredits] of Object.entries(event.prices))
          statements.addPrice.run(businessId, prefix, microcredits);
        return;
      // The other events concern a business's settings, lines and credit.
      default:
        return;
    }
  };
};

/** The price of a started block of 20 seconds to a number, microcredits. */
export interface CallPrice {
  readonly microcredits: number;
  /** False: the flat price applies. */
  readonly byPrefix: boolean;
}

/** Queries on policies and prices. */
export const destinationQueries = (db: Database) => {
  const policy = db.prepare<[string], { readonly countries: string | null; readonly types: string }>(
    'SELECT countries, types FROM destination_policies WHERE business_id = ?',
  );
  const price = db.prepare<[string, string], { readonly microcredits: number }>(
    'SELECT microcredits FROM call_prices WHERE business_id = ? AND prefix = ?',
  );
  const flat = db.prepare<[string], { readonly microcredits: number }>(
    'SELECT microcredits FROM flat_prices WHERE business_id = ?',
  );
  return {
    /** `isSet`: its countries have been set or seeded. */
    destinationsOf: (businessId: string): DestinationPolicy & { readonly isSet: boolean } => {
      const row = policy.get(businessId);
      if (row === undefined) return { ...NO_POLICY, isSet: false };
      const countries: readonly string[] | null = row.countries === null ? null : JSON.parse(row.countries);
      const types: readonly AllowableType[] = JSON.parse(row.types);
      return { countries, types, isSet: true };
    },
    /** `number`: E.164. */
    callPriceOf: (businessId: string, number: string): CallPrice => {
      const found = priceOfLongestPrefix(number, (prefix) => price.get(businessId, prefix)?.microcredits);
      if (found !== undefined) return { microcredits: found, byPrefix: true };
      return { microcredits: flat.get(businessId)?.microcredits ?? 0, byPrefix: false };
    },
  };
};
