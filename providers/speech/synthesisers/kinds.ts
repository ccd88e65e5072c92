/** The network synthesisers that can be configured, by name. Flite, which needs no network, is in providers/speech/offline/flite/synthesiser.ts. */
import type { ProviderKind } from '../../provider-kind.js';
import type { Synthesiser } from '../synthesiser.js';
import { cartesiaKind } from './cartesia/kind.js';
import { deepgramKind } from './deepgram/kind.js';
import { elevenlabsKind } from './elevenlabs/kind.js';
import { openaiKind } from './openai/kind.js';
import type { KindOptions } from './settings.js';
import { sonioxKind } from './soniox/kind.js';

/** Once opened, they report warnings to `options.onWarning`. */
export const synthesiserKinds = (options: KindOptions): readonly ProviderKind<Synthesiser>[] => [
  elevenlabsKind(options),
  cartesiaKind(options),
  deepgramKind(options),
  openaiKind(options),
  sonioxKind(options),
];
