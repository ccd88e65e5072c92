/** API keys, looked up on every request. */
import type { BusinessEvent } from '../actors/business/events.js';
import { isScope } from '../schemas/scopes.js';
import type { Db } from './database.js';
import type { Position } from './position.js';
import type { KeyRecord } from './views.js';

export const projectKey = (db: Db, { business }: Position, event: BusinessEvent): void => {
  if (event.type === 'key.created') {
    db.prepare('INSERT OR IGNORE INTO keys (id, business, secret_hash, scopes) VALUES (?, ?, ?, ?)').run(
      event.keyId,
      business,
      event.secretHash,
      event.scopes.join(' '),
    );
  } else if (event.type === 'key.revoked') {
    db.prepare('UPDATE keys SET revoked = 1 WHERE id = ?').run(event.keyId);
  }
};

interface Row {
  readonly business: string;
  readonly secret_hash: string;
  readonly scopes: string;
  readonly revoked: number;
}

export const keyQueries = (db: Db) => {
  const one = db.prepare<[string], Row>('SELECT * FROM keys WHERE id = ?');
  return {
    key: (keyId: string): KeyRecord | null => {
      const row = one.get(keyId);
      if (row === undefined) return null;
      return {
        keyId,
        businessId: row.business,
        secretHash: row.secret_hash,
        scopes: row.scopes.split(' ').filter(isScope),
        revoked: row.revoked === 1,
      };
    },
  };
};
