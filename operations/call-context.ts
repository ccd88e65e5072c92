/** Whom an agent would call and what it would know: resolved and snapshotted before dialling (spec section 4.7). */
import type { AgentSnapshot, CalleeSnapshot } from '../actors/call/events.js';
import type { AgentResource } from '../schemas/agent.js';
import type { ContactResource } from '../schemas/contact.js';
import { DomainError } from '../schemas/errors.js';
import { fillPlaceholders } from '../schemas/text.js';
import { readThrough } from '../views/read-through.js';
import type { OperationsDeps } from './deps.js';

/** @throws DomainError agent_not_found, agent_not_active, agent_not_voice */
export const voiceAgent = async (
  deps: OperationsDeps,
  businessId: string,
  agentId: string,
): Promise<AgentResource> => {
  const found = await readThrough(deps.views, businessId, () => deps.views.agent(businessId, agentId));
  if (found === null) throw new DomainError('agent_not_found');
  if (found.status !== 'active') throw new DomainError('agent_not_active');
  if (found.channel !== 'voice') throw new DomainError('agent_not_voice');
  return found;
};

/** @throws DomainError contact_not_found, contact_blocked, contact_out_of_scope, contact_context_required */
export const contactCallee = async (
  deps: OperationsDeps,
  businessId: string,
  agent: AgentResource,
  contactId: string,
): Promise<CalleeSnapshot> => {
  const contact = await readThrough(deps.views, businessId, () => deps.views.contact(businessId, contactId));
  if (contact === null) throw new DomainError('contact_not_found');
  if (contact.communicationBlocked) throw new DomainError('contact_blocked');
  if (!contact.categories.some(({ id }) => agent.contactCategoryIds.includes(id)))
    throw new DomainError('contact_out_of_scope');
  return {
    contactId: contact.id,
    contactName: contact.name,
    destination: contact.mobile,
    values: resolveVariables(agent, contact),
    callData: {},
  };
};

/** @throws DomainError contact_context_required */
export const directCallee = (agent: AgentResource, toNumber: string): CalleeSnapshot => {
  if (agent.contactContextRequired) {
    throw new DomainError(
      'contact_context_required',
      'This agent uses variables of contacts: give contactId instead of toNumber.',
    );
  }
  return { contactId: null, contactName: null, destination: toNumber, values: {}, callData: {} };
};

/** The agent as it will speak on this call. */
export const snapshotAgent = (
  agent: AgentResource,
  values: Readonly<Record<string, string>>,
): AgentSnapshot => ({
  agentId: agent.id,
  name: agent.name,
  instructions: fillPlaceholders(agent.instructions, values),
  greeting: fillPlaceholders(agent.voiceSettings.firstGreeting ?? '', values),
  languageCode: agent.languageCode,
  voiceSettings: agent.voiceSettings,
});

const resolveVariables = (
  agent: AgentResource,
  contact: ContactResource,
): Readonly<Record<string, string>> => {
  const values: Record<string, string> = {};
  const missing: string[] = [];
  for (const { alias, fieldKey } of agent.dataSourceVariables) {
    const value = fieldOf(contact, fieldKey);
    if (value === undefined || value === '') missing.push(fieldKey);
    else values[alias] = value;
  }
  if (missing.length === 0) return values;
  throw new DomainError(
    'contact_context_required',
    'The contact lacks values that the agent needs.',
    missing.map((fieldKey) => ({
      path: `/fields/${fieldKey}`,
      message: `give contact ${contact.id} a value for ${fieldKey}`,
    })),
  );
};

const fieldOf = (contact: ContactResource, fieldKey: string): string | undefined => {
  if (fieldKey === 'name') return contact.name;
  if (fieldKey === 'mobile') return contact.mobile;
  return contact.fields[fieldKey];
};
