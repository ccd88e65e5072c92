/** Lists of providers, as settings name them: `openai:gpt-5-mini,anthropic:claude-haiku-4-5`. */
import type { ProviderDescription, ProviderKind, ProviderSettings } from '../providers/provider-kind.js';
import { ConfigError } from './config-error.js';

/** A provider that was chosen, and what it is opened with. */
export interface ProviderChoice {
  /** Name of its kind. */
  readonly provider: string;
  readonly settings: ProviderSettings;
}

/** More are no fallback but a queue: whoever waits has hung up. */
const MOST_CHOICES = 5;
const ADDRESS = /^(https?|wss?):$/;

type Env = Readonly<Record<string, string | undefined>>;

/**
 * What the setting `name` chooses among `kinds`, in its order: the first is asked, the others stand in for it.
 * @throws ConfigError
 */
export const providerChoices = (
  name: string,
  text: string,
  kinds: readonly ProviderDescription[],
  env: Env,
): readonly ProviderChoice[] => {
  const parts = text.split(',').map((part) => part.trim());
  if (parts.length > MOST_CHOICES)
    throw new ConfigError(`${name} names ${parts.length} providers; write ${MOST_CHOICES} at most`);
  return parts.map((part) => choiceOf(name, part, kinds, env));
};

const choiceOf = (
  name: string,
  part: string,
  kinds: readonly ProviderDescription[],
  env: Env,
): ProviderChoice => {
  const colon = part.indexOf(':');
  const provider = colon === -1 ? part : part.slice(0, colon);
  const kind = kinds.find((one) => one.name === provider);
  if (kind === undefined)
    throw new ConfigError(
      `${name} names "${provider}"; write one of ${kinds.map((one) => one.name).join(', ')}, a colon, and what of it to use`,
    );
  const choice = colon === -1 ? (kind.defaultChoice ?? '') : part.slice(colon + 1).trim();
  if (choice === '')
    throw new ConfigError(`${name} names ${provider} alone; write ${provider}:<what of it to use>`);
  const settings = { choice, key: keyOf(name, kind, env), address: addressOf(name, kind, env) };
  return { provider, settings };
};

const keyOf = (name: string, kind: ProviderDescription, env: Env): string => {
  const { keyVariable, isKeyOptional = false } = kind;
  if (keyVariable === null) return '';
  const key = env[keyVariable]?.trim() ?? '';
  if (key === '' && !isKeyOptional)
    throw new ConfigError(`${name} names ${kind.name}; write its key in ${keyVariable}`);
  if (/[^\x21-\x7e]/.test(key))
    throw new ConfigError(`${keyVariable} is no key; write it without spaces, line breaks and quotes`);
  return key;
};

const addressOf = (name: string, kind: ProviderDescription, env: Env): string => {
  const { addressVariable, defaultAddress } = kind;
  if (addressVariable === null) return '';
  const address = env[addressVariable] ?? defaultAddress;
  if (address === null)
    throw new ConfigError(
      `${name} names ${kind.name}, which has no address of its own; write it in ${addressVariable}, like http://127.0.0.1:8000/v1`,
    );
  const url = URL.canParse(address) ? new URL(address) : null;
  // An address with a key in it would stand in logs.
  if (
    url === null ||
    !ADDRESS.test(url.protocol) ||
    url.username !== '' ||
    url.search !== '' ||
    url.hash !== ''
  )
    throw new ConfigError(
      `${addressVariable} is no address; write one like ${defaultAddress ?? 'http://127.0.0.1:8000/v1'}, without a user and a query`,
    );
  return address.replace(/\/+$/, '');
};

/** Opens what the setting `name` chose. @throws ConfigError where its kind cannot take the choice */
export const openChosen = async <Provider>(
  name: string,
  { provider, settings }: ProviderChoice,
  kinds: readonly ProviderKind<Provider>[],
): Promise<Provider> => {
  const kind = kinds.find((one) => one.name === provider);
  if (kind === undefined) throw new RangeError(`there is no provider ${provider}`);
  try {
    return await kind.open(settings);
  } catch (error) {
    throw new ConfigError(
      `${name} names ${provider}, which cannot be used so: ${error instanceof Error ? error.message : 'it fails'}`,
    );
  }
};
