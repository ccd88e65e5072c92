/** Requests about sessions and keys: for each operation a good, a different and an invalid one. */
import { AGENT, BUSINESS } from '../fakes/ids.js';
import { type Cases, invalidPage, q } from './case.js';

export const CONSOLE_CASES: Cases = {
  signIn: {
    path: '/api/v1/console/session',
    status: 200,
    body: { email: 'ann@example.org', password: 'correct' },
    invalid: { body: { email: 'a', password: '' } },
    problems: ['/email', '/password'],
  },
  readSession: { path: '/api/v1/console/session', status: 200, invalid: { query: 'a=1' }, problems: ['a'] },
  readStart: { path: '/api/v1/console/start', status: 200, invalid: { query: 'a=1' }, problems: ['a'] },
  switchBusiness: {
    path: '/api/v1/console/session/business',
    status: 200,
    body: { switchTo: BUSINESS },
    invalid: { body: { switchTo: '7' } },
    problems: ['/switchTo'],
  },
  signOut: { path: '/api/v1/console/session', status: 200, invalid: { query: 'a=1' }, problems: ['a'] },
  setUp: {
    path: '/api/v1/console/setup',
    status: 201,
    body: {
      token: 'of a link',
      businessName: 'Acme',
      name: 'Ann',
      email: 'ann@example.org',
      password: 'horse battery staple',
    },
    invalid: { body: { token: '', businessName: '', name: '', email: 'ann', password: 'short' } },
    problems: ['/token', '/businessName', '/name', '/email', '/password'],
  },
  readOverview: {
    path: `/api/v1/console/overview?${q}`,
    status: 200,
    invalid: { query: '' },
    problems: ['businessId'],
  },
  readHome: {
    path: `/api/v1/console/home?${q}`,
    status: 200,
    invalid: { query: '' },
    problems: ['businessId'],
  },
  startSimulatedCall: {
    path: '/api/v1/console/simulated-calls',
    status: 202,
    body: { businessId: BUSINESS, agentId: AGENT, says: ['hello'] },
    other: { body: { businessId: BUSINESS, agentId: AGENT, says: ['goodbye'] } },
    invalid: { body: { businessId: BUSINESS, agentId: 'a', says: ['hello', ' ', '…'] } },
    problems: ['/agentId', '/says/1', '/says/2'],
  },
  startTestCall: {
    path: '/api/v1/console/test-calls',
    status: 202,
    body: { businessId: BUSINESS, agentId: AGENT, testVariables: { name: 'Ann' } },
    other: { body: { businessId: BUSINESS, agentId: AGENT, useDraft: true, instructions: 'Be kind.' } },
    invalid: {
      body: {
        businessId: BUSINESS,
        agentId: 'a',
        testVariables: { name: 7 },
        useDraft: 'yes',
        instructions: '',
      },
    },
    problems: ['/agentId', '/testVariables/name', '/useDraft', '/instructions'],
  },
  changePassword: {
    path: '/api/v1/console/session/password',
    status: 200,
    body: { current: 'correct', next: 'horse battery staple' },
    invalid: { body: { current: 7, next: 'short' } },
    problems: ['/current', '/next'],
  },
  listKeys: {
    path: `/api/v1/console/keys?${q}`,
    status: 200,
    invalid: { query: invalidPage },
    problems: ['businessId', 'limit', 'cursor'],
  },
  createKey: {
    path: '/api/v1/console/keys',
    status: 201,
    body: { businessId: BUSINESS, name: 'CRM', scopes: ['contacts:read'] },
    other: { body: { businessId: BUSINESS, name: 'CRM', scopes: ['contacts:write'] } },
    invalid: { body: { businessId: BUSINESS, name: '', scopes: ['everything'] } },
    problems: ['/name', '/scopes/0'],
  },
  revokeKey: {
    path: `/api/v1/console/keys/key0?${q}`,
    status: 200,
    invalid: { query: '' },
    problems: ['businessId'],
  },
};
