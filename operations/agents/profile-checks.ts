/** Checks of an agent's profile before it is stored or published. */
import type { AgentDetails } from '../../actors/agent/commands.js';
import type { AgentProfile } from '../../actors/agent/events.js';
import { dataSource } from '../../actors/data-source/index.js';
import { MAX_PLACEHOLDERS } from '../../schemas/agents/agent.js';
import { MAX_DISCLOSURE_WORDS } from '../../schemas/agents/disclosure.js';
import { DomainError, type ErrorDetail, nullOn } from '../../schemas/errors.js';
import { contactsSourceId } from '../../schemas/ids.js';
import { countPlaceholders, countWords, hasOwnWords } from '../../schemas/text.js';
import type { Caller } from '../caller.js';
import { categoryNames } from '../contacts/categories.js';
import type { OperationsDeps } from '../deps.js';
import { refuseProblems } from '../refusals.js';
import { undeclaredProblems } from './placeholders.js';
import { checkLanguage, checkSpeed, checkVoice } from './speech-choices.js';

/** Spec section 8. */
const MAX_INSTRUCTION_WORDS = 20_000;
const MAX_GREETING_WORDS = 30;

/** Accounts and campaigns that use the agent rely on its channel. @throws DomainError agent_in_use */
export const checkChannel = async (
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

/** Every variable comes from a source that is bound to contacts, so one variable is enough to need a contact. */
export const needsContact = (profile: AgentProfile): boolean => profile.dataSourceVariables.length > 0;

/** The values that a change names; of a publication of a whole profile, all of them. */
interface Named {
  readonly dataSourceIds?: readonly string[] | null | undefined;
  readonly dataSourceVariables?: AgentProfile['dataSourceVariables'] | null | undefined;
  readonly contactCategoryIds?: readonly string[] | null | undefined;
  readonly voiceSettings?: { readonly liveVoiceId?: string | null | undefined } | null | undefined;
}

/**
 * Values that a change keeps were checked when they were set; they do not block a change of something else.
 * @throws DomainError validation_failed, variable_undeclared, data_source_not_found, data_source_field_unknown, category_not_found,
 *   voice_unknown
 */
export const checkProfile = async (
  deps: OperationsDeps,
  { businessId }: Caller,
  before: AgentProfile | null,
  profile: AgentProfile,
  named: Named,
): Promise<void> => {
  const problems = [...limitProblems(profile), ...aliasProblems(profile)];
  refuseProblems(problems);
  checkPlaceholders(profile);
  const { dataSourceIds, dataSourceVariables, contactCategoryIds, voiceSettings } = named;
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
