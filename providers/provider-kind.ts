/** A kind of provider that can be configured by name: `openai:gpt-…`, `deepgram:nova-3`, `elevenlabs:<voice>`. */

import type { ConnectionGuard } from './connection-guard.js';

/** What an installation says of a provider that it uses. */
export interface ProviderSettings {
  /** What stands behind the colon: a model or a voice. */
  readonly choice: string;
  /** Empty where the kind needs none. A secret: in no log, error or metric. */
  readonly key: string;
  /** Base address without a trailing slash: the provider's own, or the one that was configured; empty where it has none. */
  readonly address: string;
  /** What its connections are made through, where a client of ours wrote the address down; absent: nothing guards them. */
  readonly guard?: ConnectionGuard | undefined;
}

/** How it is written in a configuration. */
export interface ProviderDescription {
  /** As it is written before the colon. */
  readonly name: string;
  /** The environment variable that holds its key; null: it needs none. By the provider's own custom. */
  readonly keyVariable: string | null;
  /** Whether it may go without; default: it may not. */
  readonly isKeyOptional?: boolean;
  /** The environment variable that moves it to another address; null: it is on this machine, and has none. */
  readonly addressVariable: string | null;
  /** Null: there is none, and the variable is asked for. */
  readonly defaultAddress: string | null;
  /** What is taken where nothing stands behind the colon; null: it has to be said. */
  readonly defaultChoice: string | null;
}

/** `Provider`: what the rest of the service sees of it. */
export interface ProviderKind<Provider> extends ProviderDescription {
  /** Opens no connection yet, and may load a package. @throws Error that says what to write instead of a choice it cannot take */
  open(settings: ProviderSettings): Promise<Provider>;
}
