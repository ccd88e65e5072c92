/** Requests about agents, their voices and tests: for each operation a good, a different and an invalid one. */
import { ANALYSIS, ANALYSIS_RUN } from '../fakes/analyses.js';
import { AGENT, AGENT_TEST, BUSINESS, CATEGORY, UNKNOWN_ID } from '../fakes/ids.js';
import { type Cases, invalidPage, q } from './case.js';

const profile = {
  businessId: BUSINESS,
  channel: 'voice',
  name: 'Ann',
  instructions: 'Help.',
  voiceSettings: { phoneMenu: { goal: 'Reach the front desk.' } },
};

export const AGENT_CASES: Cases = {
  listVoices: {
    path: `/api/v1/voices?${q}&language=en`,
    status: 200,
    invalid: { query: `${q}&language=tlh` },
    problems: ['language'],
  },
  readVoicemail: {
    path: `/api/v1/agents/${AGENT}/voicemail?${q}`,
    status: 200,
    invalid: { query: '' },
    problems: ['businessId'],
  },
  setVoicemail: {
    path: `/api/v1/agents/${AGENT}/voicemail`,
    status: 200,
    body: { businessId: BUSINESS, voicemail: { type: 'leave_message', text: 'Please call back.' } },
    other: { body: { businessId: BUSINESS, voicemail: { type: 'talk' } } },
    invalid: { body: { businessId: BUSINESS, voicemail: { type: 'sing' } } },
    problems: ['/voicemail/type'],
  },
  readAnalysisSettings: {
    path: `/api/v1/agents/${AGENT}/analysis?${q}`,
    status: 200,
    invalid: { query: '' },
    problems: ['businessId'],
  },
  setAnalysisSettings: {
    path: `/api/v1/agents/${AGENT}/analysis`,
    status: 200,
    body: { businessId: BUSINESS, analysis: ANALYSIS },
    other: { body: { businessId: BUSINESS, analysis: { criteria: [], fields: null } } },
    invalid: {
      body: {
        businessId: BUSINESS,
        analysis: {
          criteria: [{ key: '1', description: '' }],
          fields: { type: 'object', properties: { guests: { type: 'party' } } },
        },
      },
    },
    problems: [
      '/analysis/criteria/0/key',
      '/analysis/criteria/0/description',
      '/analysis/fields/properties/guests/type',
    ],
  },
  readMemorySettings: {
    path: `/api/v1/agents/${AGENT}/memory?${q}`,
    status: 200,
    invalid: { query: '' },
    problems: ['businessId'],
  },
  setMemorySettings: {
    path: `/api/v1/agents/${AGENT}/memory`,
    status: 200,
    body: { businessId: BUSINESS, memory: { enabled: true } },
    other: { body: { businessId: BUSINESS, memory: { enabled: false } } },
    invalid: { body: { businessId: BUSINESS, memory: { enabled: 'yes', entries: 5 } } },
    problems: ['/memory/enabled', '/memory/entries'],
  },
  listAnalysisRuns: {
    path: `/api/v1/agents/${AGENT}/analysis-runs?${q}`,
    status: 200,
    invalid: { query: `${q}&${invalidPage}` },
    problems: ['limit', 'cursor'],
  },
  runAnalysis: {
    path: `/api/v1/agents/${AGENT}/analysis-runs`,
    status: 202,
    body: {
      businessId: BUSINESS,
      mode: 'confirm',
      analysisRunId: ANALYSIS_RUN,
      maxChargeMicrocredits: 4_000,
    },
    other: { body: { businessId: BUSINESS, mode: 'estimate', from: '2026-01-01T00:00:00Z' } },
    invalid: {
      body: { businessId: BUSINESS, mode: 'confirm', analysisRunId: 'x', maxChargeMicrocredits: -1 },
    },
    problems: ['/analysisRunId', '/maxChargeMicrocredits'],
  },
  listAgents: {
    path: `/api/v1/agents?${q}`,
    status: 200,
    invalid: { query: `businessId=7&${invalidPage}` },
    problems: ['businessId', 'limit', 'cursor'],
  },
  createAgent: {
    path: '/api/v1/agents',
    status: 201,
    body: profile,
    other: { body: { ...profile, name: 'Bea' } },
    conditional: [{ body: { ...profile, assignment: {} }, scope: 'channels:write' }],
    invalid: {
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
    invalid: {
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
    other: { body: { businessId: BUSINESS, agentId: UNKNOWN_ID } },
    invalid: { body: { businessId: BUSINESS, 'agent/id~': AGENT } },
    problems: ['/agentId', '/agent~1id~0'],
  },
  listAgentVersions: {
    path: `/api/v1/console/agents/${AGENT}/versions?${q}`,
    status: 200,
    invalid: { query: invalidPage },
    problems: ['businessId', 'limit', 'cursor'],
  },
  startAgentTest: {
    path: '/api/v1/console/agent-tests',
    status: 201,
    body: { businessId: BUSINESS, agentId: AGENT, variables: { order: '17' } },
    other: { body: { businessId: BUSINESS, agentId: AGENT } },
    invalid: { body: { businessId: BUSINESS, agentId: 'Ann', variables: { order: 17 } } },
    problems: ['/agentId', '/variables/order'],
  },
  continueAgentTest: {
    path: `/api/v1/console/agent-tests/${AGENT_TEST}/messages`,
    status: 200,
    body: { businessId: BUSINESS, text: 'Hello?' },
    other: { body: { businessId: BUSINESS, text: 'Hello!' } },
    invalid: { body: { businessId: BUSINESS, text: '' } },
    problems: ['/text'],
  },
  readAgentTest: {
    path: `/api/v1/console/agent-tests/${AGENT_TEST}?${q}`,
    status: 200,
    invalid: { query: '' },
    problems: ['businessId'],
  },
};
