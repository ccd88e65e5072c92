/** The tools that a business defines for its agents (docs/how-to/tools.md). */
import { Type } from 'typebox';
import type { Operations } from '../../../operations/operations.js';
import {
  OwnToolResource,
  OwnToolSet,
  ToolImport,
  ToolImportResult,
  ToolName,
  ToolTrial,
  ToolTrialResult,
} from '../../../schemas/agents/tool.js';
import { closed, nullable } from '../../../schemas/shapes.js';
import { type Route, route } from '../../route.js';
import { BusinessQuery } from '../common.js';

const Params = Type.Object({ name: ToolName }, closed);

const WithSecretOnce = Type.Object(
  {
    tool: OwnToolResource,
    signingSecret: nullable(Type.String(), {
      examples: ['8c1f0a7be2d94c36a5b0f1e7d2c8493a6b5e0d1f7c2a8493e6d5b0f1a7c2e849'],
      description:
        'Of a new tool with a url, or a replaced secret; returned only once. The text itself is the signing key. Otherwise null, as in the response to a repeated request.',
    }),
  },
  closed,
);

export const toolRoutes = (operations: Operations): readonly Route[] => [
  ...setRoutes(operations),
  ...useRoutes(operations),
];

const setRoutes = (operations: Operations): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/tools',
    operationId: 'listTools',
    summary: 'List the tools of the business, in order of name. Secrets and tokens are never returned.',
    description: 'A business has at most 32 tools of its own. Built-in tools like `end_call` are not listed.',
    scopes: ['agents:read'],
    query: BusinessQuery,
    response: Type.Object(
      { tools: Type.Array(OwnToolResource, { description: 'The tools, in order of name.' }) },
      closed,
    ),
    handler: async ({ businessId }) => ({ data: { tools: await operations.ownTools.list(businessId) } }),
  }),
  route({
    method: 'POST',
    path: '/api/v1/tools',
    operationId: 'setTool',
    audit: { action: 'tool.set', target: 'body.name' },
    summary:
      'Add a tool, or replace the tool of the same name, for new calls and answers. It has exactly one of url, transferTo, sendsDigits, looksUp, savesMobile and handsOver. The signing secret of a tool with a url is returned only once, the secret of its OAuth client never.',
    description:
      'New calls, and conversations from their next answer, use the tool. Replacing a tool keeps its signing secret, unless `newSecret` requests another one. A repeated request returns `signingSecret: null`. With `If-Match: "none"`, a tool is only added, never replaced.',
    scopes: ['agents:write'],
    quota: 'none',
    idempotent: true,
    tagged: true,
    body: OwnToolSet,
    response: WithSecretOnce,
    errors: [
      ...(['tool_url_not_allowed', 'name_lookups_limited', 'data_source_not_found'] as const),
      ...(['agent_not_found', 'too_many_tools', 'resource_changed'] as const),
    ],
    handler: async ({ caller, body, expectedTags }) => {
      const { result, ...written } = await operations.ownTools.set(caller, body, expectedTags);
      return { ...written, result, repeated: { ...result, signingSecret: null } };
    },
  }),
];

const useRoutes = (operations: Operations): readonly Route[] => [
  route({
    method: 'POST',
    path: '/api/v1/tools/imports',
    operationId: 'importTools',
    audit: { action: 'tool.imported' },
    summary:
      'List the tools of an MCP server, and add those that are named, with their current descriptions. The token or the OAuth client’s secret is stored encrypted and never returned.',
    description:
      'Without `tools`, nothing is added: the response lists what the server offers. An imported tool is called on the server by its own name, and replaces the tool of the same name.',
    scopes: ['agents:write'],
    quota: 'none',
    idempotent: true,
    body: ToolImport,
    response: ToolImportResult,
    errors: [
      ...(['tool_url_not_allowed', 'name_lookups_limited', 'mcp_server_failed'] as const),
      ...(['tool_token_failed', 'agent_not_found', 'too_many_tools'] as const),
    ],
    handler: async ({ caller, body }) => operations.ownTools.import(caller, body),
  }),
  route({
    method: 'POST',
    path: '/api/v1/tools/{name}/trials',
    operationId: 'tryTool',
    audit: { action: 'tool.tried', target: 'params.name' },
    summary:
      'Use a tool once, as an agent would, and read what its model would get. Its server does what the tool does.',
    description:
      'The use is real: the server cannot tell it from one by an agent. Tools that act on a call or conversation have none to act on.',
    scopes: ['agents:write'],
    quota: 'none',
    idempotent: true,
    params: Params,
    body: ToolTrial,
    response: ToolTrialResult,
    errors: ['tool_not_found', 'agent_not_found'],
    handler: async ({ caller, params: { name }, body }) => operations.ownTools.try(caller, name, body),
  }),
  route({
    method: 'DELETE',
    path: '/api/v1/tools/{name}',
    operationId: 'removeTool',
    audit: { action: 'tool.removed', target: 'params.name' },
    summary: 'Remove a tool. Agents that are about to use it get an error. Idempotent.',
    description: 'Agents of calls in progress no longer find the tool.',
    scopes: ['agents:write'],
    params: Params,
    query: BusinessQuery,
    response: Type.Object({ removed: Type.Boolean({ description: 'Always true.' }) }, closed),
    handler: async ({ caller, params: { name } }) => operations.ownTools.remove(caller, name),
  }),
];
