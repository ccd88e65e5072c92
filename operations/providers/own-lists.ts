/**
 * The provider lists of a business, with their credentials decrypted: only for code that calls the providers. Nothing of it
 * may appear in a log, a response or a metric.
 */
import type { StandIn, StoredChoice, StoredProviderList } from '../../actors/provider-lists/events.js';
import { providerLists } from '../../actors/provider-lists/index.js';
import type { ActorClient } from '../../actors/runtime/actor-client.js';
import type { ProviderRole } from '../../schemas/accounts/provider-list.js';
import type { Sealer } from '../sealing.js';

/** A provider as a business names it. */
export interface NamedChoice {
  readonly provider: string;
  /** Null: the default of its kind. */
  readonly choice: string | null;
  /** Empty if it needs none. A secret. */
  readonly key: string;
  /** Null: the provider's own. */
  readonly address: string | null;
}

/** Plain data: passed to media threads as it is. */
export interface OwnList {
  readonly role: ProviderRole;
  /** Null: the list of all agents. */
  readonly agentId: string | null;
  readonly choices: readonly NamedChoice[];
  readonly standIn: StandIn;
}

export interface OwnListsDeps {
  readonly actors: ActorClient;
  readonly sealer: Sealer;
}

/** A credential is sealed for one provider at one address: changing the address requires knowing the credential. */
export const sealPurpose = (
  businessId: string,
  { provider, address }: Pick<StoredChoice, 'provider' | 'address'>,
): string => `provider ${businessId} ${provider} ${address ?? ''}`;

/** @throws Unsealable */
export const openChoice = (
  sealer: Sealer,
  businessId: string,
  { provider, choice, sealedCredential, address }: StoredChoice,
): NamedChoice => ({
  provider,
  choice,
  key:
    sealedCredential === null
      ? ''
      : sealer.open(sealPurpose(businessId, { provider, address }), sealedCredential),
  address,
});

/** @throws Unsealable */
export const openList = (
  sealer: Sealer,
  businessId: string,
  { role, agentId, choices, standIn }: StoredProviderList,
): OwnList => ({
  role,
  agentId,
  choices: choices.map((choice) => openChoice(sealer, businessId, choice)),
  standIn,
});

/** The lists for an agent, at most one per role; null: for no agent in particular. @throws Unsealable, DomainError */
export const ownListsFor = async (
  { actors, sealer }: OwnListsDeps,
  businessId: string,
  agentId: string | null,
): Promise<readonly OwnList[]> => {
  const target = { business: businessId, id: businessId };
  const { answer } = await actors.query(providerLists, target, 'listsFor', agentId);
  return answer.map((list) => openList(sealer, businessId, list));
};

/** All lists of a role, of all agents and of single ones. @throws Unsealable, DomainError */
export const ownListsOf = async (
  { actors, sealer }: OwnListsDeps,
  businessId: string,
  role: ProviderRole,
): Promise<readonly OwnList[]> => {
  const target = { business: businessId, id: businessId };
  const { answer } = await actors.query(providerLists, target, 'lists');
  return answer.filter((list) => list.role === role).map((list) => openList(sealer, businessId, list));
};
