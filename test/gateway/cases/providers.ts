/** Requests about lists of providers: for each operation a good, a different and an invalid one. */
import { AGENT, BUSINESS } from '../fakes/ids.js';
import { type Cases, q } from './case.js';

const path = '/api/v1/console/providers';
const choices = [{ provider: 'openai', choice: 'gpt-5-mini', credential: 'sk-1' }, { provider: 'groq' }];

export const PROVIDER_CASES: Cases = {
  listProviders: { path: `${path}?${q}`, status: 200, invalid: { query: '' }, problems: ['businessId'] },
  setProviders: {
    path,
    status: 200,
    body: { businessId: BUSINESS, role: 'model', choices, standIn: 'installation' },
    other: { body: { businessId: BUSINESS, role: 'model', agentId: AGENT, choices } },
    invalid: {
      body: {
        businessId: BUSINESS,
        role: 'cook',
        agentId: 'ann',
        choices: [{ provider: '', choice: '', credential: '', address: '' }],
        standIn: 'anybody',
      },
    },
    problems: [
      '/role',
      '/agentId',
      '/choices/0/provider',
      '/choices/0/choice',
      '/choices/0/credential',
      '/choices/0/address',
      '/standIn',
    ],
  },
  removeProviders: {
    path: `${path}/model?${q}`,
    status: 200,
    other: { path: `${path}/recogniser?${q}&agentId=${AGENT}` },
    invalid: { query: 'agentId=ann' },
    problems: ['businessId', 'agentId'],
  },
  testProviders: {
    path: `${path}/test`,
    status: 200,
    body: { businessId: BUSINESS, role: 'model' },
    other: { body: { businessId: BUSINESS, role: 'model', agentId: AGENT } },
    invalid: { body: { businessId: BUSINESS, role: 'cook', agentId: 'ann' } },
    problems: ['/role', '/agentId'],
  },
};
