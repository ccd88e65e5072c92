/** Deepgram: nova models on /v1/listen, Flux on /v2/listen, by the name of the model. */

import { type NetworkKind, networkKind } from '../network-kind.js';
import { deepgramFlux } from './flux.js';
import { deepgramNova } from './nova.js';

export const DEEPGRAM: NetworkKind = networkKind({
  name: 'deepgram',
  keyVariable: 'DEEPGRAM_API_KEY',
  addressVariable: 'DEEPGRAM_BASE_URL',
  defaultAddress: 'https://api.deepgram.com',
  defaultChoice: 'nova-3',
  protocol: (settings) =>
    settings.model.startsWith('flux-') ? deepgramFlux(settings) : deepgramNova(settings),
});
