/** Finds conversations by the address that a channel uses for a person we know by another one. */
import type { Database } from 'better-sqlite3';
import type { AccountChannel } from '../../../schemas/channels/channel.js';

export const knownAsQueries = (db: Database) => {
  const knownAs = db
    .prepare<[string, string, string, string], string>(
      `SELECT id FROM conversations WHERE business_id = ? AND known_as = ? AND channel = ? AND account_id = ?
       ORDER BY last_at DESC LIMIT 1`,
    )
    .pluck();
  return {
    /** The id of the latest such conversation; null: none. */
    conversationKnownAs: (
      businessId: string,
      channel: AccountChannel,
      accountId: string,
      address: string,
    ): string | null => knownAs.get(businessId, address, channel, accountId) ?? null,
  };
};
