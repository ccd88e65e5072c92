/** API keys: by their public id for authentication, by business for the console. */
import type { Database } from 'better-sqlite3';
import type { BusinessEvent } from '../../actors/business/events.js';
import type { KeyResource } from '../../schemas/console.js';
import type { Scope } from '../../schemas/scopes.js';
import { pageOf, positionOf } from '../kernel/cursor.js';
import { iso, isoOrNull } from '../kernel/dates.js';
import type { Page, PageRequest } from '../kernel/page.js';
import type { Stored } from '../kernel/stored-event.js';

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

export const projectKeys = (db: Database): ((stored: Stored<BusinessEvent>) => void) => {
  const create = db.prepare<[string, string, string, string, string, number]>(
    'INSERT INTO keys (id, business_id, name, secret_hash, scopes, created_at) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const revoke = db.prepare<[number, string, string]>(
    'UPDATE keys SET revoked_at = ? WHERE id = ? AND business_id = ?',
  );
  // Several nodes tell of their uses in any order.
  const use = db.prepare<[number, string, string]>(
    'UPDATE keys SET used_at = MAX(COALESCE(used_at, 0), ?) WHERE id = ? AND business_id = ?',
  );

  return ({ businessId, at, event }) => {
    if (event.type === 'key.created')
      create.run(event.keyId, businessId, event.name, event.secretHash, JSON.stringify(event.scopes), at);
    if (event.type === 'key.revoked') revoke.run(at, event.keyId, businessId);
    if (event.type === 'key.used') use.run(event.usedAt, event.keyId, businessId);
  };
};

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

export const keyQueries = (db: Database) => {
  const byId = db.prepare<[string], KeyRow>('SELECT * FROM keys WHERE id = ?');
  const page = db.prepare<[string, number, string, number], KeyRow>(
    `SELECT * FROM keys WHERE business_id = ? AND (created_at, id) < (?, ?)
     ORDER BY created_at DESC, id DESC LIMIT ?`,
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
    keys: (businessId: string, { limit, cursor }: PageRequest): Page<KeyResource> => {
      const scope = ['keys', businessId];
      const { createdAt, id } = positionOf(scope, cursor);
      return pageOf(scope, page.all(businessId, createdAt, id, limit + 1), limit, toResource);
    },
    keyOf: (businessId: string, keyId: string): KeyResource | null => {
      const row = byId.get(keyId);
      return row === undefined || row.business_id !== businessId ? null : toResource(row);
    },
  };
};
