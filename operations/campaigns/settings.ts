/** Validates a campaign's settings for its channel and agent (spec section 4.8). */
import type { AgentResource } from '../../schemas/agents/agent.js';
import {
  type IterationSettings,
  type SettledSettings,
  settledSettings,
} from '../../schemas/campaigns/iteration-settings.js';
import type { CampaignChannel } from '../../schemas/campaigns/states.js';
import { DomainError, type ErrorDetail } from '../../schemas/errors.js';
import { placeholdersOf } from '../../schemas/text.js';
import { isTimeZone } from '../../schemas/time-zone.js';
import { analysesCalls } from '../analysis/request.js';
import type { Caller } from '../caller.js';
import { requireTemplate } from '../channels/templates.js';
import { checkForm, undeclaredIn, withUploadedImages } from '../conversations/template-content.js';
import type { OperationsDeps } from '../deps.js';
import { refuseProblems } from '../refusals.js';
import { accountOf, templateIn } from './contacting.js';

/**
 * The settings of an iteration, with defaults for omitted ones.
 * @throws DomainError validation_failed, variable_undeclared, channel_not_connected, media_not_found, media_expired,
 *   media_type_mismatch, and as requireTemplate
 */
export const checkedSettings = async (
  deps: OperationsDeps,
  { businessId, at }: Pick<Caller, 'businessId' | 'at'>,
  channel: CampaignChannel,
  agent: AgentResource,
  requested: IterationSettings | undefined,
): Promise<SettledSettings> => {
  const settings = settledSettings(requested);
  const { window, messageText, templateName } = settings;
  const problems: ErrorDetail[] = [];
  const problem = (field: string, message: string): void =>
    void problems.push({ path: `/settings/${field}`, message });
  if (window !== null && !isTimeZone(window.timezone))
    problem('window/timezone', 'must be a time zone of the IANA database, like Europe/Berlin');
  if (window !== null && window.start === window.end) problem('window/end', 'must differ from start');
  if (channel === 'voice') {
    if (messageText !== null) problem('messageText', 'is for whatsapp only; on calls, the agent speaks');
    if (templateName !== null) problem('templateName', 'is for whatsapp only; on calls, the agent speaks');
  } else {
    if ((messageText === null) === (templateName === null))
      problem('messageText', 'give exactly one of messageText and templateName');
    if (settings.retryVoicemail === true) problem('retryVoicemail', 'is for calls only; leave it out');
    if (requested?.callBacks !== undefined) problem('callBacks', 'is for calls only; leave it out');
  }
  for (const name of ['templateLanguage', 'templateComponents'] as const)
    if (requested?.[name] !== undefined && templateName === null)
      problem(name, 'belongs to a template; set templateName as well');
  if (settings.callBacks != null && channel === 'voice' && !(await analysesCalls(deps.actors, businessId)))
    problem('callBacks', 'needs the outcomes of calls; switch them on in the settings of the business');
  refuseProblems(problems);
  const template = templateIn(settings, agent);
  if (template !== null) checkForm(template);
  const declared = new Set(agent.dataSourceVariables.map(({ alias }) => alias));
  const undeclared = placeholdersOf(messageText ?? '')
    .filter((alias) => !declared.has(alias))
    .map((alias) => ({
      path: '/settings/messageText',
      message: `the agent declares no variable ${alias}; declare it there, or correct the placeholder`,
    }));
  const missing = template === null ? undeclared : [...undeclared, ...undeclaredIn(template, agent)];
  if (missing.length > 0) throw new DomainError('variable_undeclared', undefined, missing);
  if (channel === 'whatsapp') {
    const account = accountOf(deps, businessId, agent.id);
    const { accountId } = account;
    const { templateComponents: components = [] } = settings;
    const content = { type: 'template', name: '', languageCode: '', components } as const;
    await withUploadedImages(deps, { businessId, accountId, at }, content);
    if (template !== null) await requireTemplate(deps, { businessId, at }, account, template);
  }
  return settings;
};

/**
 * Checks the template of a planned iteration once more before it starts: it may have been paused meanwhile. A campaign without a
 * connected account waits for it instead.
 * @throws DomainError as requireTemplate
 */
export const checkTemplateAtStart = async (
  deps: OperationsDeps,
  { businessId, at }: Pick<Caller, 'businessId' | 'at'>,
  iterationId: string,
  agentId: string,
): Promise<void> => {
  const { views } = deps;
  const settings = views.iterationSettings(businessId, iterationId);
  const agent = views.agent(businessId, agentId);
  if (settings === null || agent === null || agent.channel !== 'whatsapp') return;
  const template = templateIn(settings, agent);
  if (template === null) return;
  try {
    await requireTemplate(deps, { businessId, at }, accountOf(deps, businessId, agent.id), template);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'channel_not_connected') throw error;
  }
};
