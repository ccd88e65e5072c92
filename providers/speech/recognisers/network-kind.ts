/** Recogniser kinds behind a WebSocket. Their settings are validated once, before any call. */
import type { ProviderKind, ProviderSettings } from '../../provider-kind.js';
import type { Recogniser } from '../recogniser.js';
import { headerKey, socketAddress } from './addresses.js';
import { LIVE_LIMITS } from './limits.js';
import { createNetworkRecogniser } from './network-recogniser.js';
import type { RecognitionProtocol } from './recognition-protocol.js';

/** The settings of a protocol. */
export interface NetworkSettings {
  readonly model: string;
  readonly key: string;
  /** Base address without a trailing slash. */
  readonly address: string;
}

export interface NetworkKind extends ProviderKind<Recogniser> {
  readonly defaultAddress: string;
  readonly defaultChoice: string;
  /** The protocol for these settings. @throws Error that says what to write instead; no key is in it */
  protocol(settings: ProviderSettings): RecognitionProtocol;
}

interface KindDescription {
  readonly name: string;
  readonly keyVariable: string;
  readonly addressVariable: string;
  readonly defaultAddress: string;
  readonly defaultChoice: string;
  /** @throws Error that says which models are valid */
  protocol(settings: NetworkSettings): RecognitionProtocol;
}

/** Model names as all providers write them; excludes characters that have a meaning in a query. */
const MODEL = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

export const networkKind = (description: KindDescription): NetworkKind => {
  const protocol = ({ choice, key, address }: ProviderSettings): RecognitionProtocol => {
    if (!MODEL.test(choice))
      throw new Error(
        `${description.name}: write a model after the colon, such as ${description.defaultChoice}`,
      );
    try {
      socketAddress(address, '', new URLSearchParams());
      return description.protocol({ model: choice, key: headerKey(key), address });
    } catch (error) {
      throw new Error(
        `${description.name}: ${error instanceof Error ? error.message : 'it cannot be opened'}`,
      );
    }
  };
  return {
    ...description,
    protocol,
    open: async (settings) => createNetworkRecogniser(protocol(settings), LIVE_LIMITS, settings.guard),
  };
};
