/** Resources as the views return them, for tests that need only a part of them. */
import type { AgentSnapshot } from '../../../actors/call/events.js';
import type { AgentResource } from '../../../schemas/agents/agent.js';
import type { ContactResource } from '../../../schemas/contacts/contact.js';
import type { AccountOwner } from '../../../views/channel-accounts/index.js';

const AT = '2026-01-01T00:00:00.000Z';
const NEVER_REACHED = { count: 0, lastAt: null, lastOutcome: null };

/** An active voice agent without instructions, unless `overrides` says otherwise. */
export const agentOf = (overrides: Partial<AgentResource> = {}): AgentResource => ({
  id: 'a1',
  referenceName: 'ann-1',
  channel: 'voice',
  status: 'active',
  contactContextRequired: false,
  name: 'Ann',
  instructions: '',
  languageCode: 'en',
  dataSourceIds: [],
  contactCategoryIds: [],
  dataSourceVariables: [],
  voiceSettings: {},
  instagramCollectMobileEnabled: false,
  createdAt: AT,
  updatedAt: AT,
  ...overrides,
});

/** A call's snapshot of an agent whose greeting is `Hello.` */
export const agentSnapshot: AgentSnapshot = {
  agentId: 'a1',
  name: 'Ann',
  instructions: '',
  greeting: 'Hello.',
  languageCode: 'en',
  voiceSettings: {},
  knowledgeSourceIds: [],
};

/** A contact that may be contacted and never was, unless `overrides` says otherwise. */
export const contactOf = (overrides: Partial<ContactResource> = {}): ContactResource => ({
  id: 'p1',
  name: 'P',
  mobile: '+14155550101',
  fields: {},
  categories: [],
  communicationBlocked: false,
  timeZone: null,
  rollups: { voice: NEVER_REACHED, whatsapp: NEVER_REACHED, instagram: NEVER_REACHED },
  createdAt: AT,
  updatedAt: AT,
  ...overrides,
});

/** An account of the business without automated answers. */
export const ownerOf = (businessId: string): AccountOwner => ({
  businessId,
  id: 'account',
  automated: false,
  humanHandoff: false,
  handedBackAt: 0,
});
