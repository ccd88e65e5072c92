/** API keys by their public id. */
import type { Database } from 'better-sqlite3';
import type { BusinessEvent } from '../actors/business/events.js';
import type { Scope } from '../schemas/scopes.js';
import type { Stored } from './stored-event.js';
import type { KeyRecord } from './views.js';

export const KEY_TABLES = `
CREATE TABLE keys (
  id TEXT PRIMARY KEY,
  business_id TEXT NOT NULL,
  name TEXT NOT NULL,
  secret_hash TEXT NOT NULL,
  scopes TEXT NOT NULL,
  revoked INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
`;

export const projectKeys = (db: Database): ((stored: Stored<BusinessEvent>) => void) => {
  const create = db.prepare<[string, string, string, string, string]>(
    'INSERT INTO keys (id, business_id, name, secret_hash, scopes) VALUES (?, ?, ?, ?, ?)',
  );
  const revoke = db.prepare<[string, string]>('UPDATE keys SET revoked = 1 WHERE id = ? AND business_id = ?');

  return ({ businessId, event }) => {
    if (event.type === 'key.created')
      create.run(event.keyId, businessId, event.name, event.secretHash, JSON.stringify(event.scopes));
    if (event.type === 'key.revoked') revoke.run(event.keyId, businessId);
  };
};

interface KeyRow {
  readonly business_id: string;
  readonly secret_hash: string;
  readonly scopes: string;
  readonly revoked: number;
}

export const keyQueries = (db: Database) => {
  const byId = db.prepare<[string], KeyRow>(
    'SELECT business_id, secret_hash, scopes, revoked FROM keys WHERE id = ?',
  );
  return {
    key: (keyId: string): KeyRecord | null => {
      const row = byId.get(keyId);
      if (row === undefined) return null;
      const scopes: readonly Scope[] = JSON.parse(row.scopes);
      return {
        keyId,
        businessId: row.business_id,
        secretHash: row.secret_hash,
        scopes,
        revoked: row.revoked === 1,
      };
    },
  };
};
