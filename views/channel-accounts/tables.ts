/** The tables of accounts on channels and of the claims on them, and their rows. */
import type { AccountChannel } from '../../schemas/channels/channel.js';

/**
 * `id` is the actor's, `account_id` the channel's. Times in ms since the epoch; `handed_back_at` 0: never. A claim's id is that
 * of its actor, and its row exists while a business holds it.
 */
export const CHANNEL_ACCOUNT_TABLES = `
CREATE TABLE channel_accounts (
  business_id TEXT NOT NULL,
  id TEXT NOT NULL,
  channel TEXT NOT NULL,
  account_id TEXT NOT NULL,
  display_name TEXT NOT NULL,
  username TEXT,
  agent_id TEXT,
  auto_reply INTEGER NOT NULL DEFAULT 0,
  handoff INTEGER NOT NULL DEFAULT 0,
  handed_back_at INTEGER NOT NULL DEFAULT 0,
  connected_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (business_id, id)
) WITHOUT ROWID;
CREATE TABLE channel_claims (
  id TEXT PRIMARY KEY,
  business_id TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX channel_accounts_by_age ON channel_accounts (business_id, channel, created_at DESC, id DESC);
CREATE INDEX channel_accounts_by_account ON channel_accounts (channel, account_id);
`;

/** A stored account. */
export interface AccountRow {
  readonly id: string;
  readonly channel: AccountChannel;
  readonly account_id: string;
  readonly display_name: string;
  readonly username: string | null;
  readonly agent_id: string | null;
  readonly auto_reply: number;
  readonly handoff: number;
  readonly handed_back_at: number;
  readonly connected_at: number;
  readonly created_at: number;
  readonly updated_at: number;
}
