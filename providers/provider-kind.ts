/** A kind of provider that can be configured by name: `openai:gpt-…`, `deepgram:nova-3`, `elevenlabs:<voice>`. */

import type { ConnectionGuard } from './egress/connection-guard.js';

/** The settings of a provider in an installation. */
export interface ProviderSettings {
  /** The part after the colon: a model or a voice. */
  readonly choice: string;
  /** Empty if the kind needs no key. A secret: never in a log, error or metric. */
  readonly key: string;
  /** Base URL without a trailing slash: the provider's own or the configured one; empty if it has none. */
  readonly address: string;
  /** Guards its connections if a tenant configured the address; absent: connections are not guarded. */
  readonly guard?: ConnectionGuard | undefined;
}

/** How a provider is written in a configuration. */
export interface ProviderDescription {
  /** The part before the colon. */
  readonly name: string;
  /** The environment variable that holds its key, by the provider's own convention; null: it needs none. */
  readonly keyVariable: string | null;
  /** Whether the key may be omitted; default false. */
  readonly isKeyOptional?: boolean;
  /** The environment variable that overrides its address; null: it runs on this machine and has no address. */
  readonly addressVariable: string | null;
  /** Null: there is no default, and the variable is required. */
  readonly defaultAddress: string | null;
  /** Used if nothing follows the colon; null: the choice is required. */
  readonly defaultChoice: string | null;
}

/** `Provider`: the interface that the rest of the service uses. */
export interface ProviderKind<Provider> extends ProviderDescription {
  /** Opens no connection yet, but may load a package. @throws Error for an unsupported choice; it says what to write instead */
  open(settings: ProviderSettings): Promise<Provider>;
}
