/** The callee of a call and what its agent knows: resolved and snapshotted before dialling (spec section 4.7). */
import type { AgentSnapshot, CalleeSnapshot } from '../../actors/call/events.js';
import { referringInstructions } from '../../providers/llm/untrusted.js';
import { fitsType } from '../../providers/tables/profile.js';
import type { AgentResource, DataSourceVariable } from '../../schemas/agents/agent.js';
import type { Voicemail } from '../../schemas/agents/voicemail.js';
import type { ContactResource } from '../../schemas/contacts/contact.js';
import { DomainError, type ErrorDetail } from '../../schemas/errors.js';
import { CONTACTS_SOURCE_NAME, contactsSourceId } from '../../schemas/ids.js';
import { fillPlaceholders, MAX_VALUE_CHARACTERS, oneLine } from '../../schemas/text.js';
import { readThrough } from '../../views/kernel/read-through.js';
import { contactNotShown } from '../contacts/living-contact.js';
import type { OperationsDeps } from '../deps.js';
import { type SettledVariables, settleVariables } from './call-variables.js';

/** Values by alias that a client supplies in place of stored ones. */
type TestVariables = Readonly<Record<string, string>>;

/** Sources that a call names at most. */
const MAX_NAMES = 5;

/** @throws DomainError agent_not_found, agent_not_active, agent_not_voice */
export const voiceAgent = async (
  deps: Pick<OperationsDeps, 'views'>,
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
  deps: Pick<OperationsDeps, 'views'>,
  businessId: string,
  agent: AgentResource,
  contactId: string,
  testVariables: TestVariables = {},
): Promise<CalleeSnapshot> => {
  const contact = await contactToCall(deps, businessId, contactId);
  return calleeOf(deps, businessId, agent, contact, testVariables);
};

/** @throws DomainError contact_not_found */
export const contactToCall = async (
  { views }: Pick<OperationsDeps, 'views'>,
  businessId: string,
  contactId: string,
): Promise<ContactResource> => {
  const contact = await readThrough(views, businessId, () => views.contact(businessId, contactId));
  if (contact === null) throw contactNotShown(views, businessId, contactId);
  return contact;
};

/** @throws DomainError contact_blocked, contact_out_of_scope, contact_context_required */
export const calleeOf = (
  deps: Pick<OperationsDeps, 'views'>,
  businessId: string,
  agent: AgentResource,
  contact: ContactResource,
  testVariables: TestVariables = {},
): CalleeSnapshot => {
  if (contact.communicationBlocked) throw new DomainError('contact_blocked');
  if (!contact.categories.some(({ id }) => agent.contactCategoryIds.includes(id)))
    throw new DomainError('contact_out_of_scope');
  const values = knownVariables(deps, businessId, agent, contact);
  const settled = settledFor(businessId, agent, values, testVariables);
  if (settled.missing.length > 0) throw lacking(businessId, contact, settled.missing);
  return {
    contactId: contact.id,
    contactName: contact.name,
    destination: contact.mobile,
    ...snapshotOf(settled),
    sourceName: sourceNameOf(deps, businessId, settled.sourceIds) ?? CONTACTS_SOURCE_NAME,
  };
};

/** A callee without a contact: the client must supply every variable. @throws DomainError contact_context_required */
export const directCallee = (
  deps: Pick<OperationsDeps, 'views'>,
  businessId: string,
  agent: AgentResource,
  toNumber: string,
  testVariables: TestVariables = {},
): CalleeSnapshot => {
  const values = knownVariables(deps, businessId, agent, null);
  const settled = settledFor(businessId, agent, values, testVariables);
  if (settled.missing.length > 0) {
    throw new DomainError(
      'contact_context_required',
      'This agent uses contact variables. Set contactId instead of toNumber, or set all variables in testVariables.',
      settled.missing.map(({ alias }) => ({ path: `/testVariables/${alias}`, message: 'set a value' })),
    );
  }
  const destination = toNumber;
  return { contactId: null, contactName: null, destination, ...snapshotOf(settled), sourceName: null };
};

const settledFor = (
  businessId: string,
  agent: AgentResource,
  known: Readonly<Record<string, string>>,
  testVariables: TestVariables,
): SettledVariables => {
  const contacts = contactsSourceId(businessId);
  return settleVariables(agent.dataSourceVariables, known, testVariables, (id) => id === contacts);
};

const snapshotOf = ({ values, callData, replaced }: SettledVariables) => ({ values, callData, replaced });

/** The names of the sources, in order; null if there are none. */
const sourceNameOf = (
  { views }: Pick<OperationsDeps, 'views'>,
  businessId: string,
  sourceIds: readonly string[],
): string | null => {
  const names = sourceIds
    .slice(0, MAX_NAMES)
    .flatMap((id) =>
      id === contactsSourceId(businessId)
        ? [CONTACTS_SOURCE_NAME]
        : (views.dataSource(businessId, id)?.name ?? []),
    );
  return names.length === 0 ? null : names.join(', ');
};

/** The agent as it will speak on this call: spoken texts have their values filled in, instructions refer to them. */
export const snapshotAgent = (
  agent: AgentResource,
  values: Readonly<Record<string, string>>,
  voicemail: Voicemail,
  timeZone: string | null,
): AgentSnapshot => {
  const disclosure = fillPlaceholders(agent.voiceSettings.disclosure ?? '', values);
  return {
    ...(disclosure === '' ? {} : { disclosure }),
    ...(timeZone === null ? {} : { timeZone }),
    agentId: agent.id,
    name: agent.name,
    instructions: referringInstructions(agent.instructions, values),
    greeting: fillPlaceholders(agent.voiceSettings.firstGreeting ?? '', values),
    languageCode: agent.languageCode,
    voiceSettings: agent.voiceSettings,
    knowledgeSourceIds: agent.dataSourceIds,
    voicemail:
      voicemail.type === 'leave_message'
        ? { type: 'leave_message', text: fillPlaceholders(voicemail.text, values) }
        : voicemail,
  };
};

/**
 * What the agent may know of this contact: each granted field of the contact itself or of its row in a source.
 * @throws DomainError contact_context_required when a field has no value
 */
export const resolveVariables = (
  deps: Pick<OperationsDeps, 'views'>,
  businessId: string,
  agent: AgentResource,
  contact: ContactResource,
): Readonly<Record<string, string>> => {
  const values = knownVariables(deps, businessId, agent, contact);
  const missing = agent.dataSourceVariables.filter(({ alias }) => values[alias] === '');
  if (missing.length === 0) return values;
  throw lacking(businessId, contact, missing);
};

const lacking = (
  businessId: string,
  contact: ContactResource,
  missing: readonly DataSourceVariable[],
): DomainError => {
  const details = missing.map(
    ({ sourceId, fieldKey }): ErrorDetail => ({
      path: `/fields/${fieldKey}`,
      message:
        sourceId === contactsSourceId(businessId)
          ? `set a value for ${fieldKey} of contact ${contact.id}`
          : `set a valid value for ${fieldKey} of contact ${contact.id} in data source ${sourceId}`,
    }),
  );
  const message = 'The contact has no values for variables that the agent uses.';
  return new DomainError('contact_context_required', message, details);
};

/** The view from which rows of Data Sources are read. */
interface SourceValues {
  readonly views: Pick<OperationsDeps['views'], 'sourceValues'>;
}

/**
 * Like {@link resolveVariables}, for a customer who waits for an answer: missing values are empty, and all are empty
 * without a contact. Each value is on one line, without hidden characters, and cut to {@link MAX_VALUE_CHARACTERS}.
 */
export const knownVariables = (
  deps: SourceValues,
  businessId: string,
  agent: AgentResource,
  contact: ContactResource | null,
): Readonly<Record<string, string>> => {
  const values: Record<string, string> = {};
  const valueIn = contact === null ? () => '' : sourceReader(deps, businessId, contact);
  for (const { alias, sourceId, fieldKey } of agent.dataSourceVariables)
    values[alias] = oneLine(
      contact !== null && sourceId === contactsSourceId(businessId)
        ? fieldOf(contact, fieldKey)
        : valueIn(sourceId, fieldKey),
      MAX_VALUE_CHARACTERS,
    );
  return values;
};

/** The value of a contact's field; empty if there is none. */
const fieldOf = (contact: ContactResource, fieldKey: string): string => {
  if (fieldKey === 'name') return contact.name;
  if (fieldKey === 'mobile') return contact.mobile;
  return Object.hasOwn(contact.fields, fieldKey) ? (contact.fields[fieldKey] ?? '') : '';
};

/**
 * Reads each source once, so that all of its fields come from one version even while another is activated.
 * Empty if there is no value of the field's type: values that do not fit the reviewed column are not spoken.
 */
const sourceReader = (
  deps: SourceValues,
  businessId: string,
  contact: ContactResource,
): ((sourceId: string, fieldKey: string) => string) => {
  const rows = new Map<string, ReturnType<typeof deps.views.sourceValues>>();
  return (sourceId, fieldKey) => {
    const row = rows.has(sourceId)
      ? rows.get(sourceId)
      : deps.views.sourceValues(businessId, sourceId, contact);
    rows.set(sourceId, row ?? null);
    const found = row?.get(fieldKey);
    return found !== undefined && fitsType(found.type, found.value) ? found.value : '';
  };
};
