/** Connects accounts on messaging channels from the console, and checks whether they are still usable. */
import { accountActorId } from '../../actors/channel-account/claimed.js';
import { channelAccount } from '../../actors/channel-account/index.js';
import { timeoutSignal } from '../../actors/runtime/timeout-signal.js';
import type { AccountCheck } from '../../providers/channels/messaging-channel.js';
import type {
  AccountChannel,
  ChannelAccountCheck,
  ChannelAccountResource,
  ChannelConnect,
} from '../../schemas/channels/channel.js';
import { DomainError } from '../../schemas/errors.js';
import type { ChannelAccountRecord } from '../../views/channel-accounts/index.js';
import type { ViewStore } from '../../views/views.js';
import type { OperationsDeps } from '../deps.js';
import type { Written } from '../written.js';
import { accountAccess } from './account-access.js';
import { connectClaimed, disconnectClaimed, isTaken } from './account-claims.js';

/** How long a check waits for the channel, ms. */
const CHECK_MS = 10_000;

const UNKNOWN: AccountCheck = { is: 'unknown' };

interface ChannelAccountOperations {
  /**
   * Checks the token with the channel and stores it; for a connected account, it replaces token and name. `at`: ms since
   * the epoch.
   * @throws DomainError channel_account_taken, channel_token_refused, channel_failed
   */
  connect(businessId: string, body: ChannelConnect, at: number): Promise<Written<ChannelAccountResource>>;
  /** Discards its token and assignment. @throws DomainError channel_account_not_found */
  disconnect(
    businessId: string,
    channel: AccountChannel,
    accountId: string,
  ): Promise<Written<{ readonly accountId: string; readonly disconnected: true }>>;
  /** Checks the account with the channel. @throws DomainError channel_account_not_found */
  check(businessId: string, channel: AccountChannel, accountId: string): Promise<ChannelAccountCheck>;
}

export const channelAccountOperations = (deps: OperationsDeps): ChannelAccountOperations => {
  const check = (channel: AccountChannel, accountId: string, token: string): Promise<AccountCheck> =>
    deps.channels.get(channel)?.checkAccount({ accountId, token }, timeoutSignal(CHECK_MS)) ??
    Promise.resolve(UNKNOWN);
  return {
    connect: async (businessId, { channel, accountId, displayName, accessToken }, at) => {
      const accountName = { channel, accountId };
      // Saves a request to the channel for an account that cannot be connected.
      if (await isTaken(deps.actors, accountName, businessId)) throw new DomainError('channel_account_taken');
      const facts = requireUsable(await check(channel, accountId, accessToken.trim()));
      const id = accountActorId(accountName);
      const connectedBusinesses = async (): Promise<readonly string[]> => {
        await deps.views.catchUp(null);
        return deps.views.accountBusinesses(channel, accountId);
      };
      const connect = (revision: number) =>
        deps.actors.ask(
          channelAccount,
          { business: businessId, id },
          {
            type: 'connect',
            channel,
            accountId,
            displayName: displayName ?? facts.name ?? facts.username ?? facts.phoneNumber ?? accountId,
            username: facts.username,
            sealedToken: deps.sealer.seal(id, accessToken.trim()),
            claim: revision,
          },
        );
      const { shard, seq } = await connectClaimed(
        deps.actors,
        accountName,
        businessId,
        at,
        connectedBusinesses,
        connect,
      );
      await deps.views.waitFor(shard, seq);
      const connected = deps.views.channelAccounts(businessId).find((account) => account.id === id);
      if (connected === undefined) throw new DomainError('channel_account_not_found');
      return { result: channelAccountResource(deps.views, businessId, connected), shard, seq };
    },

    disconnect: async (businessId, channel, accountId) => {
      await connectedAccount(deps, businessId, channel, accountId);
      const { shard, seq } = await disconnectClaimed(deps.actors, { channel, accountId }, businessId);
      return { result: { accountId, disconnected: true as const }, shard, seq };
    },

    check: async (businessId, channel, accountId) => {
      const account = await connectedAccount(deps, businessId, channel, accountId);
      const access = await accountAccess(deps, businessId, account.id);
      if (access === null) throw new DomainError('channel_account_not_found');
      return toResource(await check(channel, accountId, access.token));
    },
  };
};

/** @throws DomainError channel_account_not_found */
const connectedAccount = async (
  { views }: Pick<OperationsDeps, 'views'>,
  businessId: string,
  channel: AccountChannel,
  accountId: string,
): Promise<ChannelAccountRecord> => {
  await views.catchUp(businessId);
  const account = views
    .channelAccounts(businessId)
    .find((candidate) => candidate.channel === channel && candidate.accountId === accountId);
  if (account === undefined) throw new DomainError('channel_account_not_found');
  return account;
};

/** @throws DomainError channel_token_refused, channel_failed if the state is unknown */
const requireUsable = (check: AccountCheck): Extract<AccountCheck, { readonly is: 'usable' }> => {
  switch (check.is) {
    case 'usable':
      return check;
    case 'refused':
      throw new DomainError('channel_token_refused', check.failure.message);
    default:
      throw new DomainError('channel_failed');
  }
};

const NO_FACTS = { name: null, username: null, phoneNumber: null, quality: null };

const toResource = (check: AccountCheck): ChannelAccountCheck => {
  switch (check.is) {
    case 'usable': {
      const { name, username, phoneNumber, quality } = check;
      return { state: 'usable', problem: null, name, username, phoneNumber, quality };
    }
    case 'refused':
      return { state: 'refused', problem: { ...check.failure }, ...NO_FACTS };
    default:
      return { state: 'unknown', problem: null, ...NO_FACTS };
  }
};

/** The wire form of an account, without its token. */
export const channelAccountResource = (
  views: Pick<ViewStore, 'agent' | 'automationOf'>,
  businessId: string,
  account: ChannelAccountRecord,
): ChannelAccountResource => {
  const { channel, accountId, displayName, username, agentId, connectedAt, updatedAt } = account;
  return {
    channel,
    accountId,
    displayName,
    username,
    aiAgentId: agentId,
    agentName: agentId === null ? null : (views.agent(businessId, agentId)?.name ?? null),
    autoReplyEnabled: account.autoReplyEnabled,
    humanHandoffActive: account.humanHandoffActive,
    externalAutomation: views.automationOf(businessId, channel, accountId) !== null,
    connectedAt,
    updatedAt,
  };
};
