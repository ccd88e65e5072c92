/**
 * The providers that a business may configure: those over the network, at an address that our requests may reach.
 * Providers on this machine and external modules belong to the installation, which may serve as the fallback of a
 * business's list.
 */
import type { LookupFunction } from 'node:net';
import type { NamedChoice } from '../../operations/providers/own-lists.js';
import type { ProviderChecks } from '../../operations/providers/provider-lists.js';
import { type ConnectionGuard, openConnectionGuard } from '../../providers/egress/connection-guard.js';
import { refusalOfName, refusalOfUrl } from '../../providers/egress/guarded-http.js';
import type { TenantNames } from '../../providers/names/tenant-names.js';
import { MODULE } from '../../providers/outside/load.js';
import type { ProviderDescription } from '../../providers/provider-kind.js';
import { PROVIDER_ROLES, type ProviderRole } from '../../schemas/accounts/provider-list.js';
import type { InstalledProviders } from '../../schemas/accounts/settings.js';
import { assertNever } from '../../schemas/assert.js';
import { InvalidChoice, openChosen, type ProviderChoice, resolveChoice } from '../config/provider-choices.js';
import { ENGINES, MODELS, RECOGNISERS, SYNTHESISERS, synthesisersFor } from '../config/provider-kinds.js';
import type { Installation } from './installation.js';
import { testEmbeddings, testProvider } from './provider-test.js';

const KINDS: Readonly<Record<ProviderRole, readonly ProviderDescription[]>> = {
  model: MODELS,
  recogniser: RECOGNISERS,
  synthesiser: SYNTHESISERS,
  engine: ENGINES,
};

const kindsOf = (role: ProviderRole): readonly ProviderDescription[] =>
  KINDS[role].filter(({ name }) => name !== MODULE.name);

/** The providers in use for each role, and those that a business may choose for it. */
export const installedProviders = ({
  models,
  hasModel,
  recognisers,
  synthesisers,
  engines,
}: Pick<Installation, 'models' | 'hasModel' | 'recognisers' | 'synthesisers' | 'engines'>) => {
  const inUse: Readonly<Record<ProviderRole, readonly { readonly name: string }[]>> = {
    model: hasModel ? models : [],
    recogniser: recognisers,
    synthesiser: synthesisers,
    engine: engines,
  };
  return PROVIDER_ROLES.map(
    (role): InstalledProviders => ({
      role,
      inUse: inUse[role].map(({ name }) => name),
      available: kindsOf(role).flatMap((kind) =>
        // Providers on the service's machine have no address; a business cannot choose them.
        kind.addressVariable === null
          ? []
          : [
              {
                provider: kind.name,
                needsCredential: kind.keyVariable !== null && kind.isKeyOptional !== true,
                defaultChoice: kind.defaultChoice,
                defaultAddress: kind.defaultAddress,
              },
            ],
      ),
    }),
  );
};

/** The parts of a choice as error messages name them: by the fields that the business filled in. */
const PLACES = { provider: 'provider', choice: 'choice', key: 'credential', address: 'address' } as const;

/**
 * Resolves a choice of a business, with connections made by `guard`. `anywhere`: in development, addresses of this
 * machine and its network are allowed, too.
 * @throws WrongChoice
 */
export const businessChoice = (
  role: ProviderRole,
  { provider, choice, key, address }: NamedChoice,
  guard: ConnectionGuard,
  anywhere: boolean,
): ProviderChoice => {
  const chosen = resolveChoice('the list', { provider, choice }, kindsOf(role), () => ({
    key: { place: PLACES.key, text: key },
    address: { place: PLACES.address, text: address ?? undefined },
  }));
  const refusal = address === null ? null : refusalOfUrl(address, anywhere);
  if (refusal !== null)
    throw new InvalidChoice('address', `${PLACES.address} is "${address}"; it ${refusal}`);
  return { ...chosen, settings: { ...chosen.settings, guard } };
};

interface ProviderChecksDeps {
  /** The value of PARLEY_DEVELOPMENT. */
  readonly development: boolean;
  /** Directory of the installed models. */
  readonly speechDir: string;
  /** The embedding model of the installation; null: it has none. */
  readonly embeddings: ProviderChoice | null;
  /** Resolves the host names of addresses. */
  readonly names: TenantNames;
  /** ms since the epoch. */
  readonly now: () => number;
}

export const createProviderChecks = ({
  development,
  speechDir,
  embeddings,
  names,
  now,
}: ProviderChecksDeps): ProviderChecks => ({
  check: (businessId, role, place, named) =>
    guarded(development, names.lookupOf({ businessId, use: 'check' }), async (guard) => {
      try {
        const chosen = businessChoice(role, named, guard, development);
        await refuseNow(named.address, development, names, businessId);
        await tryOpen(role, chosen);
        const address = named.address?.replace(/\/+$/, '') ?? null;
        return { problem: null, choice: chosen.settings.choice, address };
      } catch (error) {
        if (!(error instanceof InvalidChoice)) throw error;
        return { problem: { path: `${place}/${PLACES[error.part]}`, message: error.message } };
      }
    }),
  testEmbeddings: async () => (embeddings === null ? [] : [await testEmbeddings(embeddings, now)]),
  test: (businessId, role, choices) =>
    guarded(development, names.lookupOf({ businessId, use: 'check' }), (guard) =>
      Promise.all(
        choices.map((named) => {
          try {
            return testProvider(role, businessChoice(role, named, guard, development), speechDir, now);
          } catch (error) {
            // A choice that was valid once: this build may lack its kind, or its address may no longer be reached.
            if (!(error instanceof InvalidChoice)) throw error;
            const provider = `${named.provider}:${named.choice ?? ''}`;
            return { role, provider, ok: false, remedy: error.message };
          }
        }),
      ),
    ),
});

/** @throws WrongChoice if the host name of the address resolves to a forbidden one; DomainError name_lookups_limited */
const refuseNow = async (
  address: string | null,
  anywhere: boolean,
  names: TenantNames,
  businessId: string,
): Promise<void> => {
  if (address === null) return;
  const refusal = await refusalOfName(address, anywhere, names, businessId);
  if (refusal !== null)
    throw new InvalidChoice('address', `${PLACES.address} is "${address}"; it ${refusal}`);
};

const guarded = async <T>(
  anywhere: boolean,
  lookup: LookupFunction,
  work: (guard: ConnectionGuard) => Promise<T>,
): Promise<T> => {
  const guard = openConnectionGuard(anywhere, lookup);
  try {
    return await work(guard);
  } finally {
    await guard.close();
  }
};

/** Checks that the provider's kind accepts the choice. @throws WrongChoice */
const tryOpen = async (role: ProviderRole, choice: ProviderChoice): Promise<void> => {
  switch (role) {
    case 'model':
      await openChosen('the list', choice, MODELS);
      return;
    case 'recogniser':
      return (await openChosen('the list', choice, RECOGNISERS)).close();
    case 'synthesiser':
      return (await openChosen('the list', choice, synthesisersFor({ onWarning: () => undefined }))).close();
    case 'engine':
      return (await openChosen('the list', choice, ENGINES)).close();
    default:
      return assertNever(role);
  }
};
