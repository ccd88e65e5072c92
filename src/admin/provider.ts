/** `parley admin provider`: the models, recognisers, synthesisers and engines of a business's agents (docs/how-to/providers.md). */
import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { business } from '../../actors/business/index.js';
import { compileBodyCheck } from '../../gateway/intake/validation.js';
import {
  type ProviderListOperations,
  providerListOperations,
} from '../../operations/providers/provider-lists.js';
import {
  PROVIDER_ROLES,
  type ProviderListResource,
  ProviderListSet,
  type ProviderRole,
} from '../../schemas/accounts/provider-list.js';
import { DomainError } from '../../schemas/errors.js';
import { ConfigError } from '../config/index.js';
import { createProviderChecks } from '../providers-in-use/business-providers.js';
import { addAction } from './action.js';
import { type AdminOptions, asAdmin, businessRef, idOption } from './as-admin.js';
import { readSecret } from './secret-input.js';
import { sealerOf } from './toolbox.js';

interface BusinessOptions extends AdminOptions {
  readonly business: string;
}

interface ListOptions extends BusinessOptions {
  readonly role: ProviderRole;
  readonly agent?: string;
}

interface SetOptions extends ListOptions {
  readonly choices: string;
  readonly credentialFile: readonly Pair[];
  readonly address: readonly Pair[];
  readonly standIn: 'installation' | 'none';
}

/** `<provider>=<text>` */
type Pair = readonly [provider: string, text: string];

const BUSINESS_OPTION = ['--business <id>', 'id of the business'] as const;
const ROLE_OPTION = ['--role <role>', `role of the providers: ${PROVIDER_ROLES.join(', ')}`] as const;
const AGENT_OPTION = [
  '--agent <id>',
  'only for this agent (default: all agents without a list of their own)',
] as const;

export const addProviderCommands = (admin: Command): void => {
  const group = admin
    .command('provider')
    .description(
      "Model, STT, TTS and speech-to-speech providers of a business, instead of the installation's.",
    );
  addSet(group);
  addList(group);
  addRemove(group);
  addTest(group);
};

const addSet = (group: Command): void => {
  addAction(
    group
      .command('set')
      .description(
        'Set the providers of a role. New calls and replies use them; live calls keep their providers.',
      )
      .requiredOption(...BUSINESS_OPTION)
      .requiredOption(...ROLE_OPTION, roleOption)
      .requiredOption(
        '--choices <list>',
        'providers in fallback order, like openai:gpt-5-mini,anthropic:claude-haiku-4-5',
      )
      .option(
        '--credential-file <provider=path>',
        "file with a provider's key, or - for standard input (default: keep the list's key)",
        pairOption('--credential-file'),
        [],
      )
      .option(
        '--address <provider=url>',
        'base URL of a provider, if not its default',
        pairOption('--address'),
        [],
      )
      .option(
        '--stand-in <fallback>',
        'fallback if all of them fail: installation, or none',
        standInOption,
        'none',
      )
      .option(...AGENT_OPTION),
    (options: SetOptions) => {
      const body = {
        role: options.role,
        ...agentOf(options),
        choices: choicesOf(options),
        standIn: options.standIn,
      };
      const [problem] = compileBodyCheck(ProviderListSet)({ ...body, businessId: options.business });
      if (problem !== undefined) throw new ConfigError(`${problem.path} ${problem.message}`);
      return withLists(options, async (lists, businessId, at) => {
        const caller = {
          businessId,
          operationId: 'admin provider set',
          idempotencyKey: randomUUID(),
          at,
        };
        const { result } = await explainedProblems(() => lists.set(caller, body));
        return { businessId, ...formatList(result) };
      });
    },
  );
};

const addList = (group: Command): void => {
  addAction(
    group
      .command('list')
      .description('List the providers of a business, without their keys.')
      .requiredOption(...BUSINESS_OPTION),
    (options: BusinessOptions) =>
      withLists(options, async (lists, businessId) => ({
        lists: (await lists.list(businessId)).map(formatList),
      })),
  );
};

const addRemove = (group: Command): void => {
  addAction(
    group
      .command('remove')
      .description('Remove a list; new calls and replies use the next list in line.')
      .requiredOption(...BUSINESS_OPTION)
      .requiredOption(...ROLE_OPTION, roleOption)
      .option(...AGENT_OPTION),
    (options: ListOptions) => {
      const ref = { role: options.role, ...agentOf(options) };
      return withLists(options, async (lists, businessId) => {
        const { result } = await lists.remove(businessId, ref);
        return { businessId, ...ref, ...result };
      });
    },
  );
};

const addTest = (group: Command): void => {
  addAction(
    group
      .command('test')
      .description('Test each provider of a list with a few words, which providers charge for.')
      .requiredOption(...BUSINESS_OPTION)
      .requiredOption(...ROLE_OPTION, roleOption)
      .option(...AGENT_OPTION),
    (options: ListOptions) => {
      const ref = { role: options.role, ...agentOf(options) };
      return withLists(options, async (lists, businessId, at) => {
        const caller = {
          businessId,
          operationId: 'admin provider test',
          idempotencyKey: randomUUID(),
          at,
        };
        const { result: providers } = await lists.test(caller, ref);
        if (providers.some(({ ok }) => !ok)) process.exitCode = 1;
        return { providers };
      });
    },
  );
};

/** Fails if the business does not exist. `at`: now, ms since the epoch. */
const withLists = <T>(
  options: BusinessOptions,
  work: (lists: ProviderListOperations, businessId: string, at: number) => Promise<T>,
): Promise<T> => {
  const ref = businessRef(options.business);
  return asAdmin(options, async (session) => {
    const { actors, development, names, now, speechDir } = session;
    await actors.query(business, ref, 'get');
    const providerChecks = createProviderChecks({ development, speechDir, embeddings: null, names, now });
    const sealer = await sealerOf(session);
    return work(providerListOperations({ actors, sealer, providerChecks }), ref.business, now());
  });
};

/** Describes each problem; `validation_failed` alone only says that there is one. @throws ConfigError */
const explainedProblems = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError) || error.details.length === 0) throw error;
    throw new ConfigError(error.details.map(({ path, message }) => `${path}: ${message}`).join('; '));
  }
};

const agentOf = ({ agent }: ListOptions): { readonly agentId?: string } =>
  agent === undefined ? {} : { agentId: idOption('--agent', agent, 'the API returned') };

const choicesOf = ({ choices, credentialFile, address }: SetOptions): ProviderListSet['choices'] => {
  const named = choices.split(',').map((part): Pair => {
    const [provider = '', ...rest] = part.trim().split(':');
    return [provider, rest.join(':').trim()];
  });
  for (const [option, pairs] of [
    ['--credential-file', credentialFile],
    ['--address', address],
  ] as const)
    for (const [provider] of pairs)
      if (!named.some(([name]) => name === provider))
        throw new ConfigError(`${option} is for ${provider}, which --choices does not name`);
  const keys = new Map(
    credentialFile.map(([provider, path]) => [provider, readSecret('--credential-file', path)]),
  );
  const addresses = new Map(address);
  return named.map(([provider, choice]) => {
    const credential = keys.get(provider);
    const url = addresses.get(provider);
    return {
      provider,
      ...(choice === '' ? {} : { choice }),
      ...(credential === undefined ? {} : { credential }),
      ...(url === undefined ? {} : { address: url }),
    };
  });
};

/** A table row, with the providers as in `--choices`. */
const formatList = ({ role, agentId, choices, standIn }: ProviderListResource) => ({
  role,
  agentId,
  providers: choices.map(({ provider, choice }) => `${provider}:${choice}`),
  addresses: choices.flatMap(({ provider, address }) => (address === null ? [] : [`${provider}=${address}`])),
  credentials: choices.filter(({ hasCredential }) => hasCredential).map(({ provider }) => provider),
  standIn,
});

const roleOption = (text: string): ProviderRole => {
  const role = PROVIDER_ROLES.find((known) => known === text);
  if (role !== undefined) return role;
  throw new ConfigError(`--role is "${text}"; write one of ${PROVIDER_ROLES.join(', ')}`);
};

const standInOption = (text: string): 'installation' | 'none' => {
  if (text === 'installation' || text === 'none') return text;
  throw new ConfigError(`--stand-in is "${text}"; write installation or none`);
};

const pairOption =
  (option: string) =>
  (text: string, before: readonly Pair[]): readonly Pair[] => {
    const equals = text.indexOf('=');
    if (equals > 0 && equals < text.length - 1)
      return [...before, [text.slice(0, equals), text.slice(equals + 1)]];
    // The text may be a key, so the error does not repeat it.
    throw new ConfigError(`${option}: write <provider>=<${option === '--address' ? 'url' : 'path'}>`);
  };
