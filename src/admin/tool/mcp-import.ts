/** `parley admin tool import`: adds the named tools of an MCP server, and no others. */
import { randomUUID } from 'node:crypto';
import { type Command, Option } from 'commander';
import { business } from '../../../actors/business/index.js';
import { DEFAULT_TIMEOUT_MS } from '../../../operations/tools/definition.js';
import { importTools } from '../../../operations/tools/own-tools.js';
import type { ToolOAuth } from '../../../schemas/agents/tool-oauth.js';
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
  readonly tokenUrl?: string;
  readonly clientId?: string;
  readonly clientSecretFile?: string;
  readonly clientAuth?: 'basic' | 'post';
  readonly scope?: string;
  readonly audience?: string;
  readonly resource?: string;
  readonly timeoutSeconds: number;
}

type ClientOptions = Pick<
  ImportOptions,
  'tokenUrl' | 'clientId' | 'clientSecretFile' | 'clientAuth' | 'scope' | 'audience' | 'resource'
>;

/** The OAuth client of the server. */
const withClientOptions = (command: Command): Command =>
  command
    .option('--token-url <url>', 'token endpoint of its authorization server (OAuth client credentials)')
    .option('--client-id <id>', 'with --token-url: id of the client')
    .option('--client-secret-file <path>', 'with --token-url: file with its secret, or - for standard input')
    .addOption(
      new Option(
        '--client-auth <method>',
        'with --token-url: where the secret is sent (default: basic)',
      ).choices(['basic', 'post']),
    )
    .option('--scope <scope>', 'with --token-url: scope of the tokens')
    .option('--audience <audience>', 'with --token-url: audience of the tokens')
    .option('--resource <uri>', 'with --token-url: resource of the tokens (default: --url)');

/** The client that the options name; null if they name none. @throws ConfigError */
const oauthOf = (options: ClientOptions): ToolOAuth | null => {
  const { tokenUrl, clientId, clientSecretFile, clientAuth, scope, audience, resource } = options;
  if (tokenUrl === undefined) {
    const others = { clientId, clientSecretFile, clientAuth, scope, audience, resource };
    if (Object.values(others).every((value) => value === undefined)) return null;
    throw new ConfigError('options of an OAuth client need --token-url');
  }
  if (clientId === undefined || clientSecretFile === undefined)
    throw new ConfigError('--token-url needs --client-id and --client-secret-file');
  return {
    tokenUrl,
    clientId,
    clientSecret: readSecret('--client-secret-file', clientSecretFile),
    ...(clientAuth === undefined ? {} : { authMethod: `client_secret_${clientAuth}` as const }),
    ...(scope === undefined ? {} : { scope }),
    ...(audience === undefined ? {} : { audience }),
    ...(resource === undefined ? {} : { resource }),
  };
};

export const addImport = (group: Command): void => {
  addAction(
    withClientOptions(
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
    ),
    (options: ImportOptions) => {
      const ref = businessRef(options.business);
      const token = options.tokenFile === undefined ? null : readSecret('--token-file', options.tokenFile);
      const oauth = oauthOf(options);
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
              ...(oauth === null ? {} : { oauth }),
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
