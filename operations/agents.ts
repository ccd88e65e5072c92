/** Creating, changing and archiving agents (spec sections 2.5 and 8). */
import type { AgentAnswer } from '../actors/agent/commands.js';
import type { AgentProfile } from '../actors/agent/events.js';
import { agent } from '../actors/agent/index.js';
import type { AgentCreate, AgentResource, AgentUpdate } from '../schemas/agent.js';
import { DomainError, type ErrorDetail } from '../schemas/errors.js';
import { contactsSourceId, deriveId } from '../schemas/ids.js';
import { countWords, placeholdersOf } from '../schemas/text.js';
import { categoryNames } from './categories.js';
import type { OperationsDeps } from './deps.js';
import { type Caller, commandIdOf, type Operations, type Written } from './operations.js';

/** Spec section 8. */
const MAX_INSTRUCTION_WORDS = 20_000;
const MAX_GREETING_WORDS = 30;

type AgentOperations = Pick<Operations, 'createAgent' | 'updateAgent' | 'archiveAgent'>;

export const agentOperations = (deps: OperationsDeps): AgentOperations => ({
  createAgent: async (caller, body) => {
    if (body.assignment !== undefined && body.assignment !== null) {
      // Voice needs no assignment, and no messaging channel is connected to this service yet.
      throw new DomainError(
        'channel_assignment_not_supported',
        `Channel ${body.channel} cannot be assigned; leave assignment out.`,
      );
    }
    const profile = await checkedProfile(deps, caller, body);
    const id = deriveId(caller.businessId, caller.operationId, caller.idempotencyKey);
    const contactContextRequired = needsContact(profile);
    return written(
      await deps.actors.ask(
        agent,
        { business: caller.businessId, id },
        { type: 'create', profile, contactContextRequired },
      ),
    );
  },

  updateAgent: async (caller, body) => {
    const profile = await checkedProfile(deps, caller, body);
    const command = { type: 'update', profile, contactContextRequired: needsContact(profile) } as const;
    return written(
      await deps.actors.ask(agent, { business: caller.businessId, id: body.agentId }, command, {
        commandId: commandIdOf(caller),
      }),
    );
  },

  archiveAgent: async (caller, body) =>
    written(
      await deps.actors.ask(agent, { business: caller.businessId, id: body.agentId }, { type: 'archive' }),
    ),
});

const written = (outcome: { answer: AgentAnswer; shard: number; seq: number }): Written<AgentResource> => ({
  result: agentResource(outcome.answer),
  shard: outcome.shard,
  seq: outcome.seq,
});

/** The wire form of an agent. */
export const agentResource = (answer: AgentAnswer): AgentResource => ({
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
  instagramCollectMobileEnabled: answer.profile.instagramCollectMobileEnabled,
  createdAt: new Date(answer.createdAt).toISOString(),
  updatedAt: new Date(answer.updatedAt).toISOString(),
});

/** Every variable comes from a source that is bound to contacts, so one variable is enough to need a contact. */
const needsContact = (profile: AgentProfile): boolean => profile.dataSourceVariables.length > 0;

const checkedProfile = async (
  deps: OperationsDeps,
  caller: Caller,
  body: AgentCreate | AgentUpdate,
): Promise<AgentProfile> => {
  const profile = profileOf(body);
  const problems = [...limitProblems(profile), ...aliasProblems(profile)];
  if (problems.length > 0) throw new DomainError('validation_failed', undefined, problems);
  checkPlaceholders(profile);
  checkSources(profile, caller.businessId);
  checkVoice(deps, profile);
  if (profile.contactCategoryIds.length > 0)
    await categoryNames(deps, caller.businessId, profile.contactCategoryIds, '/contactCategoryIds');
  return profile;
};

const profileOf = (body: AgentCreate | AgentUpdate): AgentProfile => ({
  channel: body.channel,
  name: body.name,
  instructions: body.instructions,
  languageCode: body.languageCode ?? 'en',
  dataSourceIds: body.dataSourceIds ?? [],
  contactCategoryIds: body.contactCategoryIds ?? [],
  dataSourceVariables: body.dataSourceVariables ?? [],
  voiceSettings: body.voiceSettings ?? {},
  instagramCollectMobileEnabled: body.instagramCollectMobileEnabled ?? true,
});

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
  return problems;
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
  const declared = new Set(profile.dataSourceVariables.map((variable) => variable.alias));
  const texts = [
    ['/voiceSettings/firstGreeting', profile.voiceSettings.firstGreeting ?? ''],
    ['/instructions', profile.instructions],
  ] as const;
  const problems = texts.flatMap(([path, text]) =>
    placeholdersOf(text)
      .filter((name) => !declared.has(name))
      .map((name) => ({ path, message: `{{${name}}} is not declared; grant it in dataSourceVariables` })),
  );
  if (problems.length > 0) throw new DomainError('variable_undeclared', undefined, problems);
};

const checkSources = (profile: AgentProfile, businessId: string): void => {
  const contacts = contactsSourceId(businessId);
  const unknown = [
    ...profile.dataSourceIds.map((id, index) => ({ id, path: `/dataSourceIds/${index}` })),
    ...profile.dataSourceVariables.map(({ sourceId: id }, index) => ({
      id,
      path: `/dataSourceVariables/${index}/sourceId`,
    })),
  ].filter(({ id }) => id !== contacts);
  if (unknown.length === 0) return;
  throw new DomainError(
    'data_source_not_found',
    undefined,
    unknown.map(({ id, path }) => ({
      path,
      message: `there is no data source ${id}; contacts are source ${contacts}`,
    })),
  );
};

const checkVoice = (deps: OperationsDeps, profile: AgentProfile): void => {
  const wanted = profile.voiceSettings.liveVoiceId;
  if (wanted === undefined || deps.voices.some((voice) => voice.id === wanted)) return;
  const choice = deps.voices.map((voice) => voice.id).join(', ');
  throw new DomainError('voice_unknown', undefined, [
    { path: '/voiceSettings/liveVoiceId', message: `there is no voice ${wanted}; choose one of ${choice}` },
  ]);
};
