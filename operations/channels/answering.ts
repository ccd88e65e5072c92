/**
 * Decides who answers on an account (docs/reference/api.md "Who answers"): no one while a human has taken over; otherwise the
 * external backend while an active webhook subscription covers the account; otherwise the assigned agent, if it may.
 *
 * It guarantees:
 * O1. An agent is not admitted beside an external backend, nor a backend beside an agent that answers: the second one is
 *     refused, and the error names the one to remove.
 * O2. Two simultaneous requests may miss each other and both be admitted. The external backend then answers: an agent
 *     checks before it generates and again before it sends ({@link answeringAgent}), and by the time it checks, both are
 *     committed.
 */
import type { Assignment } from '../../actors/channel-account/events.js';
import { channelAccount } from '../../actors/channel-account/index.js';
import type { ActorClient } from '../../actors/runtime/actor-client.js';
import type { AccountChannel } from '../../schemas/channels/channel.js';
import { DomainError } from '../../schemas/errors.js';
import { deriveId } from '../../schemas/ids.js';
import type { ChannelAccountRecord } from '../../views/channel-accounts/index.js';
import type { ViewStore } from '../../views/views.js';

export interface AnsweringDeps {
  readonly actors: ActorClient;
  readonly views: Pick<ViewStore, 'catchUp' | 'automationOf'>;
}

/** An account as its provider names it. */
export interface Account {
  readonly channel: AccountChannel;
  readonly accountId: string;
}

/** O2. The agent that answers on the account at this moment; null if a human, a backend or no one does. */
export const answeringAgent = async (
  { actors, views }: AnsweringDeps,
  businessId: string,
  account: Account,
): Promise<string | null> => {
  const assignment = await assignmentOf(actors, businessId, account);
  if (assignment === null || !mayAnswer(assignment) || assignment.humanHandoffActive) return null;
  await views.catchUp(businessId);
  return views.automationOf(businessId, account.channel, account.accountId) === null
    ? assignment.agentId
    : null;
};

/**
 * O1. Checks that the account, once assigned as `wanted`, has no agent that answers beside an external backend. A human
 * may always take over, because nothing answers then. The views must have caught up with all commits.
 * @throws DomainError external_automation_active
 */
export const checkNotAutomated = (
  { views }: Pick<AnsweringDeps, 'views'>,
  businessId: string,
  account: ChannelAccountRecord,
  wanted: Partial<Assignment>,
): void => {
  const { channel, accountId } = account;
  const { agentId = account.agentId, autoReplyEnabled = account.autoReplyEnabled } = wanted;
  if (!mayAnswer({ agentId, autoReplyEnabled })) return;
  const namesAnswering = wanted.agentId !== undefined || wanted.autoReplyEnabled !== undefined;
  if (wanted.humanHandoffActive === true && !namesAnswering) return;
  const subscriptionId = views.automationOf(businessId, channel, accountId);
  if (subscriptionId === null) return;
  throw new DomainError(
    'external_automation_active',
    `An external backend answers on the ${channel} account ${accountId} through the webhook subscription ${subscriptionId}; ` +
      'pause or revoke the subscription, or assign the agent with autoReplyEnabled false.',
  );
};

/**
 * O1. Checks that no agent answers on the account, or will once a human hands it back.
 * @throws DomainError agent_assigned
 */
export const checkNoAgent = async (
  { actors }: Pick<AnsweringDeps, 'actors'>,
  businessId: string,
  account: Account,
): Promise<void> => {
  const assignment = await assignmentOf(actors, businessId, account);
  if (assignment === null || !mayAnswer(assignment)) return;
  const { channel, accountId } = account;
  throw new DomainError(
    'agent_assigned',
    `The agent ${assignment.agentId} answers on the ${channel} account ${accountId}; assign it there with ` +
      'autoReplyEnabled false, or remove it with aiAgentId null, then try again.',
  );
};

/** Null if the account is not connected. */
const assignmentOf = async (
  actors: ActorClient,
  businessId: string,
  { channel, accountId }: Account,
): Promise<Assignment | null> => {
  const target = { business: businessId, id: deriveId('channel-account', channel, accountId) };
  const { answer: connected } = await actors.query(channelAccount, target, 'get');
  return connected?.assignment ?? null;
};

const mayAnswer = ({ agentId, autoReplyEnabled }: Omit<Assignment, 'humanHandoffActive'>): boolean =>
  agentId !== null && autoReplyEnabled;
