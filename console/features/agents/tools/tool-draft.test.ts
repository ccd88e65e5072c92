/** The form of a tool: what it shows of a stored tool, and the request that it becomes. */
import { expect, test } from 'vitest';
import { NO_OAUTH, oauthOf, objectIn, type Tool, toolDraftOf, toolOf } from './tool-draft.js';

const PLACE = { businessId: 'b1', agentId: 'a1' };
const STORED: Tool = {
  name: 'order_status',
  description: 'Where an order is.',
  kind: 'http',
  parameters: { type: 'object', properties: { order: { type: 'string' } } },
  url: 'https://orders.example/status',
  oauth: {
    tokenUrl: 'https://login.example/token',
    clientId: 'parley',
    authMethod: 'client_secret_post',
    scope: 'orders.read',
    audience: null,
    resource: null,
  },
  hasToken: false,
  serverTool: null,
  transferTo: null,
  looksUp: null,
  timeoutSeconds: 5,
  agentIds: ['a1', 'a2'],
  tag: '5d41402abc4b2a76',
};

test('a stored tool becomes the request that changes nothing, without its secrets', () => {
  expect(toolOf(toolDraftOf(STORED, 'a1'), PLACE)).toEqual({
    businessId: 'b1',
    name: 'order_status',
    description: 'Where an order is.',
    url: 'https://orders.example/status',
    parameters: STORED.parameters,
    timeoutSeconds: 5,
    agentIds: ['a1', 'a2'],
    oauth: {
      tokenUrl: 'https://login.example/token',
      clientId: 'parley',
      authMethod: 'client_secret_post',
      scope: 'orders.read',
    },
  });
});

test('a typed secret is sent as it is, and a new signing secret only if it is requested', () => {
  const draft = toolDraftOf(STORED, 'a1');
  const changed = { ...draft, newSecret: true, oauth: { ...draft.oauth, clientSecret: ' a b ' } };
  expect(toolOf(changed, PLACE)).toMatchObject({
    newSecret: true,
    oauth: { clientSecret: ' a b ' },
  });
  expect(toolOf({ ...changed, hasOAuth: false }, PLACE)).not.toHaveProperty('oauth');
});

test('a new tool is for the agent on the page, until every agent is chosen', () => {
  const draft = { ...toolDraftOf(null, 'a1'), name: ' keys ', description: 'Keys.' };
  expect(toolOf({ ...draft, kind: 'send_digits' }, PLACE)).toEqual({
    businessId: 'b1',
    name: 'keys',
    description: 'Keys.',
    sendsDigits: true,
    agentIds: ['a1'],
  });
  expect(toolOf({ ...draft, kind: 'send_digits', agents: 'all' }, PLACE)).not.toHaveProperty('agentIds');
});

test('each kind has its own field', () => {
  const draft = { ...toolDraftOf(null, 'a1'), to: '+14155550170', sourceId: 's1' };
  const partOf = (kind: (typeof draft)['kind']) => toolOf({ ...draft, kind }, PLACE);
  expect(partOf('transfer')).toMatchObject({ transferTo: '+14155550170' });
  expect(partOf('transfer')).not.toHaveProperty('consults');
  expect(partOf('consult')).toMatchObject({ transferTo: '+14155550170', consults: true });
  expect(partOf('look_up')).toMatchObject({ looksUp: 's1' });
  expect(partOf('hand_over')).toMatchObject({ handsOver: true });
  expect(partOf('save_mobile')).toMatchObject({ savesMobile: true });
  expect(partOf('save_mobile')).not.toHaveProperty('url');
});

test('the agents of a tool are recognised', () => {
  expect(toolDraftOf({ ...STORED, agentIds: ['a1'] }, 'a1').agents).toBe('this');
  expect(toolDraftOf({ ...STORED, agentIds: ['a2'] }, 'a1').agents).toBe('kept');
  expect(toolDraftOf({ ...STORED, agentIds: null }, 'a1').agents).toBe('all');
});

test('JSON is an object or nothing', () => {
  expect(objectIn('{"a":1}')).toEqual({ a: 1 });
  for (const text of ['', '[]', 'null', '"a"', '{']) expect(objectIn(text)).toBeNull();
});

test('empty fields of a client are left out', () => {
  expect(oauthOf({ ...NO_OAUTH, tokenUrl: ' https://login.example/token ', clientId: 'c' })).toEqual({
    tokenUrl: 'https://login.example/token',
    clientId: 'c',
    authMethod: 'client_secret_basic',
  });
});
