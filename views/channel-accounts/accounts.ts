/** Connected accounts on messaging channels and who answers on them. Tokens are not in the views. */
import type { Database } from 'better-sqlite3';
import type { ChannelAccountEvent } from '../../actors/channel-account/events.js';
import { assertNever } from '../../schemas/assert.js';
import type { AccountChannel, AssignableAgent } from '../../schemas/channel.js';
import { encodeCursor, pageOf, positionOf, START } from '../kernel/cursor.js';
import { iso } from '../kernel/dates.js';
import type { Page, PageRequest } from '../kernel/page.js';
import type { Stored } from '../kernel/stored-event.js';

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
CREATE INDEX channel_accounts_by_age ON channel_accounts (business_id, channel, created_at DESC, id DESC);
CREATE INDEX channel_accounts_by_account ON channel_accounts (channel, account_id);
`;

export const projectChannelAccounts = (db: Database): ((stored: Stored<ChannelAccountEvent>) => void) => {
  // An account that is connected anew keeps its place in lists.
  const connect = db.prepare<[string, string, string, string, string, string | null, number, number, number]>(
    `INSERT INTO channel_accounts (business_id, id, channel, account_id, display_name, username, connected_at, created_at,
       updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET display_name = excluded.display_name, username = excluded.username,
       connected_at = excluded.connected_at, updated_at = excluded.updated_at`,
  );
  const disconnect = db.prepare<[string, string]>(
    'DELETE FROM channel_accounts WHERE business_id = ? AND id = ?',
  );
  const assign = db.prepare<[string | null, number, number, number, string, string]>(
    `UPDATE channel_accounts SET agent_id = ?, auto_reply = ?, handoff = ?, updated_at = ?
     WHERE business_id = ? AND id = ?`,
  );
  const handBack = db.prepare<[number, string, string]>(
    'UPDATE channel_accounts SET handed_back_at = ? WHERE business_id = ? AND id = ?',
  );
  return ({ businessId, id, at, event }) => {
    switch (event.type) {
      case 'account.connected': {
        const { channel, accountId, displayName, username } = event;
        connect.run(businessId, id, channel, accountId, displayName, username, at, at, at);
        return;
      }
      case 'account.disconnected':
        disconnect.run(businessId, id);
        return;
      case 'account.assigned': {
        const { agentId, autoReplyEnabled, humanHandoffActive } = event;
        if (event.handedBack === true) handBack.run(at, businessId, id);
        assign.run(agentId, +autoReplyEnabled, +humanHandoffActive, at, businessId, id);
        return;
      }
      default:
        assertNever(event);
    }
  };
};

export interface ChannelAccountRecord {
  readonly id: string;
  readonly channel: AccountChannel;
  readonly accountId: string;
  readonly displayName: string;
  readonly username: string | null;
  readonly agentId: string | null;
  readonly autoReplyEnabled: boolean;
  readonly humanHandoffActive: boolean;
  /** ISO 8601. */
  readonly connectedAt: string;
  readonly updatedAt: string;
}

/** The parts of the list of assignments, as its cursors name them. */
const ACCOUNTS = 'accounts/';
const AGENTS = 'agents/';

export interface AccountOwner {
  readonly businessId: string;
  /** Of the account. */
  readonly id: string;
  /** Whether an agent answers by itself: one is assigned, may, and neither a human nor an external backend has taken over. */
  readonly automated: boolean;
  readonly humanHandoff: boolean;
  /** When humans last gave back the conversations that they had taken over, ms since the epoch; 0: never. */
  readonly handedBackAt: number;
}

interface AccountRow {
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

/** An agent that could be assigned. */
interface FreeAgentRow {
  readonly id: string;
  readonly name: string;
  readonly referenceName: string;
  readonly created_at: number;
}

/** A page of a list in two parts: the accounts of a channel, then the active agents for it; newest first in each. */
export interface AssignmentPage {
  readonly accounts: readonly ChannelAccountRecord[];
  readonly agents: readonly AssignableAgent[];
  /** Of the account that was connected first, on whichever page it stands. */
  readonly firstAccountId: string | null;
  readonly nextCursor: string | null;
}

const toRecord = (row: AccountRow): ChannelAccountRecord => ({
  id: row.id,
  channel: row.channel,
  accountId: row.account_id,
  displayName: row.display_name,
  username: row.username,
  agentId: row.agent_id,
  autoReplyEnabled: row.auto_reply === 1,
  humanHandoffActive: row.handoff === 1,
  connectedAt: iso(row.connected_at),
  updatedAt: iso(row.updated_at),
});

export const channelAccountQueries = (db: Database) => {
  const all = db.prepare<[string], AccountRow>(
    'SELECT * FROM channel_accounts WHERE business_id = ? ORDER BY connected_at, id',
  );
  const owner = db.prepare<
    [string, string],
    AccountRow & { readonly business_id: string; readonly external: number }
  >(
    `SELECT a.*, EXISTS (
       SELECT 1 FROM subscriptions s
       WHERE s.business_id = a.business_id AND s.channel = a.channel AND s.account_id = a.account_id
         AND s.status = 'active') AS external
     FROM channel_accounts a WHERE a.channel = ? AND a.account_id = ? ORDER BY a.connected_at LIMIT 1`,
  );
  const page = db.prepare<[string, string, number, string, number], AccountRow>(
    `SELECT * FROM channel_accounts WHERE business_id = ? AND channel = ? AND (created_at, id) < (?, ?)
     ORDER BY created_at DESC, id DESC LIMIT ?`,
  );
  const first = db.prepare<[string, string], { readonly account_id: string }>(
    `SELECT account_id FROM channel_accounts WHERE business_id = ? AND channel = ?
     ORDER BY created_at, id LIMIT 1`,
  );
  const agentPage = db.prepare<[string, string, number, string, number], FreeAgentRow>(
    `SELECT id, name, reference_name AS referenceName, created_at FROM agents
     WHERE business_id = ? AND channel = ? AND status = 'active' AND (created_at, id) < (?, ?)
     ORDER BY created_at DESC, id DESC LIMIT ?`,
  );
  return {
    /** Those of one channel, newest first. */
    channelAccountPage: (
      businessId: string,
      channel: AccountChannel,
      { limit, cursor }: PageRequest,
    ): Page<ChannelAccountRecord> => {
      const scope = ['channel-accounts', businessId, channel];
      const { createdAt, id } = positionOf(scope, cursor);
      return pageOf(scope, page.all(businessId, channel, createdAt, id, limit + 1), limit, toRecord);
    },
    assignments: (
      businessId: string,
      channel: AccountChannel,
      { limit, cursor }: PageRequest,
    ): AssignmentPage => {
      const scope = ['assignments', businessId, channel];
      const position = positionOf(scope, cursor);
      // The part that a position lies in stands before its id.
      const inAgents = position.id.startsWith(AGENTS);
      const after = { ...position, id: position.id.slice(position.id.indexOf('/') + 1) };
      const from = inAgents ? after : START;
      const accounts = inAgents ? [] : page.all(businessId, channel, after.createdAt, after.id, limit + 1);
      // One row too many, of whichever part, tells that there is more.
      const room = limit + 1 - accounts.length;
      const agents = room === 0 ? [] : agentPage.all(businessId, channel, from.createdAt, from.id, room);
      const places = [
        ...accounts.map(({ id, created_at }) => ({ createdAt: created_at, id: `${ACCOUNTS}${id}` })),
        ...agents.map(({ id, created_at }) => ({ createdAt: created_at, id: `${AGENTS}${id}` })),
      ];
      const last = places[limit - 1];
      return {
        accounts: accounts.slice(0, limit).map(toRecord),
        agents: agents
          .slice(0, limit - Math.min(limit, accounts.length))
          .map(({ id, name, referenceName }) => ({ id, name, referenceName })),
        firstAccountId: first.get(businessId, channel)?.account_id ?? null,
        nextCursor: places.length > limit && last !== undefined ? encodeCursor(scope, last) : null,
      };
    },
    /** The business that has the account. */
    accountOwner: (channel: AccountChannel, accountId: string): AccountOwner | null => {
      const row = owner.get(channel, accountId);
      if (row === undefined) return null;
      const mayAnswer = row.agent_id !== null && row.auto_reply === 1;
      const automated = mayAnswer && row.handoff === 0 && row.external === 0;
      const humanHandoff = row.handoff === 1;
      const handedBackAt = row.handed_back_at;
      return { businessId: row.business_id, id: row.id, automated, humanHandoff, handedBackAt };
    },
    /** In the order of their connection. */
    channelAccounts: (businessId: string): readonly ChannelAccountRecord[] =>
      all.all(businessId).map(toRecord),
  };
};
