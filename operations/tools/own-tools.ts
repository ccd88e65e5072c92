/**
 * The tools that a business defines for its agents: listing, setting, importing, removing and trying them. Shared by the API and
 * the command line.
 */
import { randomBytes } from 'node:crypto';
import { dataSource } from '../../actors/data-source/index.js';
import type { ActorClient } from '../../actors/runtime/actor-client.js';
import type { StoredOAuth, StoredTool } from '../../actors/toolbox/events.js';
import { toolbox } from '../../actors/toolbox/index.js';
import { toolTag } from '../../actors/toolbox/tag.js';
import type { GuardedHttp } from '../../providers/egress/guarded-http.js';
import { createAccessTokens } from '../../providers/tools/access-tokens.js';
import { listMcpTools, McpFailure, type McpServer, type McpTool } from '../../providers/tools/mcp-tool.js';
import { TokenFailure } from '../../providers/tools/token-request.js';
import {
  MAX_DESCRIPTION_CHARACTERS,
  type OwnTool,
  type OwnToolResource,
  type OwnToolSet,
  type ToolImport,
  type ToolImportResult,
  type ToolTrial,
  type ToolTrialResult,
} from '../../schemas/agents/tool.js';
import type { ToolOAuth } from '../../schemas/agents/tool-oauth.js';
import { assertNever } from '../../schemas/assert.js';
import { DomainError } from '../../schemas/errors.js';
import { contactsSourceId, deriveId } from '../../schemas/ids.js';
import { onlyIf } from '../../schemas/tag.js';
import type { ViewStore } from '../../views/views.js';
import { type Caller, commandIdOf } from '../caller.js';
import { refuseProblems } from '../refusals.js';
import type { Sealer } from '../sealing.js';
import type { Written } from '../written.js';
import { type AgentTools, sealPurpose } from './agent-tools.js';
import { actionOf, DEFAULT_TIMEOUT_MS, definitionProblems, storedTool } from './definition.js';
import { importProblem, nameOf, withoutDialect } from './offered-tools.js';
import {
  keptSecretOf,
  oauthProblems,
  sealClientSecret,
  secretMissing,
  shownOAuth,
  storedOAuth,
} from './tool-oauth.js';

/** How long the list of an MCP server is awaited, ms. */
const LIST_MS = 10_000;
const SECRET_BYTES = 32;

export interface OwnToolDeps {
  readonly actors: ActorClient;
  readonly sealer: Sealer;
  /** For the servers of tools. */
  readonly toolHttp: GuardedHttp;
}

/** A tool that was set. `signingSecret`: of a new tool with a server, or a replaced secret; otherwise null. */
export interface SetTool {
  readonly tool: OwnToolResource;
  readonly signingSecret: string | null;
}

interface OwnToolOperations {
  /** In order of name. */
  list(businessId: string): Promise<readonly OwnToolResource[]>;
  /**
   * Adds the tool, or replaces the one of its name, which keeps its secret unless a new one is requested. `expected`: tags of which one
   * must be current; null or absent: not checked.
   * @throws DomainError validation_failed, tool_url_not_allowed, name_lookups_limited, data_source_not_found, agent_not_found,
   *   too_many_tools, resource_changed
   */
  set(caller: Caller, body: OwnToolSet, expected?: readonly string[] | null): Promise<Written<SetTool>>;
  /**
   * Adds the named tools of an MCP server, with their current descriptions, or replaces those of the same names.
   * @throws DomainError as `set`; mcp_server_failed, tool_token_failed
   */
  import(caller: Caller, body: ToolImport): Promise<Written<ToolImportResult>>;
  /** Agents that are about to use it get an error. Removing a tool that does not exist is harmless. */
  remove(caller: Caller, name: string): Promise<Written<{ readonly removed: boolean }>>;
  /** Uses it once, as an agent would. @throws DomainError tool_not_found, agent_not_found */
  try(caller: Caller, name: string, body: ToolTrial): Promise<Written<ToolTrialResult>>;
}

export const ownToolOperations = (
  deps: OwnToolDeps & {
    readonly views: Pick<ViewStore, 'agent' | 'catchUp'>;
    readonly tools: Pick<AgentTools, 'use'>;
  },
): OwnToolOperations => {
  const { actors, views, tools } = deps;

  const requireAgents = async (businessId: string, agentIds: readonly string[]): Promise<void> => {
    if (agentIds.length === 0) return;
    await views.catchUp(businessId);
    if (agentIds.some((id) => views.agent(businessId, id) === null)) throw new DomainError('agent_not_found');
  };

  return {
    list: async (businessId) => (await toolsOf(actors, businessId)).result.map(toResource),

    set: async (caller, { businessId, newSecret, ...definition }, expected = null) => {
      await requireAgents(businessId, definition.agentIds ?? []);
      return setTool(deps, businessId, definition, {
        newSecret,
        commandId: commandIdOf(caller),
        expected,
      });
    },

    import: async (caller, body) => {
      await requireAgents(body.businessId, body.agentIds ?? []);
      return importTools(deps, body, commandIdOf(caller));
    },

    remove: async ({ businessId }, name) => {
      const target = { business: businessId, id: businessId };
      const { shard, seq } = await actors.ask(toolbox, target, { type: 'remove', name });
      return { result: { removed: true }, shard, seq };
    },

    try: async (caller, name, { agentId, arguments: args }) => {
      const { businessId } = caller;
      await requireAgents(businessId, [agentId]);
      const { result: present, ...written } = await toolsOf(actors, businessId);
      if (!present.some((tool) => tool.name === name)) throw new DomainError('tool_not_found');
      const useId = commandIdOf(caller);
      const startedAt = performance.now();
      const answer = await tools.use({
        businessId,
        agentId,
        context: { type: 'trial', id: useId },
        useId,
        name,
        arguments: args,
      });
      return { result: { ...answer, ms: Math.round(performance.now() - startedAt) }, ...written };
    },
  };
};

/** The tools of a business in order of name. */
export const toolsOf = async (
  actors: ActorClient,
  businessId: string,
): Promise<Written<readonly StoredTool[]>> => {
  const { answer, shard, seq } = await actors.query(
    toolbox,
    { business: businessId, id: businessId },
    'tools',
  );
  return { result: answer, shard, seq };
};

/** How a tool is set: with a new secret, and as which command. */
interface Setting {
  readonly newSecret: true | undefined;
  readonly commandId: string;
  /** Tags of which one must be current; null or absent: not checked. */
  readonly expected?: readonly string[] | null;
}

/** @throws DomainError validation_failed, tool_url_not_allowed, name_lookups_limited, data_source_not_found, too_many_tools, resource_changed */
export const setTool = async (
  deps: OwnToolDeps,
  businessId: string,
  definition: OwnTool,
  { newSecret, commandId, expected = null }: Setting,
): Promise<Written<SetTool>> => {
  const { actors, sealer } = deps;
  refuseProblems(definitionProblems(definition));
  const { name, url } = definition;
  const action = actionOf(definition);
  if (action !== null && newSecret === true)
    refuseProblems([{ path: '/newSecret', message: 'is for a tool with a url; leave it out' }]);
  if (action?.type === 'look_up') await requireRows(actors, businessId, action.sourceId);
  if (url !== undefined) await requireAllowed(deps, businessId, url);
  const present = (await toolsOf(actors, businessId)).result.find((tool) => tool.name === name);
  const oauth = await oauthOf(deps, businessId, definition, present);
  const kept = present?.server.type === 'http' && newSecret !== true ? present.server.sealedSecret : null;
  const secret = kept === null && url !== undefined ? randomBytes(SECRET_BYTES).toString('hex') : null;
  const sealed = secret === null ? (kept ?? '') : sealer.seal(sealPurpose(businessId, name), secret);
  const tool = storedTool(definition, sealed, oauth);
  const target = { business: businessId, id: businessId };
  const { shard, seq } = await actors.ask(
    toolbox,
    target,
    { type: 'set', tool, ...onlyIf(expected) },
    { commandId },
  );
  return { result: { tool: toResource(tool), signingSecret: secret }, shard, seq };
};

/** The client of a tool with a server; null if it has none. @throws DomainError as {@link setTool} */
const oauthOf = async (
  deps: OwnToolDeps,
  businessId: string,
  { name, url = '', oauth }: OwnTool,
  present: StoredTool | undefined,
): Promise<StoredOAuth | null> => {
  if (oauth === undefined) return null;
  await requireAllowed(deps, businessId, oauth.tokenUrl, '/oauth/tokenUrl');
  const { clientSecret } = oauth;
  const sealed =
    clientSecret === undefined
      ? keptSecretOf(present, url, oauth)
      : sealClientSecret(deps.sealer, { businessId, name }, clientSecret);
  if (sealed === null) throw secretMissing();
  return storedOAuth(oauth, sealed);
};

/** @throws DomainError as {@link setTool}; mcp_server_failed, tool_token_failed */
export const importTools = async (
  deps: OwnToolDeps,
  body: ToolImport,
  commandId: string,
): Promise<Written<ToolImportResult>> => {
  const { actors, sealer } = deps;
  const { businessId, url, token, tools: wanted = [], prefix, timeoutSeconds, agentIds } = body;
  await requireAllowed(deps, businessId, url);
  const oauth = await importedOAuth(deps, body);
  const offered = await offeredBy(deps, businessId, url, oauth ?? token ?? null);
  refuseProblems(
    wanted.flatMap((name, index) => {
      const problem = importProblem(offered, name, prefix);
      return problem === null ? [] : [{ path: `/tools/${index}`, message: problem }];
    }),
  );
  const tools = offered
    .filter(({ name }) => wanted.includes(name))
    .map(({ name: serverTool, description, parameters }): StoredTool => {
      const name = nameOf(serverTool, prefix);
      const sealedToken = token === undefined ? null : sealer.seal(sealPurpose(businessId, name), token);
      return {
        name,
        description: description.slice(0, MAX_DESCRIPTION_CHARACTERS),
        parameters: withoutDialect(parameters),
        server: {
          type: 'mcp',
          url,
          tool: serverTool,
          sealedToken,
          ...sealedOAuth(sealer, businessId, name, oauth),
        },
        timeoutMs: timeoutSeconds === undefined ? DEFAULT_TIMEOUT_MS : timeoutSeconds * 1_000,
        agentIds: agentIds ?? null,
      };
    });
  const target = { business: businessId, id: businessId };
  for (const tool of tools)
    await actors.ask(toolbox, target, { type: 'set', tool }, { commandId: deriveId(commandId, tool.name) });
  const { shard, seq } = await toolsOf(actors, businessId);
  const shown = offered.map(({ name, description }) => ({ name, description }));
  return { result: { offered: shown, tools: tools.map(toResource) }, shard, seq };
};

/** A client that is complete. */
type WholeOAuth = ToolOAuth & { readonly clientSecret: string };

/** The client of an MCP server; null if there is none. @throws DomainError validation_failed, tool_url_not_allowed, name_lookups_limited */
const importedOAuth = async (
  deps: OwnToolDeps,
  { businessId, url, token, oauth }: ToolImport,
): Promise<WholeOAuth | null> => {
  if (oauth === undefined) return null;
  if (token !== undefined)
    refuseProblems([{ path: '/oauth', message: 'is instead of a token; leave one out' }]);
  refuseProblems(oauthProblems(oauth));
  const { clientSecret, audience, resource } = oauth;
  if (clientSecret === undefined) throw secretMissing();
  await requireAllowed(deps, businessId, oauth.tokenUrl, '/oauth/tokenUrl');
  // The authorization of MCP names the server as the resource; servers that know an audience instead may refuse both.
  const isNamed = resource !== undefined || audience !== undefined;
  return { ...oauth, clientSecret, ...(isNamed ? {} : { resource: url }) };
};

const sealedOAuth = (
  sealer: Sealer,
  businessId: string,
  name: string,
  oauth: WholeOAuth | null,
): { readonly oauth?: StoredOAuth } =>
  oauth === null
    ? {}
    : { oauth: storedOAuth(oauth, sealClientSecret(sealer, { businessId, name }, oauth.clientSecret)) };

/** @throws DomainError tool_url_not_allowed, name_lookups_limited */
const requireAllowed = async (
  { toolHttp }: OwnToolDeps,
  businessId: string,
  url: string,
  path = '/url',
): Promise<void> => {
  const message = await toolHttp.refusalNow(url, businessId);
  if (message !== null) throw new DomainError('tool_url_not_allowed', undefined, [{ path, message }]);
};

/** @throws DomainError validation_failed, data_source_not_found */
const requireRows = async (actors: ActorClient, businessId: string, sourceId: string): Promise<void> => {
  const refuse = (message: string): void => refuseProblems([{ path: '/looksUp', message }]);
  if (sourceId === contactsSourceId(businessId))
    refuse('names the contacts; agents get contact data from their variables');
  const { answer } = await actors.query(dataSource, { business: businessId, id: sourceId }, 'get');
  if (answer.class !== 'structured') refuse('names a Data Source without rows; agents use it as knowledge');
};

/** @throws DomainError mcp_server_failed, tool_token_failed */
const offeredBy = async (
  { toolHttp }: OwnToolDeps,
  owner: string,
  url: string,
  credentials: WholeOAuth | string | null,
): Promise<readonly McpTool[]> => {
  try {
    const token = tokenOf(toolHttp, owner, credentials);
    return await listMcpTools(toolHttp, { owner, url, token }, LIST_MS);
  } catch (error) {
    if (error instanceof TokenFailure)
      throw new DomainError(
        'tool_token_failed',
        `The authorization server gave no access token (${error.problem}).`,
      );
    if (!(error instanceof McpFailure)) throw error;
    const why = error.status === null ? error.problem : `status ${error.status}`;
    throw new DomainError('mcp_server_failed', `No MCP server answered at this address (${why}).`);
  }
};

/** The credentials of a list. A token for it is kept no longer than the list takes. */
const tokenOf = (
  http: GuardedHttp,
  owner: string,
  credentials: WholeOAuth | string | null,
): McpServer['token'] => {
  if (credentials === null || typeof credentials === 'string') return credentials;
  const tokens = createAccessTokens({ http, clock: () => performance.now(), report: () => undefined });
  const { sealedClientSecret: clientSecret, ...client } = storedOAuth(credentials, credentials.clientSecret);
  return tokens.of('list', { ...client, owner, clientSecret });
};

/** The tool without its secrets. */
const toResource = (tool: StoredTool): OwnToolResource => {
  const { name, description, parameters, server, timeoutMs, agentIds, project } = tool;
  const action = server.type === 'built_in' ? server.action : null;
  const isCall = action?.type === 'transfer' || action?.type === 'consult';
  return {
    name,
    description,
    kind: kindOf(server),
    parameters: { ...parameters },
    url: server.type === 'built_in' ? null : server.url,
    oauth: shownOAuth(tool),
    hasToken: server.type === 'mcp' && server.sealedToken !== null,
    serverTool: server.type === 'mcp' ? server.tool : null,
    transferTo: isCall ? action.to : null,
    looksUp: action?.type === 'look_up' ? action.sourceId : null,
    timeoutSeconds: Math.round(timeoutMs / 1_000),
    agentIds: agentIds === null ? null : [...agentIds],
    ...(project === undefined ? {} : { project }),
    tag: toolTag(tool),
  };
};

const kindOf = (server: StoredTool['server']): OwnToolResource['kind'] => {
  switch (server.type) {
    case 'http':
    case 'mcp':
      return server.type;
    case 'built_in':
      return server.action.type;
    default:
      return assertNever(server);
  }
};
