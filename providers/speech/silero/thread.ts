/**
 * The thread that runs Silero (worker.ts), as seen by other threads: it accepts jobs, or does not.
 *
 * D1. Frames that wait for the thread are bounded; beyond {@link MAX_WAITING} it accepts no more.
 * D2. A thread that dies, or sends nothing for {@link HANG_MS} while work waits, is replaced, at the earliest
 *     {@link RESTART_MS} after it was started; nothing is accepted meanwhile.
 * D3. A thread is asked to end, never terminated: terminating it inside the engine would abort the whole process. A
 *     thread that hangs is left alone, {@link MAX_HANGS} times; after that no new one starts.
 * D4. The jobs of all calls in one turn of the event loop are one message.
 */
import type { Worker } from 'node:worker_threads';
import { assertNever } from '../../../schemas/assert.js';
import { startThread } from '../../scheduling/yield-to-calls.js';
import type { SileroAnswer, SileroJob, SileroMessage } from './worker.js';

/** Frames of all calls: 20 s of audio, some 70 ms of work. */
const MAX_WAITING = 1_000;
const HANG_MS = 3_000;
/** Initial size of the sample buffer, which grows on demand: 64 frames. */
const GATHERED_SAMPLES = 64 * 160;
/** Default of `restartMs`. */
export const RESTART_MS = 5_000;
const MAX_HANGS = 3;
/** How long a thread may take to end, ms. */
const END_MS = 2_000;
/** Loading takes a tenth of a second on an idle machine. */
const START_MS = 10_000;

type SileroVerdict = Extract<SileroAnswer, { readonly type: 'verdict' }>;

export interface SileroThreadOptions {
  /** The thread's program. */
  readonly url: URL;
  /** Least time between the starts of two threads, ms. */
  readonly restartMs: number;
  readonly onVerdict: (verdict: SileroVerdict) => void;
  /** Called when the thread is lost, with all its jobs, and will be replaced. */
  readonly onLost: (reason: string) => void;
}

/** Runs one thread at a time; `start` starts the first. */
export class SileroThread {
  readonly #options: SileroThreadOptions;
  #worker: Worker | null = null;
  #ready = false;
  #startedAt = Number.NEGATIVE_INFINITY;
  #waiting = 0;
  /** D4: the jobs of the next message. */
  #jobs: SileroJob[] = [];
  #pcm = new Int16Array(GATHERED_SAMPLES);
  #samples = 0;
  /** When the thread last sent a message, or received jobs while it was idle. */
  #aliveAt = 0;
  #watch: NodeJS.Timeout | null = null;
  #hangs = 0;
  #closed = false;

  constructor(options: SileroThreadOptions) {
    this.#options = options;
  }

  /** @throws Error if the engine or the model cannot run here: the message says why */
  async start(): Promise<void> {
    const first = this.#begin();
    try {
      await readiness(first);
    } catch (error) {
      this.#closed = true;
      await ended(first);
      throw error;
    }
    // An idle thread must not keep the process alive.
    first.unref();
  }

  /** Whether the thread accepts jobs now. The check itself may find that the thread is lost, or start a new one. */
  isAccepting(): boolean {
    const now = performance.now();
    if (this.#worker !== null && !this.#ready && now - this.#startedAt > START_MS)
      this.#lose(this.#worker, 'the thread did not start');
    const mayStart = this.#worker === null && !this.#closed && this.#hangs < MAX_HANGS; // D3
    if (mayStart && now - this.#startedAt >= this.#options.restartMs) this.#begin().unref(); // D2
    return this.#ready && this.#waiting < MAX_WAITING; // D1
  }

  /** Sends the next piece of a sound, 8,000 Hz; does nothing if there is no thread. */
  show(key: number, pcm: Int16Array): void {
    if (!this.#gather({ type: 'show', key, samples: pcm.length })) return;
    if (this.#samples + pcm.length > this.#pcm.length) {
      const wider = new Int16Array(2 * (this.#samples + pcm.length));
      wider.set(this.#pcm.subarray(0, this.#samples));
      this.#pcm = wider;
    }
    this.#pcm.set(pcm, this.#samples);
    this.#samples += pcm.length;
  }

  /** Ends a sound. */
  end(key: number): void {
    this.#gather({ type: 'over', key });
  }

  /** Ends the thread. `onLost` is not called from then on. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#watch !== null) clearTimeout(this.#watch);
    if (this.#worker !== null) await ended(this.#worker);
  }

  /** Adds a job to the next message; false if there is no thread for it. */
  #gather(job: SileroJob): boolean {
    const to = this.#worker;
    if (to === null || !this.#ready) return false;
    this.#waiting += 1;
    if (this.#jobs.length === 0) setImmediate(() => this.#send(to));
    this.#jobs.push(job);
    return true;
  }

  #send(to: Worker): void {
    if (this.#worker !== to || this.#jobs.length === 0) return;
    if (this.#waiting === this.#jobs.length) this.#aliveAt = performance.now();
    this.#keepWatch(to);
    const pcm = this.#pcm.slice(0, this.#samples);
    to.postMessage({ type: 'work', jobs: this.#jobs, pcm } satisfies SileroMessage, [pcm.buffer]);
    this.#forget();
  }

  #forget(): void {
    this.#jobs = [];
    this.#samples = 0;
  }

  #begin(): Worker {
    const started = startThread(this.#options.url);
    this.#worker = started;
    this.#startedAt = performance.now();
    started.on('message', (answer: SileroAnswer) => this.#receive(started, answer));
    started.on('error', (error) => this.#lose(started, String(error)));
    started.on('exit', (code) => this.#lose(started, `the thread ended with ${code}`));
    return started;
  }

  #receive(from: Worker, answer: SileroAnswer): void {
    if (this.#worker !== from) return;
    this.#aliveAt = performance.now();
    switch (answer.type) {
      case 'ready':
        this.#ready = true;
        return;
      case 'unavailable':
        this.#lose(from, answer.reason);
        return;
      case 'done':
        this.#waiting -= answer.jobs;
        return;
      case 'verdict':
        this.#options.onVerdict(answer);
        return;
      default:
        assertNever(answer);
    }
  }

  #lose(lost: Worker, reason: string): void {
    if (this.#worker !== lost) return;
    this.#worker = null;
    this.#ready = false;
    this.#waiting = 0;
    this.#forget();
    lost.postMessage({ type: 'end' } satisfies SileroMessage);
    if (!this.#closed) this.#options.onLost(reason);
  }

  /** Watches while work waits. Messages that arrived while the calling thread was busy are handled before the check. */
  #keepWatch(worker: Worker): void {
    this.#watch ??= setTimeout(() => {
      setImmediate(() => {
        this.#watch = null;
        if (this.#worker !== worker || this.#waiting === 0) return;
        if (performance.now() - this.#aliveAt < HANG_MS) return this.#keepWatch(worker);
        this.#hangs += 1;
        this.#lose(worker, 'the thread hangs');
      });
    }, HANG_MS).unref();
  }
}

/** Asks a thread to end, and waits at most {@link END_MS}. */
const ended = (worker: Worker): Promise<void> =>
  new Promise((resolve) => {
    const late = setTimeout(resolve, END_MS);
    worker.once('exit', () => {
      clearTimeout(late);
      resolve();
    });
    worker.ref();
    worker.postMessage({ type: 'end' } satisfies SileroMessage);
  });

const readiness = (worker: Worker): Promise<void> =>
  new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`no answer within ${START_MS} ms`)), START_MS);
    const settle = (error: Error | null): void => {
      clearTimeout(late);
      if (error === null) resolve();
      else reject(error);
    };
    worker.once('message', (answer: SileroAnswer) =>
      settle(answer.type === 'unavailable' ? new Error(answer.reason) : null),
    );
    worker.once('error', settle);
    worker.once('exit', (code) => settle(new Error(`the thread ended with ${code}`)));
  });
