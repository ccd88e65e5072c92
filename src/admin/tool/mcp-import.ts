/** `parley admin tool import`: adds the named tools of an MCP server, and no others. */
import type { Command } from 'commander';
import { business } from '../../../actors/business/index.js';
import type { StoredTool } from '../../../actors/toolbox/events.js';
import { toolbox } from '../../../actors/toolbox/index.js';
import { sealPurpose } from '../../../operations/tools/agent-tools.js';
import { refusalOfParameters } from '../../../providers/llm/tool-arguments.js';
import { listMcpTools, McpFailure, type McpTool } from '../../../providers/tools/mcp-tool.js';
import { MAX_DESCRIPTION_CHARACTERS, MAX_PARAMETER_CHARACTERS } from '../../../schemas/agents/tool.js';
import { FIELD_KEY_PATTERN } from '../../../schemas/patterns.js';
import { ConfigError } from '../../config/index.js';
import { addAction } from '../action.js';
import { type Admin, type AdminOptions, asAdmin, businessRef, idOption } from '../as-admin.js';
import { readSecret } from '../secret-input.js';
import { DEFAULT_TIMEOUT_MS, refuseAddress, sealerOf, withHttp } from '../toolbox.js';
import { isReservedName } from './file.js';

interface ImportOptions extends AdminOptions {
  readonly business: string;
  readonly url: string;
  readonly prefix?: string;
  readonly tools?: string;
  readonly agents?: string;
  readonly tokenFile?: string;
  readonly timeoutSeconds: number;
}

const LIST_MS = 10_000;
const NAME = new RegExp(FIELD_KEY_PATTERN);

export const addImport = (group: Command): void => {
  addAction(
    group
      .command('import')
      .description(
        'Add tools of an MCP server, with their current descriptions; without --tools, list what it offers.',
      )
      .requiredOption('--business <id>', 'id of the business')
      .requiredOption('--url <url>', "the server's address (streamable HTTP)")
      .option('--tools <names>', 'names of the tools to add, as on the server, separated by commas')
      .option('--prefix <name>', 'prefix for their names, followed by an underscore')
      .option(
        '--agents <ids>',
        'ids of the agents that may use them, separated by commas (default: all agents)',
      )
      .option('--token-file <path>', 'file with the bearer token for it, or - for standard input')
      .option(
        '--timeout-seconds <n>',
        'how long to wait for an answer, 1 to 30',
        seconds,
        DEFAULT_TIMEOUT_MS / 1_000,
      ),
    (options: ImportOptions) => {
      const ref = businessRef(options.business);
      const token = options.tokenFile === undefined ? null : readSecret('--token-file', options.tokenFile);
      const agentIds =
        listOf(options.agents)?.map((id) => idOption('--agents', id, 'the API returned')) ?? null;
      return asAdmin(options, async (session) => {
        // Fails if the business does not exist.
        await session.actors.query(business, ref, 'get');
        await refuseAddress(session, ref.business, options.url);
        const offered = await offeredBy(session, ref.business, options.url, token);
        const wanted = listOf(options.tools);
        if (wanted === null)
          return { offered: offered.map(({ name, description }) => ({ name, description })) };
        const chosen = wanted.map((name) => toolNamed(offered, name));
        const sealer = await sealerOf(session);
        const tools = chosen.map((tool): StoredTool => {
          const name = nameOf(tool.name, options.prefix);
          return {
            name,
            description: tool.description.slice(0, MAX_DESCRIPTION_CHARACTERS),
            parameters: parametersOf(tool),
            server: {
              type: 'mcp',
              url: options.url,
              tool: tool.name,
              sealedToken: token === null ? null : sealer.seal(sealPurpose(ref.business, name), token),
            },
            timeoutMs: options.timeoutSeconds * 1_000,
            agentIds,
          };
        });
        for (const tool of tools) await session.actors.ask(toolbox, ref, { type: 'set', tool });
        return { businessId: ref.business, tools: tools.map(({ name }) => name) };
      });
    },
  );
};

/** @throws ConfigError */
const offeredBy = (
  session: Admin,
  owner: string,
  url: string,
  token: string | null,
): Promise<readonly McpTool[]> =>
  withHttp(session, async (http) => {
    try {
      return await listMcpTools(http, { owner, url, token }, LIST_MS);
    } catch (error) {
      if (!(error instanceof McpFailure)) throw error;
      const why = error.status === null ? error.problem : `status ${error.status}`;
      throw new ConfigError(`no MCP server answered at "${url}" (${why}); check its address and token`);
    }
  });

/** @throws ConfigError */
const toolNamed = (offered: readonly McpTool[], name: string): McpTool => {
  const tool = offered.find((each) => each.name === name);
  if (tool !== undefined) return tool;
  const known = offered.map((each) => each.name).join(', ') || 'none';
  throw new ConfigError(`--tools has "${name}"; the server offers ${known}`);
};

/** The name by which a model calls the tool. @throws ConfigError */
const nameOf = (name: string, prefix: string | undefined): string => {
  const plain = `${prefix === undefined ? '' : `${prefix}_`}${name}`.replaceAll(/[^A-Za-z0-9_]/g, '_');
  if (isReservedName(plain))
    throw new ConfigError(`"${plain}" is the name of a built-in tool; use a --prefix`);
  if (NAME.test(plain)) return plain;
  throw new ConfigError(
    `"${plain}" is not a valid tool name; use a shorter --prefix that begins with a letter`,
  );
};

/** @throws ConfigError */
const parametersOf = ({ name, parameters }: McpTool): Readonly<Record<string, unknown>> => {
  // The schema dialect does not help a model, and not every provider accepts it.
  const { $schema: _dialect, ...plain } = parameters;
  const refusal =
    JSON.stringify(plain).length > MAX_PARAMETER_CHARACTERS
      ? `must be at most ${MAX_PARAMETER_CHARACTERS} characters of JSON`
      : refusalOfParameters(plain);
  if (refusal === null) return plain;
  throw new ConfigError(`the tool "${name}" cannot be used: its input schema ${refusal}`);
};

const listOf = (text: string | undefined): readonly string[] | null =>
  text === undefined
    ? null
    : text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '');

const seconds = (text: string): number => {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= 30) return value;
  throw new ConfigError(`--timeout-seconds is "${text}"; write a whole number from 1 to 30`);
};
