/** `parley admin tool`: a business's own tools, which its agents may use (docs/how-to/tools.md). */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { business } from '../../../actors/business/index.js';
import { dataSource } from '../../../actors/data-source/index.js';
import type { BuiltInAction, StoredTool } from '../../../actors/toolbox/events.js';
import { toolbox } from '../../../actors/toolbox/index.js';
import { ANY_DESTINATION } from '../../../operations/outreach/destination-rule.js';
import { createAgentTools, sealPurpose } from '../../../operations/tools/agent-tools.js';
import { HAND_OVER_PARAMETERS } from '../../../operations/tools/hand-over.js';
import { MAX_BRIEF_CHARACTERS } from '../../../schemas/agents/tool.js';
import { assertNever } from '../../../schemas/assert.js';
import { contactsSourceId } from '../../../schemas/ids.js';
import { isRecord } from '../../../schemas/json.js';
import { ConfigError } from '../../config/index.js';
import { createLogger } from '../../logging.js';
import { addAction } from '../action.js';
import { type Admin, type AdminOptions, asAdmin, businessRef, idOption } from '../as-admin.js';
import { DEFAULT_TIMEOUT_MS, refuseAddress, sealerOf, toolsOf, withHttp } from '../toolbox.js';
import { type BuiltInTool, readToolFile } from './file.js';
import { addImport } from './mcp-import.js';

interface BusinessOptions extends AdminOptions {
  readonly business: string;
}

interface ToolOptions extends BusinessOptions {
  readonly name: string;
}

const BUSINESS_OPTION = ['--business <id>', 'id of the business'] as const;
const SECRET_BYTES = 32;

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
      .option('--new-secret', 'replace its signing secret'),
    (options: BusinessOptions & { file: string; newSecret?: true }) => {
      const ref = businessRef(options.business);
      const file = readToolFile(options.file);
      return asAdmin(options, async (session) => {
        // Fails if the business does not exist.
        await session.actors.query(business, ref, 'get');
        const present = (await toolsOf(session, ref)).find(({ name }) => name === file.name);
        const isNew = present === undefined;
        if ('action' in file) {
          await refuseSource(session, ref.business, file.action);
          if (options.newSecret === true)
            throw new ConfigError('--new-secret is for tools with a server; this tool has none');
          await session.actors.ask(toolbox, ref, { type: 'set', tool: builtIn(file) });
          return { businessId: ref.business, tool: file.name, isNew };
        }
        await refuseAddress(session, ref.business, file.url);
        const storedSecret = present?.server.type === 'http' ? present.server.sealedSecret : null;
        const secret = storedSecret === null || options.newSecret === true ? newSecret() : null;
        const sealer = await sealerOf(session);
        const sealedSecret =
          secret === null ? (storedSecret ?? '') : sealer.seal(sealPurpose(ref.business, file.name), secret);
        const tool: StoredTool = {
          name: file.name,
          description: file.description,
          parameters: file.parameters,
          server: { type: 'http', url: file.url, sealedSecret },
          timeoutMs: file.timeoutSeconds === undefined ? DEFAULT_TIMEOUT_MS : file.timeoutSeconds * 1_000,
          agentIds: file.agentIds ?? null,
        };
        await session.actors.ask(toolbox, ref, { type: 'set', tool });
        const result = { businessId: ref.business, tool: file.name, isNew };
        return secret === null ? result : { ...result, signingSecret: secret };
      });
    },
  );
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
        const tools = await toolsOf(session, ref);
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

const NO_PARAMETERS = { type: 'object', properties: {}, additionalProperties: false } as const;
const DIGITS = {
  type: 'object',
  properties: {
    digits: {
      type: 'string',
      description: '1 to 32 of 0123456789*#ABCD, and w for half a second of waiting',
    },
  },
  required: ['digits'],
  additionalProperties: false,
} as const;

const MOBILE = {
  type: 'object',
  properties: {
    mobile: {
      type: 'string',
      maxLength: 32,
      description: 'The number as the customer gave it, with its country code, like +14155550123',
    },
  },
  required: ['mobile'],
  additionalProperties: false,
} as const;

const BRIEF = {
  type: 'object',
  properties: {
    brief: {
      type: 'string',
      minLength: 1,
      maxLength: MAX_BRIEF_CHARACTERS,
      description:
        'What you say when the colleague picks up, in their language: who you are, who the customer is, what they want, and whether you may put them through',
    },
  },
  required: ['brief'],
  additionalProperties: false,
} as const;

const parametersOf = ({ type }: BuiltInAction): StoredTool['parameters'] => {
  switch (type) {
    case 'send_digits':
      return DIGITS;
    case 'save_mobile':
      return MOBILE;
    case 'hand_over':
      return HAND_OVER_PARAMETERS;
    case 'consult':
      return BRIEF;
    case 'transfer':
    case 'look_up':
      return NO_PARAMETERS;
    default:
      return assertNever(type);
  }
};

const builtIn = ({ name, description, action, agentIds }: BuiltInTool): StoredTool => ({
  name,
  description,
  parameters: parametersOf(action),
  server: { type: 'built_in', action },
  timeoutMs: DEFAULT_TIMEOUT_MS,
  agentIds: agentIds ?? null,
});

/** @throws ConfigError, DomainError data_source_not_found */
const refuseSource = async ({ actors }: Admin, business: string, action: BuiltInAction): Promise<void> => {
  if (action.type !== 'look_up') return;
  if (action.sourceId === contactsSourceId(business))
    throw new ConfigError('looksUp names the contacts; agents get contact data from their variables');
  const target = { business, id: action.sourceId };
  const { answer } = await actors.query(dataSource, target, 'get');
  if (answer.class !== 'structured')
    throw new ConfigError('looksUp names a Data Source without rows; agents use it as knowledge');
};

const newSecret = (): string => randomBytes(SECRET_BYTES).toString('hex');

/** The tool without its secret. */
const formatTool = ({ name, description, parameters, server, timeoutMs, agentIds }: StoredTool) => ({
  name,
  server: server.type,
  ...(server.type === 'built_in' ? { action: server.action } : { url: server.url }),
  timeoutMs,
  agentIds,
  description,
  parameters,
});

/** @throws ConfigError */
const refuseUnknown = async (
  session: Admin,
  ref: { readonly business: string; readonly id: string },
  name: string,
): Promise<void> => {
  const tools = await toolsOf(session, ref);
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
