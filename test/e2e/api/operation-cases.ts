/** The operations that a call needs: a request that succeeds for each, and the resources that the requests name. */
import { contactsSourceId } from '../../../schemas/ids.js';
import { createAgent, createCategory, createContact } from '../../../testkit/api/resources.js';
import type { World } from '../../../testkit/service/world.js';

/** A request that succeeds. */
export interface Case {
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly status: number;
}

/** An id that does not exist. */
export const UNKNOWN_ID = '22222222-2222-4222-8222-222222222222';

/** A contact, and an agent with a variable of contacts. */
export interface Fixtures {
  readonly categoryId: string;
  readonly contactId: string;
  readonly agentId: string;
}

/** Creates contact and agent. */
export const createFixtures = async (world: World): Promise<Fixtures> => {
  const client = world.client();
  const categoryId = await createCategory(client, 'Leads');
  const contactId = await createContact(client, {
    name: 'José Núñez',
    mobile: '+14155552671',
    categoryIds: [categoryId],
    fields: { city: 'Lima' },
  });
  const { id: agentId } = await createAgent(client, {
    channel: 'voice',
    name: 'Ann',
    instructions: 'Help {{who}}.',
    contactCategoryIds: [categoryId],
    dataSourceVariables: [{ sourceId: contactsSourceId(world.businessId), fieldKey: 'name', alias: 'who' }],
    voiceSettings: { firstGreeting: 'Hello {{who}}' },
  });
  return { categoryId, contactId, agentId };
};

/** Cases by operation id. Starts a call that is answered and one that rings for them. */
export const operationCases = async (
  world: World,
  { categoryId, contactId, agentId }: Fixtures,
): Promise<Readonly<Record<string, Case>>> => {
  const client = world.client();
  const { businessId } = world;
  const plain = await client.createAgent('Plain', 'Otherwise, say "Hello.".', { firstGreeting: 'Hello.' });
  const archived = await client.createAgent('Old', 'Help.', {});
  await world.network.callee('+14155552671', { ringMs: 60_000 });
  const callId = await client.startCall(plain.id, '+14155550130');
  await client.callUntil(callId, ({ transcript }) => transcript.length > 0, 20_000);
  const ringing = await client.post<{ callId: string }>('/api/v1/voice/calls', { agentId, contactId });
  const q = `businessId=${businessId}`;
  const profile = { businessId, channel: 'voice', name: 'Ann', instructions: 'Help.' };
  return {
    listAgents: { path: `/api/v1/agents?${q}`, status: 200 },
    createAgent: { path: '/api/v1/agents', body: profile, status: 201 },
    updateAgent: { path: '/api/v1/agents', body: { ...profile, agentId: plain.id }, status: 200 },
    archiveAgent: { path: '/api/v1/agents', body: { businessId, agentId: archived.id }, status: 200 },
    listContacts: { path: `/api/v1/contacts?${q}&search=jos`, status: 200 },
    createContact: {
      path: '/api/v1/contacts',
      body: { businessId, name: 'Ada', mobile: '+14155552672', categoryIds: [categoryId] },
      status: 201,
    },
    listContactCategories: { path: `/api/v1/contacts/categories?${q}`, status: 200 },
    createContactCategory: {
      path: '/api/v1/contacts/categories',
      body: { businessId, name: 'Customers' },
      status: 201,
    },
    readContact: { path: `/api/v1/contacts/${contactId}?${q}`, status: 200 },
    listVoiceCalls: { path: `/api/v1/voice/calls?${q}&limit=1`, status: 200 },
    startVoiceCall: {
      path: '/api/v1/voice/calls',
      body: { businessId, agentId: plain.id, toNumber: '+14155550131', testVariables: { order: '17' } },
      status: 202,
    },
    startVoiceCallBatch: {
      path: '/api/v1/voice/calls/batch',
      body: { businessId, agentId, contactIds: [contactId, UNKNOWN_ID] },
      status: 202,
    },
    resolveVoiceCall: {
      path: `/api/v1/voice/calls/resolve?${q}&agentId=${agentId}&contactId=${contactId}`,
      status: 200,
    },
    readVoiceCall: { path: `/api/v1/voice/calls/${callId}?${q}`, status: 200 },
    downloadVoiceCallTranscript: { path: `/api/v1/voice/calls/${callId}/transcript?${q}`, status: 200 },
    cancelVoiceCall: { path: `/api/v1/voice/calls/${ringing.callId}?${q}`, status: 202 },
  };
};

/** A change that keeps the body of a case valid. */
export const changeOf = (operationId: string): object => {
  switch (operationId) {
    case 'archiveAgent':
      return { agentId: UNKNOWN_ID };
    case 'startVoiceCall':
      return { toNumber: '+14155550139' };
    case 'startVoiceCallBatch':
      return { contactIds: [UNKNOWN_ID] };
    default:
      return { name: 'Another' };
  }
};
