/** The network recognisers, by the name before the colon (docs/reference/recognition.md). */
import { ASSEMBLYAI } from './assemblyai/index.js';
import { DEEPGRAM } from './deepgram/index.js';
import { ELEVENLABS } from './elevenlabs/index.js';
import type { NetworkKind } from './network-kind.js';
import { OPENAI } from './openai/index.js';
import { SONIOX } from './soniox/index.js';

export const NETWORK_RECOGNISERS: readonly NetworkKind[] = [DEEPGRAM, ASSEMBLYAI, SONIOX, ELEVENLABS, OPENAI];
