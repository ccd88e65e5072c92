/** The recognisers of network services, by the name that stands before the colon (docs/providers-recognition.md). */
import { DEEPGRAM } from './deepgram/index.js';
import type { NetworkKind } from './network-kind.js';

export const NETWORK_RECOGNISERS: readonly NetworkKind[] = [DEEPGRAM];
