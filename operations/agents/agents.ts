/** Creating, changing and archiving agents (spec sections 2.5 and 8). */
import type { AgentCommand } from '../../actors/agent/commands.js';
import type { AgentProfile } from '../../actors/agent/events.js';
import { agent } from '../../actors/agent/index.js';
import { channelAccount } from '../../actors/channel-account/index.js';
import type {
  AgentCreate,
  AgentResource,
  AgentUpdate,
  BusinessAgentMutation,
} from '../../schemas/agents/agent.js';
import type { AssignmentResource } from '../../schemas/channels/channel.js';
import { DomainError } from '../../schemas/errors.js';
import { type Caller, commandIdOf } from '../caller.js';
import { checkNotAutomated } from '../channels/answering.js';
import { accountFor, channelOperations } from '../channels/channels.js';
import type { OperationsDeps } from '../deps.js';
import type { Written } from '../written.js';
import { changedProfile, newProfile } from './agent-profile.js';
import { agentResource, authorOf, writtenAgent } from './agent-resource.js';
import { checkChannel, checkProfile, needsContact } from './profile-checks.js';
import { retryChanging } from './retry-changing.js';

interface CreatedAgent {
  readonly agent: AgentResource;
  /** The account it was assigned to; null if none was requested. */
  readonly assignment: AssignmentResource | null;
}

/** The agents of a business. */
export interface AgentOperations {
  /**
   * @throws DomainError validation_failed, variable_undeclared, data_source_not_found, category_not_found, voice_unknown,
   *   channel_assignment_not_supported
   */
  create(caller: Caller, body: AgentCreate): Promise<Written<CreatedAgent>>;
  /**
   * Publishes the change at once. Omitted fields stay unchanged, null clears. `expected`: tags of which one must be current; null: not
   * conditional.
   * @throws DomainError as create, and agent_not_found, agent_archived, agent_in_use, agent_changing, agent_changed
   */
  update(
    caller: Caller,
    body: AgentUpdate,
    expected?: readonly string[] | null,
  ): Promise<Written<AgentResource>>;
  /** Archiving twice is harmless. @throws DomainError agent_not_found */
  archive(caller: Caller, body: BusinessAgentMutation): Promise<Written<AgentResource>>;
}

export const agentOperations = (deps: OperationsDeps): AgentOperations => ({
  create: async (caller, body) => {
    const profile = newProfile(body);
    await checkProfile(deps, caller, null, profile, body);
    const account = body.assignment ? await accountOf(deps, caller, body.channel, body.assignment) : null;
    const created = await deps.actors.ask(
      agent,
      { business: caller.businessId, id: commandIdOf(caller) },
      { type: 'create', profile, contactContextRequired: needsContact(profile), ...authorOf(caller) },
    );
    const result = { agent: agentResource(created.answer), assignment: null };
    const { shard, seq } = created;
    if (!body.assignment || account === null) return { result, shard, seq };
    const { autoReplyEnabled = true, humanHandoffActive = false } = body.assignment;
    const { result: assignment, ...assigned } = await channelOperations(deps).assign(caller.businessId, {
      businessId: caller.businessId,
      channel: body.channel,
      aiAgentId: created.answer.agentId,
      autoReplyEnabled,
      humanHandoffActive,
      ...(account.channel === 'whatsapp'
        ? { phoneNumberId: account.accountId }
        : { providerAccountId: account.accountId }),
    });
    return { result: { ...result, assignment }, ...assigned };
  },

  update: async (caller, body, expected = null) => {
    const target = { business: caller.businessId, id: body.agentId };
    return retryChanging(async () => {
      const { answer } = await deps.actors.query(agent, target, 'get');
      if (answer.status === 'archived') throw new DomainError('agent_archived');
      const profile = changedProfile(answer.profile, body);
      await checkProfile(deps, caller, answer.profile, profile, body);
      await checkChannel(deps, caller.businessId, answer, body.channel);
      const { revision } = answer;
      const command: AgentCommand = {
        type: 'update',
        profile,
        contactContextRequired: needsContact(profile),
        ...(revision === undefined ? {} : { revision }),
        ...(expected === null ? {} : { expected }),
        ...authorOf(caller),
      };
      return writtenAgent(await deps.actors.ask(agent, target, command, { commandId: commandIdOf(caller) }));
    });
  },

  archive: async (caller, { agentId }) => {
    const { businessId } = caller;
    const archived = await deps.actors.ask(agent, { business: businessId, id: agentId }, { type: 'archive' });
    await deps.views.catchUp(businessId);
    const last = { shard: archived.shard, seq: archived.seq };
    // An archived agent answers nothing, so its channel accounts lose their assignment.
    for (const { id } of deps.views
      .channelAccounts(businessId)
      .filter((account) => account.agentId === agentId)) {
      const assignment = { agentId: null, autoReplyEnabled: false, humanHandoffActive: false };
      const target = { business: businessId, id };
      const { seq } = await deps.actors.ask(channelAccount, target, { type: 'assign', assignment });
      last.seq = Math.max(last.seq, seq);
    }
    return { result: agentResource(archived.answer), ...last };
  },
});

/** The account is looked up before the agent is created, so that a request that cannot be met creates none. */
const accountOf = async (
  deps: OperationsDeps,
  caller: Caller,
  channel: AgentProfile['channel'],
  { phoneNumberId, providerAccountId, autoReplyEnabled = true }: NonNullable<AgentCreate['assignment']>,
) => {
  const { businessId } = caller;
  await deps.views.catchUp(businessId);
  const account = accountFor(deps, businessId, {
    channel,
    ...(phoneNumberId === undefined ? {} : { phoneNumberId }),
    ...(providerAccountId === undefined ? {} : { providerAccountId }),
  });
  checkNotAutomated(deps, businessId, account, { agentId: commandIdOf(caller), autoReplyEnabled });
  return account;
};
