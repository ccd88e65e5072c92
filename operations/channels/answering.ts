/**
 * Who answers on an account (docs/contract.md "Who answers"): nobody while a human has taken over; else the external
 * backend while an active webhook subscription covers the account; else the agent that is assigned and may.
 *
 * It guarantees:
 * O1. An agent is not let in beside an external backend, nor a backend beside an agent that answers: who comes second is
 *     refused, and told whom to ask to leave.
 * O2. Of two requests at the same moment neither may see the other, and both be let in. Then the external backend is the
 *     one who answers: an agent looks before it thinks and again before it speaks ({@link answeringAgent}), and once it
 *     looks, both are committed.
 */
import type { Assignment } from '../../actors/channel-account/events.js';
import { channelAccount } from '../../actors/channel-account/index.js';
import type { ActorAsker } from '../../actors/runtime/asking.js';
import type { AccountChannel } from '../../schemas/channel.js';
import { DomainError } from '../../schemas/errors.js';
import { deriveId } from '../../schemas/ids.js';
import type { ChannelAccountRecord } from '../../views/channel-accounts/index.js';
import type { ViewStore } from '../../views/views.js';

export interface AnsweringDeps {
  readonly actors: ActorAsker;
  readonly views: Pick<ViewStore, 'catchUp' | 'automationOf'>;
}

/** An account as its provider names it. */
export interface Account {
  readonly channel: AccountChannel;
  readonly accountId: string;
}

/** O2. The agent that answers on the account at this moment; null when that is somebody else, or nobody. */
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
 * O1. Whether the account, once it is assigned as `wanted`, has an agent that answers beside an external backend. A human
 * may take over whatever is the case: nobody answers then. The views must hold all that was committed.
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
      'pause or revoke that, or assign the agent with autoReplyEnabled false.',
  );
};

/**
 * O1. Whether an agent answers on the account, or will once a human hands back.
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

/** Null where the account is not connected. */
const assignmentOf = async (
  actors: ActorAsker,
  businessId: string,
  { channel, accountId }: Account,
): Promise<Assignment | null> => {
  const target = { business: businessId, id: deriveId('channel-account', channel, accountId) };
  const { answer: connected } = await actors.query(channelAccount, target, 'get');
  return connected?.assignment ?? null;
};

const mayAnswer = ({ agentId, autoReplyEnabled }: Omit<Assignment, 'humanHandoffActive'>): boolean =>
  agentId !== null && autoReplyEnabled;
