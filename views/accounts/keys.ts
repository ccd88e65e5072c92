/** API keys: by public id for authentication, by business for the console. */
import type { Database } from 'better-sqlite3';
import type { BusinessEvent } from '../../actors/business/events.js';
import type { Scope } from '../../schemas/accounts/access.js';
import type { KeyResource } from '../../schemas/accounts/console.js';
import { type PageParameters, pageOf, positionOf } from '../kernel/cursor.js';
import { iso, isoOrNull } from '../kernel/dates.js';
import type { Page, PageRequest } from '../kernel/page.js';
import type { Stored } from '../kernel/stored-event.js';

/** `secret_hash`: lower-case hex SHA-256. `scopes`: JSON. Times in ms since the epoch. */
export const KEY_TABLES = `
CREATE TABLE keys (
  id TEXT PRIMARY KEY,
  business_id TEXT NOT NULL,
  name TEXT NOT NULL,
  secret_hash TEXT NOT NULL,
  scopes TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  used_at INTEGER,
  revoked_at INTEGER
) WITHOUT ROWID;
CREATE INDEX keys_of_business ON keys (business_id, created_at, id);
`;

/** Projects the keys of a business. */
export const projectKeys = (db: Database): ((stored: Stored<BusinessEvent>) => void) => {
  const create = db.prepare<{
    keyId: string;
    businessId: string;
    name: string;
    secretHash: string;
    scopes: string;
    at: number;
  }>(
    `INSERT INTO keys (id, business_id, name, secret_hash, scopes, created_at)
     VALUES (:keyId, :businessId, :name, :secretHash, :scopes, :at)`,
  );
  const revoke = db.prepare<{ keyId: string; businessId: string; at: number }>(
    'UPDATE keys SET revoked_at = :at WHERE id = :keyId AND business_id = :businessId',
  );
  // Nodes report uses of a key in any order.
  const use = db.prepare<{ keyId: string; businessId: string; usedAt: number }>(
    `UPDATE keys SET used_at = MAX(COALESCE(used_at, 0), :usedAt)
     WHERE id = :keyId AND business_id = :businessId`,
  );

  return ({ businessId, at, event }) => {
    switch (event.type) {
      case 'key.created': {
        const { keyId, name, secretHash } = event;
        create.run({ keyId, businessId, name, secretHash, scopes: JSON.stringify(event.scopes), at });
        return;
      }
      case 'key.revoked':
        revoke.run({ keyId: event.keyId, businessId, at });
        return;
      case 'key.used':
        use.run({ keyId: event.keyId, businessId, usedAt: event.usedAt });
        return;
      // The other events do not concern keys.
      default:
        return;
    }
  };
};

/** A key as authentication needs it. */
export interface KeyRecord {
  readonly keyId: string;
  readonly businessId: string;
  readonly secretHash: string;
  readonly scopes: readonly Scope[];
  readonly revoked: boolean;
}

interface KeyRow {
  readonly id: string;
  readonly business_id: string;
  readonly name: string;
  readonly secret_hash: string;
  readonly scopes: string;
  readonly created_at: number;
  readonly used_at: number | null;
  readonly revoked_at: number | null;
}

const scopesOf = (row: KeyRow): Scope[] => JSON.parse(row.scopes);

const toResource = (row: KeyRow): KeyResource => ({
  id: row.id,
  name: row.name,
  scopes: scopesOf(row),
  createdAt: iso(row.created_at),
  lastUsedAt: isoOrNull(row.used_at),
  revokedAt: isoOrNull(row.revoked_at),
});

/** Queries on keys. */
export const keyQueries = (db: Database) => {
  const byId = db.prepare<[string], KeyRow>('SELECT * FROM keys WHERE id = ?');
  const page = db.prepare<PageParameters<'businessId'>, KeyRow>(
    `SELECT * FROM keys WHERE business_id = :businessId AND (created_at, id) < (:createdAt, :id)
     ORDER BY created_at DESC, id DESC LIMIT :count`,
  );
  return {
    key: (keyId: string): KeyRecord | null => {
      const row = byId.get(keyId);
      if (row === undefined) return null;
      return {
        keyId,
        businessId: row.business_id,
        secretHash: row.secret_hash,
        scopes: scopesOf(row),
        revoked: row.revoked_at !== null,
      };
    },
    /** Newest first, including revoked ones. */
    keys: (businessId: string, { limit, cursor }: PageRequest): Page<KeyResource> => {
      const scope = ['keys', businessId];
      const rows = page.all({ businessId, ...positionOf(scope, cursor), count: limit + 1 });
      return pageOf(scope, rows, limit, toResource);
    },
    keyOf: (businessId: string, keyId: string): KeyResource | null => {
      const row = byId.get(keyId);
      return row === undefined || row.business_id !== businessId ? null : toResource(row);
    },
  };
};
