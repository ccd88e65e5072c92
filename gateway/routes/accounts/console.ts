/** Routes of the console only: sign-in, API keys and agent tests (docs/reference/api.md "Console and keys"). */
import { Type } from 'typebox';
import type { Operations } from '../../../operations/operations.js';
import {
  AgentTestMessage,
  AgentTestResource,
  AgentTestStart,
  KeyCreate,
  KeyResource,
  Overview,
  SimulatedCallStart,
  TestId,
} from '../../../schemas/accounts/console.js';
import { Home } from '../../../schemas/accounts/home.js';
import { AgentVersion } from '../../../schemas/agents/version.js';
import { VoiceCallStartResult } from '../../../schemas/calls/start.js';
import { text } from '../../../schemas/described.js';
import { DomainError } from '../../../schemas/errors.js';
import { AgentId } from '../../../schemas/fields.js';
import { KEY_ID_PATTERN } from '../../../schemas/patterns.js';
import { closed, described, nullable } from '../../../schemas/shapes.js';
import type { ViewStore } from '../../../views/views.js';
import { type Route, route } from '../../route.js';
import { BusinessQuery, ListQuery, NextCursor, pageRequest, writtenAs } from '../common.js';
import { accessRoutes } from './access.js';

const AgentParams = Type.Object({ agentId: AgentId }, closed);
const TestParams = Type.Object({ testId: TestId }, closed);
const KeyParams = Type.Object(
  { keyId: text('The id of the key.', '5d0f83b61c9e4a27b8d2e7f40a1c3965', { pattern: KEY_ID_PATTERN }) },
  closed,
);
const Key = described(KeyResource, 'The key, without its secret.');

/** Of the form of a key, cut so that it cannot pass for one. */
const API_KEY = 'parley_sk_5d0f83b61c9e4a27b8d2e7f40a1c3965_…';

/** `secureCookies`: whether clients reach the service by https. */
export const consoleRoutes = (
  operations: Operations,
  views: ViewStore,
  secureCookies: () => boolean,
): readonly Route[] => [
  ...accessRoutes(operations, views, secureCookies),
  ...overviewRoutes(operations),
  ...keyRoutes(operations, views),
  ...agentTestRoutes(operations),
  ...agentVersionRoutes(views),
];

const overviewRoutes = (operations: Operations): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/console/overview',
    operationId: 'readOverview',
    summary: 'Read the lines, the credit and the carrier.',
    description: 'What the console shows above every page. Lines and credit are those of this moment.',
    sessionOnly: true,
    role: 'viewer',
    query: BusinessQuery,
    response: Overview,
    handler: async ({ businessId }) => ({ data: operations.overview.read(businessId) }),
  }),
  route({
    method: 'GET',
    path: '/api/v1/console/home',
    operationId: 'readHome',
    summary:
      'Read what the start page shows: today against the week before, what waits for a human, what does not work, credit, running campaigns and the steps of the set-up.',
    description:
      'Figures are those of `GET /api/v1/analytics`, in the time zone of the business: a call counts once its charge is settled. Counts of what waits stop at 100. Stuck work is read at most twice a minute.',
    sessionOnly: true,
    role: 'viewer',
    query: BusinessQuery,
    response: Home,
    handler: async ({ businessId, caller }) => ({ data: await operations.home.read(businessId, caller.at) }),
  }),
  route({
    method: 'POST',
    path: '/api/v1/console/simulated-calls',
    operationId: 'startSimulatedCall',
    startsCalls: true,
    audit: { action: 'call.started', target: 'data.callId' },
    summary: 'Start a call to a simulated caller who says these sentences, to try an agent.',
    description:
      'Needs the simulated network: 422 `simulated_network_absent` where calls go through a carrier. The call takes a line, is charged, and sends webhooks and live events like any other.',
    sessionOnly: true,
    role: 'operator',
    idempotent: true,
    quota: 'none',
    status: 202,
    body: SimulatedCallStart,
    response: VoiceCallStartResult,
    errors: [
      'simulated_network_absent',
      'simulated_caller_unavailable',
      'agent_not_found',
      'agent_not_active',
      'agent_not_voice',
      'insufficient_credit',
      'spend_limit_reached',
      'call_rate_exceeded',
    ],
    handler: async ({ body, caller }) => operations.simulatedCalls.start(caller, body),
  }),
];

const keyRoutes = (operations: Operations, views: ViewStore): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/console/keys',
    operationId: 'listKeys',
    summary: 'List the API keys, including revoked ones, newest first, with the minute of their last use.',
    description: 'Secrets are never listed: a key is shown once, in the response that creates it.',
    sessionOnly: true,
    role: 'viewer',
    query: ListQuery,
    response: Type.Object(
      { keys: Type.Array(KeyResource, { description: 'The page of keys.' }), nextCursor: NextCursor },
      closed,
    ),
    errors: ['cursor_invalid'],
    handler: async ({ businessId, query }) => {
      const { items, nextCursor } = views.keys(businessId, pageRequest(query));
      return { data: { keys: items, nextCursor } };
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/console/keys',
    operationId: 'createKey',
    audit: { action: 'key.created', target: 'data.key.id' },
    summary: 'Create an API key. The key is returned only once; a repeated request returns null.',
    description:
      'The key belongs to this business and works at once, with the scopes that it lists. Only a hash is stored: if the key is lost, revoke it and create another.',
    sessionOnly: true,
    role: 'owner',
    idempotent: true,
    quota: 'api_keys',
    status: 201,
    body: KeyCreate,
    response: Type.Object(
      {
        key: Key,
        apiKey: nullable(Type.String(), {
          description:
            'The whole key, for `Authorization: Bearer`. Null in the response to a repeated request.',
          examples: [API_KEY],
        }),
      },
      closed,
    ),
    handler: async ({ body, caller }) => {
      const { result, ...written } = await operations.keys.create(caller, body);
      return { ...written, result, repeated: { ...result, apiKey: null } };
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v1/console/keys/{keyId}',
    operationId: 'revokeKey',
    audit: { action: 'key.revoked', target: 'params.keyId' },
    summary: 'Revoke an API key immediately. Idempotent.',
    description:
      'The response is sent when no node accepts the key any more, about a second later. Live streams of the key end within five seconds. A revoked key stays in the list.',
    sessionOnly: true,
    role: 'owner',
    params: KeyParams,
    query: BusinessQuery,
    response: Type.Object({ key: Key }, closed),
    errors: ['key_not_found'],
    handler: async ({ params, caller }) =>
      writtenAs('key', await operations.keys.revoke(caller, params.keyId)),
  }),
];

const agentTestRoutes = (operations: Operations): readonly Route[] => [
  route({
    method: 'POST',
    path: '/api/v1/console/agent-tests',
    operationId: 'startAgentTest',
    audit: { none: 'a typed test conversation reaches no customer' },
    summary: 'Start a typed test conversation with an active agent.',
    description:
      'Reaches no customer and costs no credit of the business. The test keeps the instructions that the agent has now.',
    sessionOnly: true,
    role: 'operator',
    idempotent: true,
    status: 201,
    body: AgentTestStart,
    maxBodyBytes: 256 * 1024,
    response: AgentTestResource,
    errors: ['agent_not_found', 'agent_not_active', 'draft_not_found', 'agent_version_not_found'],
    handler: async ({ body, caller }) => operations.agentTests.start(caller, body),
  }),
  route({
    method: 'POST',
    path: '/api/v1/console/agent-tests/{testId}/messages',
    operationId: 'continueAgentTest',
    audit: { none: 'a typed test conversation reaches no customer' },
    summary: 'Send a message to the agent and return its reply.',
    description:
      'The model reads the latest 20 messages and has 30 seconds to reply. A test of 400 messages is full: start another.',
    sessionOnly: true,
    role: 'operator',
    idempotent: true,
    params: TestParams,
    body: AgentTestMessage,
    response: AgentTestResource,
    errors: ['agent_test_not_found', 'agent_test_full', 'model_failed'],
    handler: async ({ params, body, caller }) => operations.agentTests.continue(caller, params.testId, body),
  }),
  route({
    method: 'GET',
    path: '/api/v1/console/agent-tests/{testId}',
    operationId: 'readAgentTest',
    summary: 'Read the test conversation so far.',
    description: 'The same data as the latest response to a message.',
    sessionOnly: true,
    role: 'viewer',
    params: TestParams,
    query: BusinessQuery,
    response: AgentTestResource,
    errors: ['agent_test_not_found'],
    handler: async ({ businessId, params }) => ({
      data: await operations.agentTests.read(businessId, params.testId),
    }),
  }),
];

const agentVersionRoutes = (views: ViewStore): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/console/agents/{agentId}/versions',
    operationId: 'listAgentVersions',
    summary:
      'List the latest 50 versions of an agent, with their times and authors, newest first. A page with long versions may contain fewer than `limit`.',
    description:
      'Every change of an agent is a version. `by` is null for changes from before authors were recorded. Keys use `GET /agents/{agentId}/versions`.',
    sessionOnly: true,
    role: 'viewer',
    params: AgentParams,
    query: ListQuery,
    response: Type.Object(
      {
        versions: Type.Array(AgentVersion, { description: 'The page of versions.' }),
        nextCursor: NextCursor,
      },
      closed,
    ),
    errors: ['agent_not_found', 'cursor_invalid'],
    handler: async ({ businessId, params, query }) => {
      if (views.agent(businessId, params.agentId) === null) throw new DomainError('agent_not_found');
      const { items, nextCursor } = views.agentVersions(businessId, params.agentId, pageRequest(query));
      return { data: { versions: items, nextCursor } };
    },
  }),
];
