/** Projects accounts on channels from their actors' events. The views contain no tokens. */
import type { Database } from 'better-sqlite3';
import type { ChannelAccountEvent } from '../../actors/channel-account/events.js';
import type { ClaimEvent } from '../../actors/claim/events.js';
import { assertNever } from '../../schemas/assert.js';
import type { Stored } from '../kernel/stored-event.js';

/** Projects connected accounts and their assignments. */
export const projectChannelAccounts = (db: Database): ((stored: Stored<ChannelAccountEvent>) => void) => {
  // A reconnected account keeps its place in lists.
  const connect = db.prepare<{
    businessId: string;
    id: string;
    channel: string;
    accountId: string;
    displayName: string;
    username: string | null;
    at: number;
  }>(
    `INSERT INTO channel_accounts (business_id, id, channel, account_id, display_name, username, connected_at,
       created_at, updated_at)
     VALUES (:businessId, :id, :channel, :accountId, :displayName, :username, :at, :at, :at)
     ON CONFLICT DO UPDATE SET display_name = excluded.display_name, username = excluded.username,
       connected_at = excluded.connected_at, updated_at = excluded.updated_at`,
  );
  const disconnect = db.prepare<[string, string]>(
    'DELETE FROM channel_accounts WHERE business_id = ? AND id = ?',
  );
  const assign = db.prepare<{
    businessId: string;
    id: string;
    agentId: string | null;
    autoReply: number;
    handoff: number;
    at: number;
  }>(
    `UPDATE channel_accounts SET agent_id = :agentId, auto_reply = :autoReply, handoff = :handoff, updated_at = :at
     WHERE business_id = :businessId AND id = :id`,
  );
  const handBack = db.prepare<{ businessId: string; id: string; at: number }>(
    'UPDATE channel_accounts SET handed_back_at = :at WHERE business_id = :businessId AND id = :id',
  );
  return ({ businessId, id, at, event }) => {
    switch (event.type) {
      case 'account.connected': {
        const { channel, accountId, displayName, username } = event;
        connect.run({ businessId, id, channel, accountId, displayName, username, at });
        return;
      }
      case 'account.disconnected':
        disconnect.run(businessId, id);
        return;
      case 'account.assigned': {
        const { agentId, autoReplyEnabled, humanHandoffActive } = event;
        if (event.handedBack === true) handBack.run({ businessId, id, at });
        assign.run({
          businessId,
          id,
          agentId,
          autoReply: +autoReplyEnabled,
          handoff: +humanHandoffActive,
          at,
        });
        return;
      }
      case 'account.claim_fenced':
        return;
      default:
        assertNever(event);
    }
  };
};

/** Projects the claim on an account: only the connection of its holder receives messages (actors/claim). */
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
