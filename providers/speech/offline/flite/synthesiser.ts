/**
 * The offline synthesiser: CMU Flite as WebAssembly in worker threads. English only, no word timings, about 30
 * times faster than real time, without network and without an account. threads.ts has its guarantees for
 * sentences that wait and threads that die.
 */
import {
  dueAtOf,
  type SpeechChunk,
  type SpeechRequest,
  type Synthesiser,
  type Voice,
} from '../../synthesiser.js';
import { startFliteThreads } from './threads.js';

/** The voices of the offline synthesiser. All are English; `flite:awb` has a Scottish accent. */
interface FliteVoice extends Voice {
  /** Flite's own name of the voice. */
  readonly engineName: string;
}

export const FLITE_VOICES: readonly FliteVoice[] = [
  { id: 'flite:slt', engineName: 'slt', name: 'SLT', language: 'en-US', gender: 'female' },
  { id: 'flite:rms', engineName: 'rms', name: 'RMS', language: 'en-US', gender: 'male' },
  { id: 'flite:awb', engineName: 'awb', name: 'AWB', language: 'en-GB', gender: 'male' },
  { id: 'flite:kal', engineName: 'kal16', name: 'KAL', language: 'en-US', gender: 'male' },
];

/** Text in one request, characters; a longer text was not split into sentences. */
export const MAX_CHARACTERS = 2_000;

/** `threads`: how many sentences can be synthesised at the same time. */
export const createFlite = (threads = 1): Synthesiser => {
  const pool = startFliteThreads(threads);
  return {
    name: 'flite',
    hasQueue: true,
    voices: FLITE_VOICES.map(({ id, name, language, gender }) => ({ id, name, language, gender })),
    synthesise: async function* (request: SpeechRequest, signal: AbortSignal): AsyncIterable<SpeechChunk> {
      const { text, voiceId } = request;
      const from = dueAtOf(request);
      const dueAt = request.dueAt ?? (() => from);
      signal.throwIfAborted();
      const voice = FLITE_VOICES.find(({ id }) => id === voiceId);
      if (voice === undefined) throw new Error(`unknown voice ${voiceId}`);
      if (text.trim() === '' || text.length > MAX_CHARACTERS)
        throw new Error(`the text must have 1 to ${MAX_CHARACTERS} characters`);
      yield { mulaw: await pool.speak({ text, engineName: voice.engineName, dueAt }, signal) };
    },
    close: () => pool.close(),
  };
};
