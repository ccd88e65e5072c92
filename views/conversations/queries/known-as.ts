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
  const numbers = db
    .prepare<[string, string, string, string], string>(
      `SELECT address FROM conversations WHERE contact_id = ? AND business_id = ? AND channel = 'whatsapp'
       UNION SELECT known_as FROM conversations
         WHERE contact_id = ? AND business_id = ? AND channel = 'whatsapp' AND known_as IS NOT NULL LIMIT 20`,
    )
    .pluck();
  return {
    /** The numbers under which WhatsApp knows the contact, E.164; at most 20. */
    whatsAppNumbers: (businessId: string, contactId: string): readonly string[] =>
      numbers
        .all(contactId, businessId, contactId, businessId)
        .filter((address) => /^\d+$/.test(address))
        .map((digits) => `+${digits}`),
    /** The id of the latest such conversation; null: none. */
    conversationKnownAs: (
      businessId: string,
      channel: AccountChannel,
      accountId: string,
      address: string,
    ): string | null => knownAs.get(businessId, address, channel, accountId) ?? null,
  };
};
