/** The business that holds the claim on an account: only its connection receives messages (actors/claim). */
import type { Database } from 'better-sqlite3';
import type { ClaimEvent } from '../../actors/claim/events.js';
import { assertNever } from '../../schemas/assert.js';
import type { Stored } from '../kernel/stored-event.js';

/** Projects grants and releases. */
export const projectClaims = (db: Database): ((stored: Stored<ClaimEvent>) => void) => {
  const grant = db.prepare<[string, string]>(
    `INSERT INTO channel_claims (id, business_id) VALUES (?, ?)
     ON CONFLICT DO UPDATE SET business_id = excluded.business_id`,
  );
  const release = db.prepare<[string]>('DELETE FROM channel_claims WHERE id = ?');
  return ({ id, event }) => {
    switch (event.type) {
      case 'claim.granted':
        grant.run(id, event.holder);
        return;
      case 'claim.released':
        release.run(id);
        return;
      default:
        assertNever(event);
    }
  };
};
