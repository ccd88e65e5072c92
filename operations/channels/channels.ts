/** Accounts on messaging channels and the agents assigned to them (spec section 4.3). */
import { agent } from '../../actors/agent/index.js';
import { channelAccount } from '../../actors/channel-account/index.js';
import {
  type AssignmentResource,
  type ChannelAssignment,
  isAccountChannel,
} from '../../schemas/channels/channel.js';
import { DomainError } from '../../schemas/errors.js';
import type { ChannelAccountRecord } from '../../views/channel-accounts/index.js';
import type { OperationsDeps } from '../deps.js';
import type { Written } from '../written.js';
import { disconnectClaimed } from './account-claims.js';
import { checkNotAutomated } from './answering.js';

interface ChannelOperations {
  /**
   * @throws DomainError channel_assignment_not_supported, channel_not_connected, channel_account_not_found,
   *   agent_not_found, agent_not_active, agent_channel_mismatch, validation_failed
   */
  assign(businessId: string, body: ChannelAssignment): Promise<Written<AssignmentResource>>;
  /** Discards tokens and assignments. @throws DomainError channel_not_connected */
  disconnectInstagram(businessId: string): Promise<Written<{ readonly disconnected: readonly string[] }>>;
}

export const channelOperations = (deps: OperationsDeps): ChannelOperations => ({
  assign: async (businessId, body) => {
    await deps.views.catchUp(businessId);
    const account = accountFor(deps, businessId, body);
    const { aiAgentId: agentId, autoReplyEnabled, humanHandoffActive } = body;
    if (agentId) await checkAgent(deps, businessId, agentId, account.channel);
    const assignment = {
      ...(agentId === undefined ? {} : { agentId }),
      ...(autoReplyEnabled === undefined ? {} : { autoReplyEnabled }),
      ...(humanHandoffActive === undefined ? {} : { humanHandoffActive }),
    };
    checkNotAutomated(deps, businessId, account, assignment);
    const { shard, seq } = await deps.actors.ask(
      channelAccount,
      { business: businessId, id: account.id },
      { type: 'assign', assignment },
    );
    await deps.views.waitFor(shard, seq);
    const assigned = deps.views.channelAccounts(businessId).find(({ id }) => id === account.id);
    if (assigned === undefined) throw new DomainError('channel_account_not_found');
    return { result: assignmentResource(assigned), shard, seq };
  },

  disconnectInstagram: async (businessId) => {
    await deps.views.catchUp(businessId);
    const accounts = deps.views.channelAccounts(businessId).filter(({ channel }) => channel === 'instagram');
    if (accounts.length === 0) throw new DomainError('channel_not_connected');
    const last = { shard: 0, seq: 0 };
    for (const { channel, accountId } of accounts) {
      const { shard, seq } = await disconnectClaimed(deps.actors, { channel, accountId }, businessId);
      last.shard = shard;
      last.seq = Math.max(last.seq, seq);
    }
    return { result: { disconnected: accounts.map(({ accountId }) => accountId) }, ...last };
  },
});

export const assignmentResource = (account: ChannelAccountRecord): AssignmentResource => ({
  channel: account.channel,
  phoneNumberId: account.channel === 'whatsapp' ? account.accountId : null,
  providerAccountId: account.channel === 'instagram' ? account.accountId : null,
  displayName: account.displayName,
  aiAgentId: account.agentId,
  autoReplyEnabled: account.autoReplyEnabled,
  humanHandoffActive: account.humanHandoffActive,
  updatedAt: account.updatedAt,
});

/**
 * The account that a request refers to: the one it names, or the only one there is.
 * @throws DomainError channel_assignment_not_supported, channel_not_connected, channel_account_not_found, validation_failed
 */
export const accountFor = (
  deps: OperationsDeps,
  businessId: string,
  {
    channel,
    phoneNumberId,
    providerAccountId,
  }: Pick<ChannelAssignment, 'channel' | 'phoneNumberId' | 'providerAccountId'>,
): ChannelAccountRecord => {
  if (!isAccountChannel(channel)) {
    throw new DomainError(
      'channel_assignment_not_supported',
      `Channel ${channel} has no accounts to assign agents to. Use whatsapp or instagram.`,
    );
  }
  const [name, accountId] =
    channel === 'whatsapp' ? ['phoneNumberId', phoneNumberId] : ['providerAccountId', providerAccountId];
  const accounts = deps.views.channelAccounts(businessId).filter((account) => account.channel === channel);
  if (accounts.length === 0) throw new DomainError('channel_not_connected');
  if (accountId === undefined) {
    const [first, ...more] = accounts;
    if (first !== undefined && more.length === 0) return first;
    throw new DomainError('validation_failed', undefined, [
      {
        path: `/${name}`,
        message: `is required: ${accounts.length} accounts are connected; list the channel assignments for their ids`,
      },
    ]);
  }
  const account = accounts.find((candidate) => candidate.accountId === accountId);
  if (account === undefined) throw new DomainError('channel_account_not_found');
  return account;
};

/** @throws DomainError agent_not_found, agent_not_active, agent_channel_mismatch */
const checkAgent = async (
  deps: OperationsDeps,
  businessId: string,
  agentId: string,
  channel: string,
): Promise<void> => {
  const { answer } = await deps.actors.query(agent, { business: businessId, id: agentId }, 'get');
  if (answer.status !== 'active') throw new DomainError('agent_not_active');
  if (answer.profile.channel !== channel) throw new DomainError('agent_channel_mismatch');
};
