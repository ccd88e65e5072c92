/** `parley admin tool import`: adds the named tools of an MCP server, and no others. */
import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { business } from '../../../actors/business/index.js';
import { DEFAULT_TIMEOUT_MS } from '../../../operations/tools/definition.js';
import { importTools } from '../../../operations/tools/own-tools.js';
import { ConfigError } from '../../config/index.js';
import { addAction } from '../action.js';
import { type AdminOptions, asAdmin, businessRef, idOption } from '../as-admin.js';
import { readSecret } from '../secret-input.js';
import { sealerOf, withHttp } from '../toolbox.js';

interface ImportOptions extends AdminOptions {
  readonly business: string;
  readonly url: string;
  readonly prefix?: string;
  readonly tools?: string;
  readonly agents?: string;
  readonly tokenFile?: string;
  readonly timeoutSeconds: number;
}

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
      const agentIds = listOf(options.agents)?.map((id) => idOption('--agents', id, 'the API returned'));
      const wanted = listOf(options.tools);
      return asAdmin(options, async (session) => {
        // Fails if the business does not exist.
        await session.actors.query(business, ref, 'get');
        const { result } = await withHttp(session, async (toolHttp) =>
          importTools(
            { actors: session.actors, sealer: await sealerOf(session), toolHttp },
            {
              businessId: ref.business,
              url: options.url,
              timeoutSeconds: options.timeoutSeconds,
              ...(token === null ? {} : { token }),
              ...(wanted === undefined ? {} : { tools: [...wanted] }),
              ...(options.prefix === undefined ? {} : { prefix: options.prefix }),
              ...(agentIds === undefined ? {} : { agentIds }),
            },
            randomUUID(),
          ),
        );
        if (wanted === undefined) return { offered: result.offered };
        return { businessId: ref.business, tools: result.tools.map(({ name }) => name) };
      });
    },
  );
};

const listOf = (text: string | undefined): readonly string[] | undefined =>
  text === undefined
    ? undefined
    : text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '');

const seconds = (text: string): number => {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= 30) return value;
  throw new ConfigError(`--timeout-seconds is "${text}"; write a whole number from 1 to 30`);
};
