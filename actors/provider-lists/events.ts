/** What happened to the lists of providers of a business. */
import type { ProviderRole } from '../../schemas/provider-list.js';
import { eventKind, type VersionsOf } from '../runtime/event-versions.js';

/** One provider of a list. */
export interface StoredChoice {
  /** Name of its kind, like `openai`. */
  readonly provider: string;
  /** The provider's own name of a model or a voice. */
  readonly choice: string;
  /** Sealed with the cluster's key for this provider at this address (operations/providers/); null: it needs none. */
  readonly sealedCredential: string | null;
  /** Null: the provider's own. */
  readonly address: string | null;
}

/** Who stands in where nobody in the list can: whoever the installation has, or nobody. */
export type StandIn = 'installation' | 'none';

export interface StoredProviderList {
  readonly role: ProviderRole;
  /** The agent whose list it is; null: of all agents of the business that have none. */
  readonly agentId: string | null;
  /** The first is asked, the others stand in for it, in their order. */
  readonly choices: readonly StoredChoice[];
  readonly standIn: StandIn;
}

export type ProviderListsEvent =
  /** It is new, or was changed. */
  | { readonly type: 'provider_list.set'; readonly list: StoredProviderList }
  | { readonly type: 'provider_list.removed'; readonly role: ProviderRole; readonly agentId: string | null };

/** With the versions that it takes to read them (runtime/event-versions.ts). */
export const PROVIDER_LISTS_EVENTS = {
  'provider_list.set': 1,
  'provider_list.removed': 1,
} as const satisfies VersionsOf<ProviderListsEvent>;

/** The kind, for those who read its events. */
export const PROVIDER_LISTS_KIND = eventKind<ProviderListsEvent>('provider-lists', PROVIDER_LISTS_EVENTS);
