/** The types for external modules: `import type { Recogniser } from 'parley-voice/providers'`. */
export type {
  RecognisedWord,
  Recogniser,
  RecogniserStream,
  RecognitionEvent,
  RecognitionRequest,
} from '../speech/recogniser.js';
export type { SpeechChunk, SpeechRequest, Synthesiser, Voice, WordTiming } from '../speech/synthesiser.js';
export type { ModuleSettings } from './load.js';
