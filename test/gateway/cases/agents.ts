/** Requests about agents, their voices and tests: for each operation a good, a different and an invalid one. */
import { AGENT, AGENT_TEST, BUSINESS, CATEGORY, NOBODY } from '../fakes/ids.js';
import { type Cases, q, wrongPage } from './case.js';

const profile = { businessId: BUSINESS, channel: 'voice', name: 'Ann', instructions: 'Help.' };

export const AGENT_CASES: Cases = {
  listVoices: {
    path: `/api/v1/voices?${q}&language=en`,
    status: 200,
    wrong: { query: `${q}&language=tlh` },
    problems: ['language'],
  },
  listAgents: {
    path: `/api/v1/agents?${q}`,
    status: 200,
    wrong: { query: `businessId=7&${wrongPage}` },
    problems: ['businessId', 'limit', 'cursor'],
  },
  createAgent: {
    path: '/api/v1/agents',
    status: 201,
    body: profile,
    other: { body: { ...profile, name: 'Bea' } },
    conditional: [{ body: { ...profile, assignment: {} }, scope: 'channels:write' }],
    wrong: {
      body: {
        businessId: 7,
        channel: 'fax',
        name: '',
        instructions: null,
        dataSourceIds: [CATEGORY, CATEGORY],
        dataSourceVariables: [{ sourceId: CATEGORY, fieldKey: '1a' }],
        voiceSettings: {
          backgroundNoiseLevelPercent: 75,
          loud: true,
          backgroundNoiseKey: 'jungle',
          language: 'tlh',
        },
        assignment: { autoReplyEnabled: 'yes' },
      },
    },
    problems: [
      '/businessId',
      '/channel',
      '/name',
      '/instructions',
      '/dataSourceIds',
      '/dataSourceVariables/0/fieldKey',
      '/dataSourceVariables/0/alias',
      '/voiceSettings/backgroundNoiseLevelPercent',
      '/voiceSettings/loud',
      '/voiceSettings/backgroundNoiseKey',
      '/voiceSettings/language',
      '/assignment/autoReplyEnabled',
    ],
  },
  updateAgent: {
    path: '/api/v1/agents',
    status: 200,
    body: { ...profile, agentId: AGENT },
    other: { body: { ...profile, agentId: AGENT, name: 'Bea' } },
    wrong: {
      body: {
        ...profile,
        agentId: 'x',
        name: 'n'.repeat(121),
        instructions: null,
        assignment: null,
        languageCode: null,
        dataSourceIds: 7,
        voiceSettings: { firstGreeting: null, language: 7 },
      },
    },
    problems: [
      ...['/agentId', '/name', '/instructions', '/assignment', '/dataSourceIds', '/voiceSettings/language'],
    ],
  },
  archiveAgent: {
    path: '/api/v1/agents',
    status: 200,
    body: { businessId: BUSINESS, agentId: AGENT },
    other: { body: { businessId: BUSINESS, agentId: NOBODY } },
    wrong: { body: { businessId: BUSINESS, 'agent/id~': AGENT } },
    problems: ['/agentId', '/agent~1id~0'],
  },
  listAgentVersions: {
    path: `/api/v1/console/agents/${AGENT}/versions?${q}`,
    status: 200,
    wrong: { query: wrongPage },
    problems: ['businessId', 'limit', 'cursor'],
  },
  startAgentTest: {
    path: '/api/v1/console/agent-tests',
    status: 201,
    body: { businessId: BUSINESS, agentId: AGENT, variables: { order: '17' } },
    other: { body: { businessId: BUSINESS, agentId: AGENT } },
    wrong: { body: { businessId: BUSINESS, agentId: 'Ann', variables: { order: 17 } } },
    problems: ['/agentId', '/variables/order'],
  },
  continueAgentTest: {
    path: `/api/v1/console/agent-tests/${AGENT_TEST}/messages`,
    status: 200,
    body: { businessId: BUSINESS, text: 'Hello?' },
    other: { body: { businessId: BUSINESS, text: 'Hello!' } },
    wrong: { body: { businessId: BUSINESS, text: '' } },
    problems: ['/text'],
  },
  readAgentTest: {
    path: `/api/v1/console/agent-tests/${AGENT_TEST}?${q}`,
    status: 200,
    wrong: { query: '' },
    problems: ['businessId'],
  },
};
