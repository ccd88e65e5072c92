/**
 * The offline synthesiser: CMU Flite as WebAssembly in a worker thread. English only, no word timings, and
 * fast: about 30 times real time, without network and without an account.
 */
import { Worker } from 'node:worker_threads';
import type { FliteJob, FliteResult } from './flite-worker.js';
import type { SpeechRequest, Synthesiser, Voice } from './synthesiser.js';

/** Voice id → Flite's name. */
const ENGINE_NAMES: Readonly<Record<string, string>> = {
  'flite:slt': 'slt',
  'flite:rms': 'rms',
  'flite:awb': 'awb',
  'flite:kal': 'kal16',
};

export const FLITE_VOICES: readonly Voice[] = [
  { id: 'flite:slt', language: 'en-US', gender: 'female' },
  { id: 'flite:rms', language: 'en-US', gender: 'male' },
  { id: 'flite:awb', language: 'en-GB', gender: 'male' },
  { id: 'flite:kal', language: 'en-US', gender: 'male' },
];

/** Text in one request; what is longer was not cut into sentences. */
const MAX_CHARACTERS = 2_000;
const MAX_WAITING = 500;
/** Audio is handed out in pieces of this length, ms: nobody waits for the end of a long sentence. */
const CHUNK_SAMPLES = 8_000 / 5;

interface Waiting {
  readonly resolve: (pcm: Int16Array) => void;
  readonly reject: (error: Error) => void;
}

/** `threads`: how many sentences can be made at the same time. */
export const createFlite = (threads = 1): Synthesiser => {
  const waiting = new Map<number, Waiting>();
  let jobs = 0;
  let closing = false;

  const start = (): Worker => {
    const worker = new Worker(new URL('./flite-worker.js', import.meta.url), {
      // The WASI of Node 20 works, and says on every start that it is experimental.
      execArgv: ['--no-warnings'],
    });
    worker.on('message', ({ id, pcm }: FliteResult) => {
      const job = waiting.get(id);
      waiting.delete(id);
      if (pcm === null) job?.reject(new Error('the synthesiser made nothing of this text'));
      else job?.resolve(pcm);
    });
    worker.on('error', (error) => {
      for (const job of waiting.values()) job.reject(error);
      waiting.clear();
      const index = workers.indexOf(worker);
      if (!closing && index >= 0) workers[index] = start();
    });
    return worker;
  };
  const workers: Worker[] = Array.from({ length: threads }, start);

  const make = (text: string, voice: string, signal: AbortSignal): Promise<Int16Array> =>
    new Promise((resolve, reject) => {
      if (waiting.size >= MAX_WAITING) {
        reject(new Error('too many sentences are waiting for the synthesiser'));
        return;
      }
      const id = jobs;
      jobs += 1;
      const abort = (): void => {
        waiting.delete(id);
        reject(signal.reason);
      };
      signal.addEventListener('abort', abort, { once: true });
      const settle =
        <T>(then: (value: T) => void) =>
        (value: T): void => {
          signal.removeEventListener('abort', abort);
          then(value);
        };
      waiting.set(id, { resolve: settle(resolve), reject: settle(reject) });
      const job: FliteJob = { id, text, voice };
      workers[id % workers.length]?.postMessage(job);
    });

  return {
    name: 'flite',
    voices: FLITE_VOICES,
    synthesise: async function* ({ text, voiceId }: SpeechRequest, signal: AbortSignal) {
      signal.throwIfAborted();
      const voice = ENGINE_NAMES[voiceId];
      if (voice === undefined) throw new Error(`there is no voice ${voiceId}`);
      if (text.trim() === '' || text.length > MAX_CHARACTERS)
        throw new Error(`a text of 1 to ${MAX_CHARACTERS} characters is needed`);
      const pcm = await make(text, voice, signal);
      for (let at = 0; at < pcm.length; at += CHUNK_SAMPLES) {
        signal.throwIfAborted();
        yield { pcm: pcm.subarray(at, at + CHUNK_SAMPLES) };
      }
    },
    close: async () => {
      closing = true;
      for (const worker of workers) worker.postMessage('close');
      await Promise.all(workers.map((worker) => new Promise((resolve) => worker.once('exit', resolve))));
    },
  };
};
