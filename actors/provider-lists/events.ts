/** Events of the provider lists of a business. */
import type { ProviderRole } from '../../schemas/accounts/provider-list.js';
import { eventKind, type VersionsOf } from '../runtime/event-versions.js';

/** One provider of a list. */
export interface StoredChoice {
  /** Name of the provider's kind, like `openai`. */
  readonly provider: string;
  /** The provider's own name of a model or a voice. */
  readonly choice: string;
  /** Sealed with the cluster's key for this provider at this address (operations/providers/); null: no credential needed. */
  readonly sealedCredential: string | null;
  /** Null: the provider's own address. */
  readonly address: string | null;
}

/** The fallback when no provider of the list is available: the installation's providers, or none. */
export type StandIn = 'installation' | 'none';

export interface StoredProviderList {
  readonly role: ProviderRole;
  /** The agent that the list is for; null: all agents of the business without a list of their own. */
  readonly agentId: string | null;
  /** In fallback order: the first is used, the others replace it in turn. */
  readonly choices: readonly StoredChoice[];
  readonly standIn: StandIn;
}

export type ProviderListsEvent =
  /** The list is new or was changed. */
  | { readonly type: 'provider_list.set'; readonly list: StoredProviderList }
  | { readonly type: 'provider_list.removed'; readonly role: ProviderRole; readonly agentId: string | null };

/** Each event with the version of the kind that is needed to read it (runtime/event-versions.ts). */
export const PROVIDER_LISTS_EVENTS = {
  'provider_list.set': 1,
  'provider_list.removed': 1,
} as const satisfies VersionsOf<ProviderListsEvent>;

/** The kind, for readers of its events. */
export const PROVIDER_LISTS_KIND = eventKind<ProviderListsEvent>('provider-lists', PROVIDER_LISTS_EVENTS);
