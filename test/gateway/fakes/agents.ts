/** One agent. */
import type { AgentOperations } from '../../../operations/agents/agents.js';
import { resultsOf } from '../../../operations/agents/splits.js';
import type { Operations } from '../../../operations/operations.js';
import type { AgentResource } from '../../../schemas/agents/agent.js';
import type { SplitResource } from '../../../schemas/agents/split.js';
import type { AgentVersion, DraftResource } from '../../../schemas/agents/version.js';
import { DEFAULT_VOICEMAIL } from '../../../schemas/agents/voicemail.js';
import { ANY_CALLING_HOURS } from '../../../schemas/campaigns/calling-hours.js';
import type { Views } from '../../../views/views.js';
import { AGENT, AT, CATEGORY, SPLIT } from './ids.js';
import type { OperationLog } from './operation-log.js';
import { pageOf, writtenPageOf } from './pages.js';

/** A voice agent that may call contacts of the category. */
export const agent: AgentResource = {
  id: AGENT,
  referenceName: 'ann-1',
  channel: 'voice',
  status: 'active',
  contactContextRequired: false,
  name: 'Ann',
  instructions: 'Help.',
  languageCode: 'en',
  dataSourceIds: [],
  contactCategoryIds: [CATEGORY],
  dataSourceVariables: [],
  voiceSettings: { firstGreeting: 'Hello.' },
  instagramCollectMobileEnabled: true,
  createdAt: AT,
  updatedAt: AT,
};

const profile = {
  channel: 'voice' as const,
  name: 'Ann',
  instructions: 'Help.',
  languageCode: 'en',
  dataSourceIds: [],
  contactCategoryIds: [CATEGORY],
  dataSourceVariables: [],
  voiceSettings: { firstGreeting: 'Hello.' },
  instagramCollectMobileEnabled: true,
};

const version: AgentVersion = {
  version: 1,
  createdAt: AT,
  by: { type: 'user', id: AGENT, name: 'Ann' },
  ...profile,
};

const draft: DraftResource = {
  agentId: AGENT,
  basedOn: 1,
  isOutdated: false,
  tag: 'd1',
  updatedAt: AT,
  updatedBy: null,
  ...profile,
};

const split: SplitResource = {
  splitId: SPLIT,
  agentId: AGENT,
  campaignId: null,
  published: 2,
  version: 1,
  percent: 20,
  startedAt: AT,
  startedBy: null,
  endedAt: null,
  end: null,
};

/** Views of the agent. */
export const agentViews = (): Pick<
  Views,
  | 'agents'
  | 'agent'
  | 'agentVersions'
  | 'agentVersion'
  | 'runningSplit'
  | 'agentSplit'
  | 'agentSplits'
  | 'splitTallies'
  | 'agentVersionOf'
  | 'voicemailOf'
  | 'timeZoneOf'
  | 'carriersOf'
  | 'callingHoursOf'
  | 'destinationsOf'
  | 'callPriceOf'
  | 'calledNumbers'
> => ({
  agents: (_, page) => writtenPageOf(agent, page),
  agent: (_, id) => (id === AGENT ? agent : null),
  agentVersions: (_, _id, page) => pageOf(version, page),
  agentVersion: (_, _id, number) => (number === 1 ? version : null),
  runningSplit: () => null,
  agentSplit: () => split,
  agentSplits: (_, _id, page) => pageOf(split, page),
  splitTallies: () => [],
  agentVersionOf: () => 1,
  voicemailOf: () => DEFAULT_VOICEMAIL,
  timeZoneOf: () => null,
  carriersOf: () => null,
  callingHoursOf: () => ANY_CALLING_HOURS,
  destinationsOf: () => ({ countries: null, types: [], isSet: false }),
  callPriceOf: () => ({ microcredits: 10_000, byPrefix: false }),
  calledNumbers: () => [],
});

/** Operations that do not change the agent. */
export const agentOperations = ({ record }: OperationLog): AgentOperations => ({
  create: (caller, body) => record(caller, { agent: { ...agent, name: body.name }, assignment: null }),
  update: (caller, body) => record(caller, { ...agent, name: body.name }),
  archive: (caller) => record(caller, { ...agent, status: 'archived' as const }),
});

/** Operations that publish nothing. */
export const publicationOperations = ({ record }: OperationLog): Operations['publications'] => ({
  read: async () => ({ value: agent, tag: '1' }),
  readVersion: async () => version,
  readDraft: async () => ({ value: draft, tag: 'd1' }),
  saveDraft: (caller, _agentId, body) => record(caller, { ...draft, name: body.name }),
  discardDraft: (caller) => record(caller, agent),
  publish: (caller) => record(caller, { ...agent, version: 2 }),
  rollBack: (caller) => record(caller, { ...agent, version: 2 }),
});

/** Operations that divide nobody. */
export const splitOperations = ({ record }: OperationLog): Operations['splits'] => ({
  start: (caller, _agentId, { version, percent }) => record(caller, { ...split, version, percent }),
  end: (caller, _agentId, _splitId, { winner = null }) =>
    record(caller, { ...split, endedAt: AT, end: { reason: 'dropped', winner } }),
  read: async () => ({ split, results: resultsOf(split, []) }),
});

/** Operations on what agents do when a machine answers. */
export const voicemailOperations = ({ record }: OperationLog): Operations['voicemail'] => ({
  read: async () => DEFAULT_VOICEMAIL,
  set: (caller, _agentId, voicemail) => record(caller, voicemail),
});
