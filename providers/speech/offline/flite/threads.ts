/**
 * The threads in which Flite runs, and the queue of sentences that wait for one.
 *
 * Numbered promises: S1 a cancelled sentence is not synthesised (unless that has already begun).
 * S2 a thread that dies or takes longer than {@link SPEAK_DEADLINE_MS} fails only its own sentence and is
 * replaced. S3 at most {@link MAX_WAITING} sentences wait; further ones are refused at once. S4 the sentence that is due
 * first is synthesised first, and background sentences come last: at most one sentence that recognisers learn from precedes
 * a greeting, and the second sentence of one call does not precede the first of another.
 */
import type { Worker } from 'node:worker_threads';
import { startThread } from '../../../scheduling/yield-to-calls.js';
import type { FliteJob, FliteResult } from './worker.js';

/** Maximum number of sentences that wait for a thread. */
export const MAX_WAITING = 500;
/** Deadline of one sentence, ms: the longest text takes about 5 s, so a thread that exceeds this has hung. */
const SPEAK_DEADLINE_MS = 20_000;

interface SpeechJob extends FliteJob {
  /** When the sentence is due, ms; may become earlier while it waits. */
  readonly dueAt: () => number;
}

export interface FliteThreads {
  /** µ-law at 8,000 Hz. @throws Error if synthesis fails; the signal's reason when that aborts */
  speak(job: SpeechJob, signal: AbortSignal): Promise<Uint8Array>;
  /** Fails all sentences that wait or are being synthesised. Idempotent. */
  close(): Promise<void>;
}

interface Sentence extends SpeechJob {
  readonly settle: (result: FliteResult) => void;
}

interface Thread {
  readonly worker: Worker;
  busy: { readonly sentence: Sentence; readonly deadline: NodeJS.Timeout } | null;
}

/** `threads`: how many sentences can be synthesised at the same time. */
export const startFliteThreads = (threads: number): FliteThreads => new Threads(threads);

class Threads implements FliteThreads {
  readonly #maxThreads: number;
  readonly #queue: Sentence[] = [];
  readonly #pool: Thread[] = [];
  #closed = false;

  constructor(maxThreads: number) {
    this.#maxThreads = maxThreads;
    // Starts a thread now, so that the first sentence does not wait for the engine to compile.
    this.#start().worker.unref();
  }

  speak({ text, engineName, dueAt }: SpeechJob, signal: AbortSignal): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      // S1
      const abort = (): void => {
        const index = this.#queue.indexOf(sentence);
        if (index >= 0) this.#queue.splice(index, 1);
        reject(signal.reason);
      };
      const sentence: Sentence = {
        text,
        engineName,
        dueAt,
        settle: (result) => {
          signal.removeEventListener('abort', abort);
          if ('mulaw' in result) resolve(result.mulaw);
          else reject(new Error(result.error));
        },
      };
      // S3
      if (this.#closed || this.#queue.length >= MAX_WAITING) {
        reject(new Error(this.#closed ? 'the synthesiser was closed' : 'too many sentences are queued'));
        return;
      }
      signal.addEventListener('abort', abort, { once: true });
      this.#queue.push(sentence);
      this.#pump();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const sentence of this.#queue.splice(0)) sentence.settle({ error: 'the synthesiser was closed' });
    await Promise.all([...this.#pool].map(({ worker }) => worker.terminate()));
  }

  #pump(): void {
    while (!this.#closed && this.#queue.length > 0) {
      const thread = this.#freeThread();
      const sentence = thread === null ? undefined : this.#takeNext();
      if (thread === null || sentence === undefined) return;
      const { text, engineName } = sentence;
      const deadline = setTimeout(
        () => this.#lose(thread, 'the synthesiser took too long'),
        SPEAK_DEADLINE_MS,
      ).unref();
      thread.busy = { sentence, deadline };
      thread.worker.ref();
      thread.worker.postMessage({ text, engineName } satisfies FliteJob);
    }
  }

  /** S4: of several sentences that are due at the same time, takes the one that has waited longest. */
  #takeNext(): Sentence | undefined {
    const dueAt = this.#queue.map((sentence) => sentence.dueAt());
    const earliest = dueAt.indexOf(Math.min(...dueAt));
    return this.#queue.splice(earliest, 1)[0];
  }

  #freeThread(): Thread | null {
    const idle = this.#pool.find(({ busy }) => busy === null);
    return idle ?? (this.#pool.length < this.#maxThreads ? this.#start() : null);
  }

  #start(): Thread {
    const thread: Thread = {
      worker: startThread(new URL('./worker.js', import.meta.url)),
      busy: null,
    };
    thread.worker.on('message', (result: FliteResult) => {
      this.#free(thread, result);
      this.#pump();
    });
    thread.worker.on('error', (error) => this.#lose(thread, String(error)));
    thread.worker.on('exit', () => this.#lose(thread, 'the synthesiser was closed'));
    this.#pool.push(thread);
    return thread;
  }

  #free(thread: Thread, result: FliteResult): void {
    const { busy } = thread;
    thread.busy = null;
    // An idle thread must not keep the process alive.
    thread.worker.unref();
    if (busy === null) return;
    clearTimeout(busy.deadline);
    busy.sentence.settle(result);
  }

  /** S2 */
  #lose(thread: Thread, error: string): void {
    const index = this.#pool.indexOf(thread);
    if (index < 0) return;
    this.#pool.splice(index, 1);
    void thread.worker.terminate();
    this.#free(thread, { error });
    this.#pump();
  }
}
