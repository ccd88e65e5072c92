/** Queries on accounts of channels: their lists, their owners, and the agents that can be assigned to them. */
import type { Database } from 'better-sqlite3';
import { type AccountName, accountClaim } from '../../actors/channel-account/claimed.js';
import { claimRef } from '../../actors/claim/index.js';
import type { AccountChannel, AssignableAgent } from '../../schemas/channels/channel.js';
import {
  encodeCursor,
  type PageParameters,
  type Position,
  pageOf,
  positionOf,
  START,
} from '../kernel/cursor.js';
import { iso } from '../kernel/dates.js';
import type { Page, PageRequest } from '../kernel/page.js';
import type { AccountRow } from './tables.js';

/** An account and its assignment. */
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

/** The owner of an account, for routing its messages. */
export interface AccountOwner {
  readonly businessId: string;
  /** The id of the account. */
  readonly id: string;
  /**
   * Whether an agent replies automatically: one is assigned, auto-reply is on, and neither a human nor an external backend has
   * taken over.
   */
  readonly automated: boolean;
  readonly humanHandoff: boolean;
  /** When humans last gave back the conversations that they had taken over, ms since the epoch; 0: never. */
  readonly handedBackAt: number;
}

/** A page of a list in two parts: the accounts of a channel, then its active agents; newest first in each. */
interface AssignmentPage {
  readonly accounts: readonly ChannelAccountRecord[];
  readonly agents: readonly AssignableAgent[];
  /** The id of the account that was connected first, whether or not it is on this page. */
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

const accountPage = (db: Database) =>
  db.prepare<PageParameters<'businessId' | 'channel'>, AccountRow>(
    `SELECT * FROM channel_accounts
     WHERE business_id = :businessId AND channel = :channel AND (created_at, id) < (:createdAt, :id)
     ORDER BY created_at DESC, id DESC LIMIT :count`,
  );

/** The parts of the list of assignments, as named in its cursors. */
const ACCOUNTS = 'accounts/';
const AGENTS = 'agents/';

/** An agent that can be assigned. */
interface FreeAgentRow {
  readonly id: string;
  readonly name: string;
  readonly referenceName: string;
  readonly created_at: number;
}

const assignmentQueries = (db: Database) => {
  const page = accountPage(db);
  const first = db.prepare<[string, string], { readonly account_id: string }>(
    `SELECT account_id FROM channel_accounts WHERE business_id = ? AND channel = ?
     ORDER BY created_at, id LIMIT 1`,
  );
  const agentPage = db.prepare<PageParameters<'businessId' | 'channel'>, FreeAgentRow>(
    `SELECT id, name, reference_name AS referenceName, created_at FROM agents
     WHERE business_id = :businessId AND channel = :channel AND status = 'active'
       AND (created_at, id) < (:createdAt, :id)
     ORDER BY created_at DESC, id DESC LIMIT :count`,
  );
  return {
    /** The accounts of a channel, then the agents that can be assigned to them. */
    assignments: (
      businessId: string,
      channel: AccountChannel,
      { limit, cursor }: PageRequest,
    ): AssignmentPage => {
      const scope = ['assignments', businessId, channel];
      const position = positionOf(scope, cursor);
      // The id of a position is prefixed with its part.
      const inAgents = position.id.startsWith(AGENTS);
      const after: Position = { ...position, id: position.id.slice(position.id.indexOf('/') + 1) };
      const from = inAgents ? after : START;
      const accounts = inAgents ? [] : page.all({ businessId, channel, ...after, count: limit + 1 });
      // One extra row, from either part, shows that there are more.
      const room = limit + 1 - accounts.length;
      const agents = room === 0 ? [] : agentPage.all({ businessId, channel, ...from, count: room });
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
  };
};

/** The id of the claim's actor. */
const claimId = (account: AccountName): string => claimRef(accountClaim(account)).id;

/** Queries on accounts. */
export const channelAccountQueries = (db: Database) => {
  const all = db.prepare<[string], AccountRow>(
    'SELECT * FROM channel_accounts WHERE business_id = ? ORDER BY connected_at, id',
  );
  const owner = db.prepare<
    [string, string, string],
    AccountRow & { readonly business_id: string; readonly external: number }
  >(
    `SELECT a.*, EXISTS (
       SELECT 1 FROM subscriptions s
       WHERE s.business_id = a.business_id AND s.channel = a.channel AND s.account_id = a.account_id
         AND s.status = 'active') AS external
     FROM channel_accounts a LEFT JOIN channel_claims c ON c.id = ?
     WHERE a.channel = ? AND a.account_id = ? AND (c.business_id IS NULL OR c.business_id = a.business_id)
     ORDER BY a.connected_at LIMIT 1`,
  );
  const page = accountPage(db);
  const businesses = db.prepare<[string, string], { readonly business_id: string }>(
    'SELECT business_id FROM channel_accounts WHERE channel = ? AND account_id = ? ORDER BY connected_at',
  );
  const connected = db.prepare<[], Pick<AccountRow, 'channel' | 'account_id'>>(
    'SELECT DISTINCT channel, account_id FROM channel_accounts',
  );
  const claimed = db.prepare<[string], { readonly id: string }>('SELECT id FROM channel_claims WHERE id = ?');
  return {
    ...assignmentQueries(db),
    /** The accounts of one channel, newest first. */
    channelAccountPage: (
      businessId: string,
      channel: AccountChannel,
      { limit, cursor }: PageRequest,
    ): Page<ChannelAccountRecord> => {
      const scope = ['channel-accounts', businessId, channel];
      const rows = page.all({ businessId, channel, ...positionOf(scope, cursor), count: limit + 1 });
      return pageOf(scope, rows, limit, toRecord);
    },
    /** The businesses that have the account connected, the earliest connection first. */
    accountBusinesses: (channel: AccountChannel, accountId: string): readonly string[] =>
      businesses.all(channel, accountId).map(({ business_id }) => business_id),
    /** Connected accounts without a claim: they were connected before claims existed. */
    unclaimedAccounts: (): readonly AccountName[] =>
      connected
        .all()
        .map(({ channel, account_id: accountId }) => ({ channel, accountId }))
        .filter(({ channel, accountId }) => claimed.get(claimId({ channel, accountId })) === undefined),
    /** The business that holds the account's claim and has it connected, with the account's own id. */
    accountOwner: (channel: AccountChannel, accountId: string): AccountOwner | null => {
      const row = owner.get(claimId({ channel, accountId }), channel, accountId);
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
