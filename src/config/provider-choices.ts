/** Provider lists in settings: `openai:gpt-5-mini,anthropic:claude-haiku-4-5`. */
import type { ProviderDescription, ProviderKind, ProviderSettings } from '../../providers/provider-kind.js';
import { MAX_CHOICES } from '../../schemas/accounts/provider-list.js';
import { ConfigError } from './error.js';
import type { Env } from './settings/setting.js';

/** A chosen provider, with the settings to open it. */
export interface ProviderChoice {
  /** Name of its kind. */
  readonly provider: string;
  readonly settings: ProviderSettings;
}

const ADDRESS = /^(https?|wss?):$/;

/** The choices of the setting `name` among `kinds`, in fallback order. @throws ConfigError */
export const providerChoices = (
  name: string,
  text: string,
  kinds: readonly ProviderDescription[],
  env: Env,
): readonly ProviderChoice[] => {
  const parts = text.split(',').map((part) => part.trim());
  if (parts.length > MAX_CHOICES)
    throw new ConfigError(`${name} names ${parts.length} providers; write ${MAX_CHOICES} at most`);
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
  const choice = colon === -1 ? null : part.slice(colon + 1).trim();
  return resolveChoice(name, { provider, choice }, kinds, ({ keyVariable, addressVariable }) => ({
    key: { place: keyVariable ?? '', text: env[keyVariable ?? ''] },
    address: { place: addressVariable ?? '', text: env[addressVariable ?? ''] },
  }));
};

/** A part of a provider choice, as errors refer to it. */
export type ChoicePart = 'provider' | 'choice' | 'key' | 'address';

/** An invalid provider choice; the message says what to write instead, and contains no key. */
export class InvalidChoice extends ConfigError {
  readonly part: ChoicePart;

  constructor(part: ChoicePart, message: string) {
    super(message);
    this.part = part;
  }
}

/** A configured value, and the place where its author has written it. */
interface SettingValue {
  readonly place: string;
  readonly text: string | undefined;
}

/**
 * Resolves a named provider with the key and address that `settingsOf` has for its kind. `name`: the place that names it;
 * `choice` is null if it is named without one.
 * @throws WrongChoice
 */
export const resolveChoice = (
  name: string,
  named: { readonly provider: string; readonly choice: string | null },
  kinds: readonly ProviderDescription[],
  settingsOf: (kind: ProviderDescription) => { readonly key: SettingValue; readonly address: SettingValue },
): ProviderChoice => {
  const { provider } = named;
  const kind = kinds.find((candidate) => candidate.name === provider);
  if (kind === undefined)
    throw new InvalidChoice(
      'provider',
      `${name} names "${provider}"; write one of ${kinds.map((candidate) => candidate.name).join(', ')}, a colon, and the model or voice`,
    );
  const choice = named.choice ?? kind.defaultChoice ?? '';
  if (choice === '')
    throw new InvalidChoice('choice', `${name} names only ${provider}; write ${provider}:<model or voice>`);
  const { key, address } = settingsOf(kind);
  return {
    provider,
    settings: { choice, key: keyOf(name, kind, key), address: addressOf(name, kind, address) },
  };
};

const keyOf = (name: string, kind: ProviderDescription, { place, text }: SettingValue): string => {
  const { keyVariable, isKeyOptional = false } = kind;
  if (keyVariable === null) return '';
  const key = text?.trim() ?? '';
  if (key === '' && !isKeyOptional)
    throw new InvalidChoice('key', `${name} names ${kind.name}, which needs a key; set it in ${place}`);
  if (/[^\x21-\x7e]/.test(key))
    throw new InvalidChoice('key', `${place} is not a valid key; remove spaces, line breaks and quotes`);
  return key;
};

const addressOf = (name: string, kind: ProviderDescription, { place, text }: SettingValue): string => {
  const { addressVariable, defaultAddress } = kind;
  if (addressVariable === null) return '';
  const address = text ?? defaultAddress;
  if (address === null)
    throw new InvalidChoice(
      'address',
      `${name} names ${kind.name}, which has no default address; set it in ${place}, like http://127.0.0.1:8000/v1`,
    );
  const url = URL.canParse(address) ? new URL(address) : null;
  // An address that contains a key would end up in logs.
  if (
    url === null ||
    !ADDRESS.test(url.protocol) ||
    url.username !== '' ||
    url.search !== '' ||
    url.hash !== ''
  )
    throw new InvalidChoice(
      'address',
      `${place} is not a valid address; use one like ${defaultAddress ?? 'http://127.0.0.1:8000/v1'}, without user and query`,
    );
  return address.replace(/\/+$/, '');
};

/** Opens the choice of the setting `name`. @throws ConfigError if its kind does not accept the choice */
export const openChosen = async <Provider>(
  name: string,
  { provider, settings }: ProviderChoice,
  kinds: readonly ProviderKind<Provider>[],
): Promise<Provider> => {
  const kind = kinds.find((candidate) => candidate.name === provider);
  if (kind === undefined) throw new RangeError(`there is no provider ${provider}`);
  try {
    return await kind.open(settings);
  } catch (error) {
    throw new InvalidChoice(
      'choice',
      `${name} names ${provider}, which cannot be used: ${error instanceof Error ? error.message : 'it fails'}`,
    );
  }
};
