/** Providers that every call has, whoever's it is. */
import type { MediaProviders, ProvidersOfCalls } from '../media/providers.js';

export const sameProviders =
  (providers: MediaProviders, defaultVoiceId: string): ProvidersOfCalls =>
  async () => ({ providers, defaultVoiceId, release: () => undefined });
