/**
 * The thread in which Silero listens (silero-worker.ts), as the others see it: one that takes jobs, or does not.
 *
 * D1. Frames that wait for the thread are bounded; beyond {@link MAX_WAITING} it takes no more.
 * D2. A thread that dies, or says nothing for {@link HANG_MS} while work waits, is replaced, at the earliest
 *     {@link RESTART_MS} after it was started; nothing is taken meanwhile.
 * D3. A thread is asked to end, never terminated: ending it inside the engine would abort the whole process. One
 *     that hangs is left where it is, {@link MAX_HANGS} times; then there is none any more.
 * D4. What all calls give it in one turn of the event loop is one message.
 */
import type { Worker } from 'node:worker_threads';
import { assertNever } from '../../schemas/assert.js';
import { startThread } from '../yield-to-calls.js';
import type { SileroAnswer, SileroJob, SileroMessage } from './silero-worker.js';

/** Frames of all calls: 20 s of audio, some 70 ms of work. */
const MAX_WAITING = 1_000;
const HANG_MS = 3_000;
/** Samples that are gathered before more room is made: 64 frames. */
const GATHERED_SAMPLES = 64 * 160;
/** Unless told otherwise, ms. */
export const RESTART_MS = 5_000;
const MAX_HANGS = 3;
/** How long a thread may take to end, ms. */
const END_MS = 2_000;
/** Loading takes a tenth of a second on an idle machine. */
const START_MS = 10_000;

type SileroVerdict = Extract<SileroAnswer, { readonly type: 'verdict' }>;

export interface SileroThreadOptions {
  /** What it runs. */
  readonly url: URL;
  /** Between the start of one thread and of the next, ms. */
  readonly restartMs: number;
  readonly onVerdict: (verdict: SileroVerdict) => void;
  /** Hears that the thread was lost, with all that it was given, and will be replaced. */
  readonly onLost: (reason: string) => void;
}

/** One after the other; the first is started by `start`. */
export class SileroThread {
  readonly #options: SileroThreadOptions;
  #worker: Worker | null = null;
  #ready = false;
  #startedAt = Number.NEGATIVE_INFINITY;
  #waiting = 0;
  /** D4: what the next message has. */
  #jobs: SileroJob[] = [];
  #pcm = new Int16Array(GATHERED_SAMPLES);
  #samples = 0;
  /** When the thread last gave a sign of life, or was first given something to do. */
  #aliveAt = 0;
  #watch: NodeJS.Timeout | null = null;
  #hangs = 0;
  #closed = false;

  constructor(options: SileroThreadOptions) {
    this.#options = options;
  }

  /** @throws Error when the engine or the model cannot be run here: the message says why */
  async start(): Promise<void> {
    const first = this.#begin();
    try {
      await readiness(first);
    } catch (error) {
      this.#closed = true;
      await ended(first);
      throw error;
    }
    // An idle thread keeps no process alive.
    first.unref();
  }

  /** Whether it takes something now. One that is lost may be found to be so, or be replaced, by the asking. */
  takes(): boolean {
    const now = performance.now();
    if (this.#worker !== null && !this.#ready && now - this.#startedAt > START_MS)
      this.#lose(this.#worker, 'the thread does not start');
    const mayStart = this.#worker === null && !this.#closed && this.#hangs < MAX_HANGS; // D3
    if (mayStart && now - this.#startedAt >= this.#options.restartMs) this.#begin().unref(); // D2
    return this.#ready && this.#waiting < MAX_WAITING; // D1
  }

  /** Shows it the next piece of a sound, 8,000 Hz; where there is no thread that is nothing to anybody. */
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

  /** Nothing more of a sound comes. */
  over(key: number): void {
    this.#gather({ type: 'over', key });
  }

  /** Nothing is told of from then on. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#watch !== null) clearTimeout(this.#watch);
    if (this.#worker !== null) await ended(this.#worker);
  }

  /** Whether there is a thread that will get it. */
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
    started.on('message', (answer: SileroAnswer) => this.#hear(started, answer));
    started.on('error', (error) => this.#lose(started, String(error)));
    started.on('exit', (code) => this.#lose(started, `the thread ended with ${code}`));
    return started;
  }

  #hear(from: Worker, answer: SileroAnswer): void {
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

  /** As long as work waits. What has arrived while this thread was busy itself is looked at before. */
  #keepWatch(over: Worker): void {
    this.#watch ??= setTimeout(() => {
      setImmediate(() => {
        this.#watch = null;
        if (this.#worker !== over || this.#waiting === 0) return;
        if (performance.now() - this.#aliveAt < HANG_MS) return this.#keepWatch(over);
        this.#hangs += 1;
        this.#lose(over, 'the thread hangs');
      });
    }, HANG_MS).unref();
  }
}

/** Asks a thread to end, and waits for it a while. */
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
