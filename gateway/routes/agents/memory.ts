/** Whether agents remember contacts, and what is remembered of a contact. */
import { Type } from 'typebox';
import { contactNotShown } from '../../../operations/contacts/living-contact.js';
import type { Operations } from '../../../operations/operations.js';
import { MemoryEntry, MemoryErasure, MemorySettings } from '../../../schemas/contacts/memory.js';
import { AgentId, BusinessId } from '../../../schemas/fields.js';
import { Count, closed, described } from '../../../schemas/shapes.js';
import { readThrough } from '../../../views/kernel/read-through.js';
import type { ViewStore } from '../../../views/views.js';
import { type Route, route } from '../../route.js';
import { BusinessQuery, NextCursor, pageQuery, pageRequest, writtenAs } from '../common.js';
import { ContactParams } from '../outreach/contacts.js';

const AgentParams = Type.Object({ agentId: AgentId }, closed);
const Memory = described(MemorySettings, 'What the agent may know of earlier calls and conversations.');
const Settings = Type.Object({ memory: Memory }, closed);

export const memoryRoutes = (operations: Operations, views: ViewStore): readonly Route[] => [
  ...settingsRoutes(operations),
  ...contactRoutes(operations, views),
];

const settingsRoutes = (operations: Operations): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/agents/{agentId}/memory',
    operationId: 'readMemorySettings',
    summary: 'Whether the agent remembers contacts.',
    description:
      'An agent with memory knows what contacts stated and what was promised in earlier calls and conversations.',
    scopes: ['agents:read'],
    params: AgentParams,
    query: BusinessQuery,
    response: Settings,
    errors: ['agent_not_found'],
    handler: async ({ businessId, params: { agentId } }) => ({
      data: { memory: await operations.contactMemory.readSettings(businessId, agentId) },
    }),
  }),
  route({
    method: 'POST',
    path: '/api/v1/agents/{agentId}/memory',
    operationId: 'setMemorySettings',
    audit: { action: 'agent.changed', target: 'params.agentId' },
    summary:
      'Set whether the agent remembers contacts: what its calls leave is kept if the business has calls analysed, and the agent is given what is remembered of a contact. Off by default.',
    description:
      'Calls with contacts that end from then on are remembered, and conversations when they are analysed, at no further cost. Switched off again, the agent is given nothing; what is remembered stays until it is erased.',
    scopes: ['agents:write'],
    quota: 'none',
    idempotent: true,
    params: AgentParams,
    body: Type.Object({ businessId: BusinessId, memory: Memory }, closed),
    response: Settings,
    errors: ['agent_not_found', 'agent_archived'],
    handler: async ({ caller, params: { agentId }, body }) =>
      writtenAs('memory', await operations.contactMemory.setSettings(caller, agentId, body.memory)),
  }),
];

const contactRoutes = (operations: Operations, views: ViewStore): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/contacts/{contactId}/memory',
    operationId: 'readContactMemory',
    summary: 'List what agents remember of a contact, with the calls it comes from, newest first.',
    description: 'All agents with memory add to the same list, over all channels.',
    scopes: ['contacts:read', 'communications:read'],
    params: ContactParams,
    query: Type.Object({ businessId: BusinessId, ...pageQuery }, closed),
    response: Type.Object({
      entries: Type.Array(MemoryEntry, { description: 'What is remembered, newest first.' }),
      nextCursor: NextCursor,
    }),
    errors: ['contact_not_found', 'cursor_invalid'],
    handler: async ({ businessId, params: { contactId }, query }) => {
      const contact = await readThrough(views, businessId, () => views.contact(businessId, contactId));
      if (contact === null) throw contactNotShown(views, businessId, contactId);
      const { items, nextCursor } = views.memory(businessId, contactId, pageRequest(query));
      return { data: { entries: items, nextCursor } };
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v1/contacts/{contactId}/memory',
    operationId: 'eraseContactMemory',
    audit: { action: 'contact.memory_erased', target: 'params.contactId' },
    summary:
      'Erase entries of what agents remember of a contact, or everything that was said until now. Returns the number of erased entries.',
    description:
      'With `entryIds`, erases these entries; without, everything that was said until now. What is erased is not remembered again by a later analysis.',
    scopes: ['contacts:write'],
    idempotent: true,
    params: ContactParams,
    body: MemoryErasure,
    response: Type.Object({ erased: described(Count, 'The number of erased entries.', 2) }),
    errors: ['contact_not_found'],
    handler: async ({ caller, params: { contactId }, body }) =>
      operations.contactMemory.erase(caller, contactId, body),
  }),
];
