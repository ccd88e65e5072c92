/** Lists of providers, as settings name them: `openai:gpt-5-mini,anthropic:claude-haiku-4-5`. */
import type { ProviderKind, ProviderSettings } from '../providers/provider-kind.js';
import { ConfigError } from './config-error.js';

/** A provider that was chosen, and what it is opened with. */
export interface ProviderChoice<Provider> {
  readonly kind: ProviderKind<Provider>;
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
export const providerChoices = <Provider>(
  name: string,
  text: string,
  kinds: readonly ProviderKind<Provider>[],
  env: Env,
): readonly ProviderChoice<Provider>[] => {
  const parts = text.split(',').map((part) => part.trim());
  if (parts.length > MOST_CHOICES)
    throw new ConfigError(`${name} names ${parts.length} providers; write ${MOST_CHOICES} at most`);
  return parts.map((part) => choiceOf(name, part, kinds, env));
};

const choiceOf = <Provider>(
  name: string,
  part: string,
  kinds: readonly ProviderKind<Provider>[],
  env: Env,
): ProviderChoice<Provider> => {
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
  return { kind, settings: { choice, key: keyOf(name, kind, env), address: addressOf(name, kind, env) } };
};

const keyOf = <Provider>(name: string, kind: ProviderKind<Provider>, env: Env): string => {
  const { keyVariable, isKeyOptional = false } = kind;
  if (keyVariable === null) return '';
  const key = env[keyVariable]?.trim() ?? '';
  if (key === '' && !isKeyOptional)
    throw new ConfigError(`${name} names ${kind.name}; write its key in ${keyVariable}`);
  if (/[^\x21-\x7e]/.test(key))
    throw new ConfigError(`${keyVariable} is no key; write it without spaces, line breaks and quotes`);
  return key;
};

const addressOf = <Provider>(name: string, kind: ProviderKind<Provider>, env: Env): string => {
  const { addressVariable, defaultAddress } = kind;
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
