/**
 * What a business may name of providers: those over the network, with an address that requests of ours may go to. What is on this
 * machine, and modules from outside, are the installation's, which may stand in for a business's list.
 */
import type { LookupFunction } from 'node:net';
import type { NamedChoice } from '../operations/providers/own-lists.js';
import type { ProviderChecks } from '../operations/providers/provider-lists.js';
import { type ConnectionGuard, openConnectionGuard } from '../providers/connection-guard.js';
import { refusalOfName, refusalOfUrl } from '../providers/guarded-http.js';
import type { TenantNames } from '../providers/names/tenant-names.js';
import { MODULE } from '../providers/outside/load.js';
import type { ProviderDescription } from '../providers/provider-kind.js';
import { assertNever } from '../schemas/assert.js';
import { PROVIDER_ROLES, type ProviderRole } from '../schemas/provider-list.js';
import type { InstalledProviders } from '../schemas/settings.js';
import { choiceSaid, openChosen, type ProviderChoice, WrongChoice } from './provider-choices.js';
import { ENGINES, MODELS, RECOGNISERS, SYNTHESISERS, synthesisersFor } from './provider-kinds.js';
import { testProvider } from './provider-test.js';
import type { Installation } from './providers-in-use/installation.js';

const KINDS: Readonly<Record<ProviderRole, readonly ProviderDescription[]>> = {
  model: MODELS,
  recogniser: RECOGNISERS,
  synthesiser: SYNTHESISERS,
  engine: ENGINES,
};

const kindsOf = (role: ProviderRole): readonly ProviderDescription[] =>
  KINDS[role].filter(({ name }) => name !== MODULE.name);

/** Who has each role now, and whom a business may name for it. */
export const installedProviders = ({
  models,
  thinks,
  recognisers,
  synthesisers,
  engines,
}: Pick<Installation, 'models' | 'thinks' | 'recognisers' | 'synthesisers' | 'engines'>) => {
  const inUse: Readonly<Record<ProviderRole, readonly { readonly name: string }[]>> = {
    model: thinks ? models : [],
    recogniser: recognisers,
    synthesiser: synthesisers,
    engine: engines,
  };
  return PROVIDER_ROLES.map(
    (role): InstalledProviders => ({
      role,
      inUse: inUse[role].map(({ name }) => name),
      available: kindsOf(role).flatMap((kind) =>
        // What is on the machine of the service has no address, and is no business's to choose.
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

/** As refusals name it, where the business has written it. */
const PLACES = { provider: 'provider', choice: 'choice', key: 'credential', address: 'address' } as const;

/**
 * What the names of a business come to, with connections that `guard` makes; `anywhere`: in development, addresses of this machine
 * and its network, too. @throws WrongChoice
 */
export const businessChoice = (
  role: ProviderRole,
  { provider, choice, key, address }: NamedChoice,
  guard: ConnectionGuard,
  anywhere: boolean,
): ProviderChoice => {
  const chosen = choiceSaid('the list', { provider, choice }, kindsOf(role), () => ({
    key: { place: PLACES.key, text: key },
    address: { place: PLACES.address, text: address ?? undefined },
  }));
  const refusal = address === null ? null : refusalOfUrl(address, anywhere);
  if (refusal !== null) throw new WrongChoice('address', `${PLACES.address} is "${address}"; it ${refusal}`);
  return { ...chosen, settings: { ...chosen.settings, guard } };
};

interface ProviderChecksDeps {
  /** As PARLEY_DEVELOPMENT. */
  readonly development: boolean;
  /** Where installed models lie. */
  readonly speechDir: string;
  /** Looks up the names of addresses. */
  readonly names: TenantNames;
  /** ms since the epoch. */
  readonly now: () => number;
}

export const createProviderChecks = ({
  development,
  speechDir,
  names,
  now,
}: ProviderChecksDeps): ProviderChecks => ({
  check: (businessId, role, place, named) =>
    guarded(development, names.lookupOf({ businessId, use: 'check' }), async (guard) => {
      try {
        const chosen = businessChoice(role, named, guard, development);
        await refuseNow(named.address, development, names, businessId);
        await openAndClose(role, chosen);
        const address = named.address?.replace(/\/+$/, '') ?? null;
        return { problem: null, choice: chosen.settings.choice, address };
      } catch (error) {
        if (!(error instanceof WrongChoice)) throw error;
        return { problem: { path: `${place}/${PLACES[error.part]}`, message: error.message } };
      }
    }),
  test: (businessId, role, choices) =>
    guarded(development, names.lookupOf({ businessId, use: 'check' }), (guard) =>
      Promise.all(
        choices.map((named) => {
          try {
            return testProvider(role, businessChoice(role, named, guard, development), speechDir, now);
          } catch (error) {
            // What was taken once: its kind is gone with another build, or its address may not be reached any more.
            if (!(error instanceof WrongChoice)) throw error;
            const provider = `${named.provider}:${named.choice ?? ''}`;
            return { role, provider, ok: false, remedy: error.message };
          }
        }),
      ),
    ),
});

/** @throws WrongChoice where the name of the address leads to one that is not allowed; DomainError name_lookups_limited */
const refuseNow = async (
  address: string | null,
  anywhere: boolean,
  names: TenantNames,
  businessId: string,
): Promise<void> => {
  if (address === null) return;
  const refusal = await refusalOfName(address, anywhere, names, businessId);
  if (refusal !== null) throw new WrongChoice('address', `${PLACES.address} is "${address}"; it ${refusal}`);
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

/** Whether its kind takes it. @throws WrongChoice */
const openAndClose = async (role: ProviderRole, choice: ProviderChoice): Promise<void> => {
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
