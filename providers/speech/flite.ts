/**
 * The offline synthesiser: CMU Flite as WebAssembly in worker threads. English only, no word timings, about 30
 * times faster than real time, without network and without an account.
 *
 * Numbered promises: S1 a sentence that nobody wants any more is not made (unless it is being made already).
 * S2 a thread that dies or takes longer than {@link SPEAK_DEADLINE_MS} fails only its own sentence and is
 * replaced. S3 at most {@link MAX_WAITING} sentences wait; further ones are refused at once.
 */
import { Worker } from 'node:worker_threads';
import type { FliteJob, FliteResult } from './flite-worker.js';
import type { SpeechChunk, SpeechRequest, Synthesiser } from './synthesiser.js';
import { FLITE_VOICES } from './voices.js';

/** Text in one request, characters; what is longer was not cut into sentences. */
export const MAX_CHARACTERS = 2_000;
/** Sentences waiting for a thread. */
export const MAX_WAITING = 500;
/** The longest text takes about 5 s; a thread that needs more has hung, ms. */
const SPEAK_DEADLINE_MS = 20_000;
/** Audio is handed out in pieces of 200 ms. */
const CHUNK_SAMPLES = 1_600;

interface Sentence extends FliteJob {
  readonly done: (result: FliteResult) => void;
}

interface Thread {
  readonly worker: Worker;
  busy: { readonly sentence: Sentence; readonly deadline: NodeJS.Timeout } | null;
}

/** `threads`: how many sentences can be made at the same time. */
export const createFlite = (threads = 1): Synthesiser => {
  const queue: Sentence[] = [];
  const pool: Thread[] = [];
  let closed = false;

  const pump = (): void => {
    while (!closed && queue.length > 0) {
      const thread = pool.find(({ busy }) => busy === null) ?? (pool.length < threads ? start() : null);
      const sentence = thread === null ? undefined : queue.shift();
      if (thread === null || sentence === undefined) return;
      const deadline = setTimeout(
        () => lose(thread, 'the synthesiser took too long'),
        SPEAK_DEADLINE_MS,
      ).unref();
      thread.busy = { sentence, deadline };
      thread.worker.ref();
      thread.worker.postMessage({
        text: sentence.text,
        engineName: sentence.engineName,
      } satisfies FliteJob);
    }
  };

  const free = (thread: Thread, result: FliteResult): void => {
    const { busy } = thread;
    thread.busy = null;
    // An idle thread keeps no process alive.
    thread.worker.unref();
    if (busy === null) return;
    clearTimeout(busy.deadline);
    busy.sentence.done(result);
  };

  const lose = (thread: Thread, error: string): void => {
    const index = pool.indexOf(thread);
    if (index < 0) return;
    pool.splice(index, 1);
    void thread.worker.terminate();
    free(thread, { error });
    pump();
  };

  const start = (): Thread => {
    const thread: Thread = {
      worker: new Worker(new URL('./flite-worker.js', import.meta.url)),
      busy: null,
    };
    thread.worker.on('message', (result: FliteResult) => {
      free(thread, result);
      pump();
    });
    thread.worker.on('error', (error) => lose(thread, String(error)));
    thread.worker.on('exit', () => lose(thread, 'the synthesiser was closed'));
    pool.push(thread);
    return thread;
  };

  const make = (text: string, engineName: string, signal: AbortSignal): Promise<Int16Array> =>
    new Promise((resolve, reject) => {
      const abort = (): void => {
        const index = queue.indexOf(sentence);
        if (index >= 0) queue.splice(index, 1);
        reject(signal.reason);
      };
      const sentence: Sentence = {
        text,
        engineName,
        done: (result) => {
          signal.removeEventListener('abort', abort);
          if ('pcm' in result) resolve(result.pcm);
          else reject(new Error(result.error));
        },
      };
      if (closed || queue.length >= MAX_WAITING) {
        reject(new Error(closed ? 'the synthesiser was closed' : 'too many sentences wait to be spoken'));
        return;
      }
      signal.addEventListener('abort', abort, { once: true });
      queue.push(sentence);
      pump();
    });

  // The first sentence should not wait for the engine to be compiled.
  start().worker.unref();

  return {
    name: 'flite',
    voices: FLITE_VOICES.map(({ id, name, language, gender }) => ({ id, name, language, gender })),
    synthesise: async function* (
      { text, voiceId }: SpeechRequest,
      signal: AbortSignal,
    ): AsyncIterable<SpeechChunk> {
      signal.throwIfAborted();
      const voice = FLITE_VOICES.find(({ id }) => id === voiceId);
      if (voice === undefined) throw new Error(`there is no voice ${voiceId}`);
      if (text.trim() === '' || text.length > MAX_CHARACTERS)
        throw new Error(`a text of 1 to ${MAX_CHARACTERS} characters is needed`);
      const pcm = await make(text, voice.engineName, signal);
      for (let at = 0; at < pcm.length; at += CHUNK_SAMPLES) {
        signal.throwIfAborted();
        yield { pcm: pcm.subarray(at, at + CHUNK_SAMPLES) };
      }
    },
    close: async () => {
      closed = true;
      for (const sentence of queue.splice(0)) sentence.done({ error: 'the synthesiser was closed' });
      await Promise.all([...pool].map(({ worker }) => worker.terminate()));
    },
  };
};
