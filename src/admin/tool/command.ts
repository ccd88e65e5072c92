/** `parley admin tool`: a business's own tools, which its agents may use (docs/how-to/tools.md). */
import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { business } from '../../../actors/business/index.js';
import type { StoredTool } from '../../../actors/toolbox/events.js';
import { toolbox } from '../../../actors/toolbox/index.js';
import { ANY_DESTINATION } from '../../../operations/outreach/destination-rule.js';
import { createAgentTools } from '../../../operations/tools/agent-tools.js';
import { setTool, toolsOf } from '../../../operations/tools/own-tools.js';
import { shownOAuth } from '../../../operations/tools/tool-oauth.js';
import type { OwnTool } from '../../../schemas/agents/tool.js';
import { isRecord } from '../../../schemas/json.js';
import { ConfigError } from '../../config/index.js';
import { createLogger } from '../../logging.js';
import { addAction } from '../action.js';
import { type Admin, type AdminOptions, asAdmin, businessRef, idOption } from '../as-admin.js';
import { readSecret } from '../secret-input.js';
import { sealerOf, withHttp } from '../toolbox.js';
import { readToolFile } from './file.js';
import { addImport } from './mcp-import.js';

interface BusinessOptions extends AdminOptions {
  readonly business: string;
}

interface ToolOptions extends BusinessOptions {
  readonly name: string;
}

const BUSINESS_OPTION = ['--business <id>', 'id of the business'] as const;

export const addToolCommands = (admin: Command): void => {
  const group = admin
    .command('tool')
    .description('Tools of agents: built-in actions, or requests to a server of the business.');
  addSet(group);
  addImport(group);
  addList(group);
  addRemove(group);
  addTry(group);
};

const addSet = (group: Command): void => {
  addAction(
    group
      .command('set')
      .description(
        'Add a tool, or replace the tool of the same name; prints the signing secret of a new tool.',
      )
      .requiredOption(...BUSINESS_OPTION)
      .requiredOption('--file <path>', 'JSON definition of the tool (docs/how-to/tools.md)')
      .option('--new-secret', 'replace its signing secret')
      .option(
        '--client-secret-file <path>',
        'file with the secret of its OAuth client, or - for standard input (default: the present one)',
      ),
    (options: BusinessOptions & { file: string; newSecret?: true; clientSecretFile?: string }) => {
      const ref = businessRef(options.business);
      const definition = withClientSecret(readToolFile(options.file), options.clientSecretFile);
      if (definition.url === undefined && options.newSecret === true)
        throw new ConfigError('--new-secret is for tools with a server; this tool has none');
      return asAdmin(options, async (session) => {
        // Fails if the business does not exist.
        await session.actors.query(business, ref, 'get');
        const { result: tools } = await toolsOf(session.actors, ref.business);
        const { result } = await withHttp(session, async (toolHttp) =>
          setTool(
            { actors: session.actors, sealer: await sealerOf(session), toolHttp },
            ref.business,
            definition,
            { newSecret: options.newSecret, commandId: randomUUID() },
          ),
        );
        const isNew = tools.every(({ name }) => name !== definition.name);
        const set = { businessId: ref.business, tool: definition.name, isNew };
        return result.signingSecret === null ? set : { ...set, signingSecret: result.signingSecret };
      });
    },
  );
};

/** @throws ConfigError */
const withClientSecret = (definition: OwnTool, path: string | undefined): OwnTool => {
  if (path === undefined) return definition;
  if (definition.oauth === undefined)
    throw new ConfigError('--client-secret-file is for tools with an OAuth client; add oauth to the file');
  const clientSecret = readSecret('--client-secret-file', path);
  return { ...definition, oauth: { ...definition.oauth, clientSecret } };
};

const addList = (group: Command): void => {
  addAction(
    group
      .command('list')
      .description('List the tools of a business.')
      .requiredOption(...BUSINESS_OPTION),
    (options: BusinessOptions) =>
      asAdmin(options, async (session) => {
        const ref = businessRef(options.business);
        // Fails if the business does not exist.
        await session.actors.query(business, ref, 'get');
        const { result: tools } = await toolsOf(session.actors, ref.business);
        return { tools: tools.map(formatTool) };
      }),
  );
};

const addRemove = (group: Command): void => {
  addAction(
    group
      .command('remove')
      .description('Remove a tool; agents that are about to use it get an error.')
      .requiredOption(...BUSINESS_OPTION)
      .requiredOption('--name <name>', 'its name'),
    (options: ToolOptions) =>
      asAdmin(options, async (session) => {
        const ref = businessRef(options.business);
        await refuseUnknown(session, ref, options.name);
        await session.actors.ask(toolbox, ref, { type: 'remove', name: options.name });
        return { businessId: ref.business, tool: options.name, removed: true };
      }),
  );
};

const addTry = (group: Command): void => {
  addAction(
    group
      .command('try')
      .description('Use a tool once, as an agent would; prints the result that the model would get.')
      .requiredOption(...BUSINESS_OPTION)
      .requiredOption('--name <name>', 'its name')
      .requiredOption('--agent <id>', 'the agent that uses it')
      .option('--arguments <json>', 'its arguments, as a JSON object', argumentsOption, {}),
    (options: ToolOptions & { agent: string; arguments: Readonly<Record<string, unknown>> }) => {
      const agentId = idOption('--agent', options.agent, 'the API returned');
      return asAdmin(options, async (session) => {
        const ref = businessRef(options.business);
        await refuseUnknown(session, ref, options.name);
        return withHttp(session, async (http) => {
          const tools = createAgentTools({
            actors: session.actors,
            sealer: await sealerOf(session),
            http,
            // A command has no read models, and a trial has no customer.
            views: null,
            // No contact is made here, so the time zone does not matter.
            installationTimeZone: 'UTC',
            destinations: ANY_DESTINATION,
            callColleague: null,
            observe: () => undefined,
            observeToken: () => undefined,
            logger: createLogger('silent'),
            now: session.now,
          });
          const useId = randomUUID();
          const startedAt = performance.now();
          const answer = await tools.use({
            businessId: ref.business,
            agentId,
            context: { type: 'trial', id: useId },
            useId,
            name: options.name,
            arguments: options.arguments,
          });
          return { ...answer, ms: Math.round(performance.now() - startedAt) };
        });
      });
    },
  );
};

/** The tool without its secrets. */
const formatTool = (tool: StoredTool) => {
  const { name, description, parameters, server, timeoutMs, agentIds } = tool;
  const oauth = shownOAuth(tool);
  return {
    name,
    server: server.type,
    ...(server.type === 'built_in' ? { action: server.action } : { url: server.url }),
    ...(oauth === null ? {} : { oauth }),
    timeoutMs,
    agentIds,
    description,
    parameters,
  };
};

/** @throws ConfigError */
const refuseUnknown = async (
  session: Admin,
  ref: { readonly business: string; readonly id: string },
  name: string,
): Promise<void> => {
  const { result: tools } = await toolsOf(session.actors, ref.business);
  if (tools.some((tool) => tool.name === name)) return;
  const known = tools.length === 0 ? 'it has none' : `it has ${tools.map((tool) => tool.name).join(', ')}`;
  throw new ConfigError(`--name is "${name}"; the business has no such tool, ${known}`);
};

const argumentsOption = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return value;
  } catch {
    // Reported below, like any other value that is not an object.
  }
  throw new ConfigError(`--arguments is '${text}'; give a JSON object, like '{"orderId":"A1"}'`);
};
