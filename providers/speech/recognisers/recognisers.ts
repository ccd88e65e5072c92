/** The network recognisers, by the name before the colon (docs/reference/recognition.md). */
import { ASSEMBLYAI } from './assemblyai/streaming.js';
import { DEEPGRAM } from './deepgram/index.js';
import { ELEVENLABS } from './elevenlabs/scribe.js';
import type { NetworkKind } from './network-kind.js';
import { OPENAI } from './openai/transcription.js';
import { SONIOX } from './soniox/realtime.js';

export const NETWORK_RECOGNISERS: readonly NetworkKind[] = [DEEPGRAM, ASSEMBLYAI, SONIOX, ELEVENLABS, OPENAI];
