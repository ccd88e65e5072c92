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
      description:
        'Of a new tool with a url, or a replaced secret; returned only once. The text itself is the signing key. Otherwise null, as in the response to a repeated request.',
    }),
  },
  closed,
);

export const toolRoutes = (operations: Operations): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/tools',
    operationId: 'listTools',
    summary: 'List the tools of the business, in order of name. Secrets and tokens are never returned.',
    scopes: ['agents:read'],
    query: BusinessQuery,
    response: Type.Object({ tools: Type.Array(OwnToolResource) }, closed),
    handler: async ({ businessId }) => ({ data: { tools: await operations.ownTools.list(businessId) } }),
  }),
  route({
    method: 'POST',
    path: '/api/v1/tools',
    operationId: 'setTool',
    audit: { action: 'tool.set', target: 'body.name' },
    summary:
      'Add a tool, or replace the tool of the same name, for new calls and answers. It has exactly one of url, transferTo, sendsDigits, looksUp, savesMobile and handsOver. The signing secret of a tool with a url is returned only once, the secret of its OAuth client never.',
    scopes: ['agents:write'],
    quota: 'none',
    idempotent: true,
    body: OwnToolSet,
    response: WithSecretOnce,
    errors: [
      ...(['tool_url_not_allowed', 'name_lookups_limited', 'data_source_not_found'] as const),
      ...(['agent_not_found', 'too_many_tools'] as const),
    ],
    handler: async ({ caller, body }) => {
      const { result, ...written } = await operations.ownTools.set(caller, body);
      return { ...written, result, repeated: { ...result, signingSecret: null } };
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/tools/imports',
    operationId: 'importTools',
    audit: { action: 'tool.imported' },
    summary:
      'List the tools of an MCP server, and add those that are named, with their current descriptions. The token or the OAuth client’s secret is stored encrypted and never returned.',
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
    scopes: ['agents:write'],
    params: Params,
    query: BusinessQuery,
    response: Type.Object({ removed: Type.Boolean() }, closed),
    handler: async ({ caller, params: { name } }) => operations.ownTools.remove(caller, name),
  }),
];
