/** Sets, shows, removes and tests the provider lists of a business (docs/how-to/providers.md). */
import { agent } from '../../actors/agent/index.js';
import type { StoredChoice, StoredProviderList } from '../../actors/provider-lists/events.js';
import { providerLists } from '../../actors/provider-lists/index.js';
import type {
  ProviderListResource,
  ProviderListSet,
  ProviderReport,
  ProviderRole,
  TestedRole,
} from '../../schemas/accounts/provider-list.js';
import { DomainError, type ErrorDetail } from '../../schemas/errors.js';
import { type Caller, commandIdOf } from '../caller.js';
import { refuseProblems } from '../refusals.js';
import { Unsealable } from '../sealing.js';
import type { Written } from '../written.js';
import { type NamedChoice, type OwnListsDeps, openChoice, openList, sealPurpose } from './own-lists.js';

/** Checks the providers that a business names against those that exist. */
export interface ProviderChecks {
  /**
   * Resolves a provider to the model or voice that is used and the address without a trailing slash, null for the provider's
   * own; or to the problem and what to write instead. `path`: its path in the request.
   * @throws DomainError name_lookups_limited
   */
  check(
    businessId: string,
    role: ProviderRole,
    path: string,
    named: NamedChoice,
  ): Promise<
    | { readonly problem: ErrorDetail }
    | { readonly problem: null; readonly choice: string; readonly address: string | null }
  >;
  /** Holds a short conversation with each of them, concurrently. It costs what a few words cost. Never rejects. */
  test(
    businessId: string,
    role: ProviderRole,
    choices: readonly NamedChoice[],
  ): Promise<readonly ProviderReport[]>;
  /** Tests the embedding model of the installation; resolves with nothing if there is none. Never rejects. */
  testEmbeddings(): Promise<readonly ProviderReport[]>;
}

export interface ProviderListDeps extends OwnListsDeps {
  readonly providerChecks: ProviderChecks;
}

/** Identifies a provider list of a business. */
interface ProviderListRef {
  readonly role: ProviderRole;
  /** Omitted: the list of all agents. */
  readonly agentId?: string;
}

/** The provider lists of a business. */
export interface ProviderListOperations {
  /** The lists of all agents come first. Credentials are not included. */
  list(businessId: string): Promise<readonly ProviderListResource[]>;
  /**
   * Creates a list, or replaces the one of its role and agent; calls that begin afterwards use it. An omitted credential is
   * kept if the list had one for this provider at this address.
   * @throws DomainError validation_failed, agent_not_found, agent_archived, too_many_provider_lists
   */
  set(caller: Caller, body: Omit<ProviderListSet, 'businessId'>): Promise<Written<ProviderListResource>>;
  /** Removing a list that does not exist is harmless. */
  remove(businessId: string, ref: ProviderListRef): Promise<Written<{ readonly removed: boolean }>>;
  /**
   * Tests a list, or the embedding model of the installation.
   * @throws DomainError provider_list_not_found, provider_test_running
   */
  test(
    caller: Caller,
    ref: { readonly role: TestedRole; readonly agentId?: string },
  ): Promise<Written<readonly ProviderReport[]>>;
}

export const providerListOperations = (deps: ProviderListDeps): ProviderListOperations => {
  const { actors, sealer, providerChecks } = deps;
  /** Businesses whose providers are being tested here; a test costs them money, and us a part of the machine. */
  const testing = new Set<string>();

  const listsOf = (businessId: string) =>
    actors.query(providerLists, { business: businessId, id: businessId }, 'lists');

  const listAt = async (
    businessId: string,
    role: ProviderRole,
    agentId: string | null,
  ): Promise<Written<StoredProviderList | undefined>> => {
    const { answer, shard, seq } = await listsOf(businessId);
    return { result: answer.find((list) => list.role === role && list.agentId === agentId), shard, seq };
  };

  /** Empty if the credential can no longer be decrypted: it must be entered again. */
  const keyOf = (businessId: string, choice: StoredChoice): string => {
    try {
      return openChoice(sealer, businessId, choice).key;
    } catch (error) {
      if (error instanceof Unsealable) return '';
      throw error;
    }
  };

  return {
    list: async (businessId) => (await listsOf(businessId)).answer.map(toResource),

    set: async (caller, { role, agentId, choices, standIn = 'none' }) => {
      const { businessId } = caller;
      if (agentId !== undefined) {
        const { answer } = await actors.query(agent, { business: businessId, id: agentId }, 'get');
        if (answer.status === 'archived') throw new DomainError('agent_archived');
      }
      const before = (await listAt(businessId, role, agentId ?? null)).result?.choices ?? [];
      const checked = await Promise.all(
        choices.map(async ({ provider, choice = null, credential, address = null }, index) => {
          const stored = storedChoice(before, provider, address);
          const key = credential ?? (stored === undefined ? '' : keyOf(businessId, stored));
          const named = { provider, choice, key, address };
          return { named, found: await providerChecks.check(businessId, role, `/choices/${index}`, named) };
        }),
      );
      refuseProblems(checked.flatMap(({ found: { problem } }) => problem ?? []));
      const list: StoredProviderList = {
        role,
        agentId: agentId ?? null,
        standIn,
        choices: checked.flatMap(({ named: { provider, key }, found }): readonly StoredChoice[] => {
          if (found.problem !== null) return [];
          const { choice, address } = found;
          const purpose = sealPurpose(businessId, { provider, address });
          return [
            { provider, choice, address, sealedCredential: key === '' ? null : sealer.seal(purpose, key) },
          ];
        }),
      };
      const { shard, seq } = await actors.ask(
        providerLists,
        { business: businessId, id: businessId },
        { type: 'set', list },
        { commandId: commandIdOf(caller) },
      );
      return { result: toResource(list), shard, seq };
    },

    remove: async (businessId, { role, agentId = null }) => {
      const removed = (await listAt(businessId, role, agentId)).result !== undefined;
      const target = { business: businessId, id: businessId };
      const { shard, seq } = await actors.ask(providerLists, target, { type: 'remove', role, agentId });
      return { result: { removed }, shard, seq };
    },

    test: async ({ businessId }, { role, agentId = null }) => {
      const isList = role !== 'embeddings';
      const { result: list, ...at } = await listAt(businessId, isList ? role : 'model', agentId);
      if (isList && list === undefined) throw new DomainError('provider_list_not_found');
      if (testing.has(businessId)) throw new DomainError('provider_test_running');
      testing.add(businessId);
      try {
        if (!isList || list === undefined) return { result: await providerChecks.testEmbeddings(), ...at };
        const { choices } = openList(sealer, businessId, list);
        return { result: await providerChecks.test(businessId, role, choices), ...at };
      } finally {
        testing.delete(businessId);
      }
    },
  };
};

/** The stored choice whose credential is kept. Addresses are stored without a trailing slash. */
const storedChoice = (
  choices: readonly StoredChoice[],
  provider: string,
  address: string | null,
): StoredChoice | undefined =>
  choices.find(
    (choice) => choice.provider === provider && choice.address === (address?.replace(/\/+$/, '') ?? null),
  );

const toResource = ({ role, agentId, choices, standIn }: StoredProviderList): ProviderListResource => ({
  role,
  agentId,
  choices: choices.map(({ provider, choice, sealedCredential, address }) => ({
    provider,
    choice,
    address,
    hasCredential: sealedCredential !== null,
  })),
  standIn,
});
