/** Creating, changing and archiving agents (spec sections 2.5 and 8). */
import type { AgentCommand, AgentDetails } from '../../actors/agent/commands.js';
import type { AgentAuthor, AgentProfile } from '../../actors/agent/events.js';
import { agent } from '../../actors/agent/index.js';
import { channelAccount } from '../../actors/channel-account/index.js';
import { dataSource } from '../../actors/data-source/index.js';
import {
  type AgentCreate,
  type AgentResource,
  type AgentUpdate,
  type BusinessAgentMutation,
  MAX_PLACEHOLDERS,
} from '../../schemas/agents/agent.js';
import { MAX_DISCLOSURE_WORDS } from '../../schemas/agents/disclosure.js';
import type { AssignmentResource } from '../../schemas/channels/channel.js';
import { DomainError, type ErrorDetail, nullOn } from '../../schemas/errors.js';
import { contactsSourceId } from '../../schemas/ids.js';
import { countPlaceholders, countWords, hasOwnWords } from '../../schemas/text.js';
import { type Caller, commandIdOf } from '../caller.js';
import { checkNotAutomated } from '../channels/answering.js';
import { accountFor, channelOperations } from '../channels/channels.js';
import { categoryNames } from '../contacts/categories.js';
import type { OperationsDeps } from '../deps.js';
import { refuseProblems } from '../refusals.js';
import type { Written } from '../written.js';
import { changedProfile, newProfile } from './agent-profile.js';
import { undeclaredProblems } from './placeholders.js';
import { checkLanguage, checkSpeed, checkVoice } from './speech-choices.js';

/** Spec section 8. */
const MAX_INSTRUCTION_WORDS = 20_000;
const MAX_GREETING_WORDS = 30;
/** Attempts to apply a change to the latest revision of an agent that is being changed concurrently. */
const ATTEMPTS = 20;

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
   * Omitted fields stay unchanged, null clears.
   * @throws DomainError as create, and agent_not_found, agent_archived, agent_in_use, agent_changing
   */
  update(caller: Caller, body: AgentUpdate): Promise<Written<AgentResource>>;
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

  update: async (caller, body) => {
    const target = { business: caller.businessId, id: body.agentId };
    for (let attempt = 1; ; attempt += 1) {
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
        ...authorOf(caller),
      };
      const commandId = commandIdOf(caller);
      try {
        return written(await deps.actors.ask(agent, target, command, { commandId }));
      } catch (error) {
        const changing = error instanceof DomainError && error.code === 'agent_changing';
        if (!changing || attempt === ATTEMPTS) throw error;
      }
    }
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

/** Accounts and campaigns that use the agent rely on its channel. @throws DomainError agent_in_use */
const checkChannel = async (
  deps: OperationsDeps,
  businessId: string,
  { agentId, profile }: AgentDetails,
  channel: AgentProfile['channel'],
): Promise<void> => {
  if (profile.channel === channel) return;
  await deps.views.catchUp(businessId);
  const account = deps.views.channelAccounts(businessId).find((connected) => connected.agentId === agentId);
  if (account !== undefined) {
    const where = `the ${account.channel} account ${account.accountId}`;
    throw new DomainError(
      'agent_in_use',
      `The agent is assigned to ${where}; assign another agent there first.`,
    );
  }
  const campaign = deps.views.campaignOfAgent(businessId, agentId);
  if (campaign !== null)
    throw new DomainError(
      'agent_in_use',
      `The agent is used by the campaign “${campaign}”; cancel it, or wait until it has ended.`,
    );
};

const written = (outcome: { answer: AgentDetails; shard: number; seq: number }): Written<AgentResource> => ({
  result: agentResource(outcome.answer),
  shard: outcome.shard,
  seq: outcome.seq,
});

/** The wire form of an agent. */
const agentResource = (answer: AgentDetails): AgentResource => ({
  id: answer.agentId,
  referenceName: answer.referenceName,
  channel: answer.profile.channel,
  status: answer.status,
  contactContextRequired: answer.contactContextRequired,
  name: answer.profile.name,
  instructions: answer.profile.instructions,
  languageCode: answer.profile.languageCode,
  dataSourceIds: [...answer.profile.dataSourceIds],
  contactCategoryIds: [...answer.profile.contactCategoryIds],
  dataSourceVariables: [...answer.profile.dataSourceVariables],
  voiceSettings: answer.profile.voiceSettings,
  ...(answer.profile.chatSettings === undefined ? {} : { chatSettings: answer.profile.chatSettings }),
  instagramCollectMobileEnabled: answer.profile.instagramCollectMobileEnabled,
  createdAt: new Date(answer.createdAt).toISOString(),
  updatedAt: new Date(answer.updatedAt).toISOString(),
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

/** Every variable comes from a source that is bound to contacts, so one variable is enough to need a contact. */
const needsContact = (profile: AgentProfile): boolean => profile.dataSourceVariables.length > 0;

/** Values that a change keeps were checked when they were set; they do not block a change of something else. */
const checkProfile = async (
  deps: OperationsDeps,
  { businessId }: Caller,
  before: AgentProfile | null,
  profile: AgentProfile,
  body: AgentCreate | AgentUpdate,
): Promise<void> => {
  const problems = [...limitProblems(profile), ...aliasProblems(profile)];
  refuseProblems(problems);
  checkPlaceholders(profile);
  const { dataSourceIds, dataSourceVariables, contactCategoryIds, voiceSettings } = body;
  await checkSources(deps, dataSourceIds ?? [], dataSourceVariables ?? [], businessId);
  await checkVoice(deps, businessId, voiceSettings?.liveVoiceId ?? null);
  await checkLanguage(deps, businessId, before, profile);
  await checkSpeed(deps, businessId, before, profile);
  if (contactCategoryIds && contactCategoryIds.length > 0)
    await categoryNames(deps, businessId, contactCategoryIds, '/contactCategoryIds');
};

const limitProblems = (profile: AgentProfile): readonly ErrorDetail[] => {
  const problems: ErrorDetail[] = [];
  const words = countWords(profile.instructions);
  if (words > MAX_INSTRUCTION_WORDS) {
    problems.push({
      path: '/instructions',
      message: `has ${words} words; shorten it to ${MAX_INSTRUCTION_WORDS}`,
    });
  }
  const greetingWords = countWords(profile.voiceSettings.firstGreeting ?? '');
  if (greetingWords > MAX_GREETING_WORDS) {
    problems.push({
      path: '/voiceSettings/firstGreeting',
      message: `has ${greetingWords} words; shorten it to ${MAX_GREETING_WORDS}`,
    });
  }
  problems.push(...disclosureProblems(profile));
  const texts = [
    ['/instructions', profile.instructions],
    ['/voiceSettings/firstGreeting', profile.voiceSettings.firstGreeting ?? ''],
  ] as const;
  for (const [path, text] of texts)
    if (countPlaceholders(text, MAX_PLACEHOLDERS) > MAX_PLACEHOLDERS)
      problems.push({ path, message: `has more than ${MAX_PLACEHOLDERS} placeholders; use fewer` });
  return problems;
};

/** The schema of the body checks the length in characters, which bounds the placeholders, too. */
const disclosureProblems = ({ channel, voiceSettings }: AgentProfile): readonly ErrorDetail[] => {
  const { disclosure } = voiceSettings;
  if (disclosure === undefined) return [];
  const path = '/voiceSettings/disclosure';
  if (channel !== 'voice') return [{ path, message: 'is spoken on calls only; set it to null' }];
  const words = countWords(disclosure);
  if (words > MAX_DISCLOSURE_WORDS)
    return [{ path, message: `has ${words} words; shorten it to ${MAX_DISCLOSURE_WORDS}` }];
  return hasOwnWords(disclosure)
    ? []
    : [{ path, message: 'has no words besides variables; write the text to be spoken' }];
};

const aliasProblems = (profile: AgentProfile): readonly ErrorDetail[] => {
  const seen = new Set<string>();
  return profile.dataSourceVariables.flatMap(({ alias }, index) => {
    if (!seen.has(alias)) {
      seen.add(alias);
      return [];
    }
    return [
      {
        path: `/dataSourceVariables/${index}/alias`,
        message: `alias ${alias} is declared twice; rename one`,
      },
    ];
  });
};

const checkPlaceholders = (profile: AgentProfile): void => {
  const texts = [
    ['/voiceSettings/firstGreeting', profile.voiceSettings.firstGreeting ?? ''],
    ['/voiceSettings/disclosure', profile.voiceSettings.disclosure ?? ''],
    ['/instructions', profile.instructions],
  ] as const;
  const problems = texts.flatMap(([path, text]) => undeclaredProblems(path, text, profile));
  if (problems.length > 0) throw new DomainError('variable_undeclared', undefined, problems);
};

/** Sources must exist and be active; a granted field must belong to its source. The contacts source may have any field. */
const checkSources = async (
  deps: OperationsDeps,
  sourceIds: AgentProfile['dataSourceIds'],
  variables: AgentProfile['dataSourceVariables'],
  businessId: string,
): Promise<void> => {
  const named = [
    ...sourceIds.map((id, index) => ({ id, fieldKey: null, path: `/dataSourceIds/${index}` })),
    ...variables.map(({ sourceId, fieldKey }, index) => ({
      id: sourceId,
      fieldKey,
      path: `/dataSourceVariables/${index}`,
    })),
  ].filter(({ id }) => id !== contactsSourceId(businessId));
  const unknown: ErrorDetail[] = [];
  const ungranted: ErrorDetail[] = [];
  const sources = new Map<string, Awaited<ReturnType<typeof sourceOf>>>();
  for (const { id, fieldKey, path } of named) {
    // Many variables may come from one source, which is queried once.
    const source = sources.has(id) ? (sources.get(id) ?? null) : await sourceOf(deps, businessId, id);
    sources.set(id, source);
    if (source === null || source.status === 'archived') {
      const message = source === null ? `there is no data source ${id}` : `data source ${id} is archived`;
      unknown.push({ path: fieldKey === null ? path : `${path}/sourceId`, message });
    } else if (fieldKey !== null && !source.fieldKeys.includes(fieldKey)) {
      const more = source.fieldKeys.length > MAX_NAMED_FIELDS ? ' and more' : '';
      const named = `${source.fieldKeys.slice(0, MAX_NAMED_FIELDS).join(', ')}${more}`;
      const has = source.fieldKeys.length === 0 ? 'no fields yet' : named;
      ungranted.push({ path: `${path}/fieldKey`, message: `data source ${id} has ${has}` });
    }
  }
  if (unknown.length > 0) throw new DomainError('data_source_not_found', undefined, unknown);
  if (ungranted.length > 0) throw new DomainError('data_source_field_unknown', undefined, ungranted);
};

const sourceOf = async (deps: OperationsDeps, businessId: string, id: string) => {
  const target = { business: businessId, id };
  const found = await deps.actors.query(dataSource, target, 'get').catch(nullOn('data_source_not_found'));
  return found?.answer ?? null;
};

/** Fields that an error names at most. */
const MAX_NAMED_FIELDS = 20;

/** The author of a change, as far as the API knows it. */
const authorOf = ({ by }: Caller): { readonly by?: AgentAuthor } => {
  if (by === undefined || by === null) return {};
  return {
    by: by.type === 'session' ? { type: 'user', userId: by.userId } : { type: 'key', keyId: by.keyId },
  };
};
