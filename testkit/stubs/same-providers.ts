/** The same providers for every call, whichever business it belongs to. */
import type { MediaProviders, ProvidersOfCalls } from '../../media/providers.js';

export const sameProviders =
  (providers: MediaProviders, defaultVoiceId: string): ProvidersOfCalls =>
  async () => ({ providers, defaultVoiceId, release: () => undefined });
