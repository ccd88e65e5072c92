/**
 * Smart Turn in a thread that all calls share (worker.ts).
 *
 * T1. At most {@link MAX_WAITING} pauses wait; further ones get no verdict, and words decide alone.
 * T2. A pause without a verdict after {@link VERDICT_MS} gets none. A thread that is silent for {@link HANG_MS} while pauses
 *     wait, or that has ended, is not replaced: words decide from then on.
 * T3. The thread gets a request to end, and is never terminated: terminating it inside the engine would abort the whole process.
 */
import type { Worker } from 'node:worker_threads';
import { assertNever } from '../../../schemas/assert.js';
import { startThread } from '../../scheduling/yield-to-calls.js';
import type { TurnDetector } from '../turn-detector.js';
import type { TurnAnswer, TurnJob } from './worker.js';

interface SmartTurnOptions {
  /** Called once if the thread is lost. */
  readonly onLost?: (reason: string) => void;
  /** Another thread to run, for tests. */
  readonly worker?: URL;
  /** How long a verdict is awaited, ms. */
  readonly verdictMs?: number;
}

/** A pause takes 30 to 100 ms: the last of them is judged within half a second. */
const MAX_WAITING = 8;
/** A later verdict would change nothing: the turn has ended by then. */
const VERDICT_MS = 700;
const HANG_MS = 5_000;
const START_MS = 10_000;
/** How long the thread may take to end, ms. */
const END_MS = 2_000;

interface Waiting {
  readonly settle: (probability: number | null) => void;
  readonly timeout: NodeJS.Timeout;
}

/** Starts the model of a file. @throws Error if it cannot run here: the message says why */
export const startSmartTurn = async (
  model: string,
  {
    onLost = () => undefined,
    worker: url = new URL('./worker.js', import.meta.url),
    verdictMs = VERDICT_MS,
  }: SmartTurnOptions = {},
): Promise<TurnDetector> => {
  const thread = startThread(url, { workerData: model });
  await readiness(thread);
  // An idle thread must not keep the process alive.
  thread.unref();
  return new SmartTurn(thread, verdictMs, onLost);
};

class SmartTurn implements TurnDetector {
  readonly name = 'smart-turn';
  readonly #thread: Worker;
  readonly #verdictMs: number;
  readonly #onLost: (reason: string) => void;
  /** Jobs that the thread has not answered. */
  readonly #waiting = new Map<number, Waiting>();
  #jobs = 0;
  /** Jobs in the thread, those that nothing waits for any more included. */
  #running = 0;
  #hang: NodeJS.Timeout | null = null;
  #state: 'open' | 'lost' | 'closed' = 'open';
  #ended: Promise<void> | null = null;

  constructor(thread: Worker, verdictMs: number, onLost: (reason: string) => void) {
    this.#thread = thread;
    this.#verdictMs = verdictMs;
    this.#onLost = onLost;
    thread.on('message', (answer: TurnAnswer) => this.#receive(answer));
    thread.on('error', (error) => this.#lose(String(error)));
    thread.on('exit', (code) => this.#lose(`the thread ended with ${code}`));
  }

  judge(pcm: Int16Array<ArrayBuffer>): Promise<number | null> {
    if (this.#state !== 'open' || this.#running >= MAX_WAITING) return Promise.resolve(null);
    this.#jobs += 1;
    this.#running += 1;
    const id = this.#jobs;
    this.#hang ??= setTimeout(() => this.#lose('the thread hangs'), HANG_MS).unref();
    return new Promise((resolve) => {
      const settle = (probability: number | null): void => {
        clearTimeout(timeout);
        this.#waiting.delete(id);
        resolve(probability);
      };
      const timeout = setTimeout(() => settle(null), this.#verdictMs).unref();
      this.#waiting.set(id, { settle, timeout });
      this.#thread.postMessage({ type: 'judge', id, pcm } satisfies TurnJob, [pcm.buffer]);
    });
  }

  close(): Promise<void> {
    if (this.#state === 'open') this.#state = 'closed';
    this.#settleAll();
    this.#ended ??= ended(this.#thread);
    return this.#ended;
  }

  #receive(answer: TurnAnswer): void {
    switch (answer.type) {
      case 'judged':
        this.#running -= 1;
        this.#watchAgain();
        this.#waiting.get(answer.id)?.settle(answer.probability);
        return;
      case 'ready':
      case 'unavailable':
        return;
      default:
        assertNever(answer);
    }
  }

  #watchAgain(): void {
    if (this.#hang !== null) clearTimeout(this.#hang);
    this.#hang =
      this.#running === 0 ? null : setTimeout(() => this.#lose('the thread hangs'), HANG_MS).unref();
  }

  #lose(reason: string): void {
    if (this.#state !== 'open') return;
    this.#state = 'lost';
    this.#settleAll();
    this.#onLost(reason);
  }

  #settleAll(): void {
    if (this.#hang !== null) clearTimeout(this.#hang);
    this.#hang = null;
    for (const { settle } of [...this.#waiting.values()]) settle(null);
  }
}

/** Requests the thread to end, and waits at most {@link END_MS}. T3 */
const ended = (thread: Worker): Promise<void> =>
  new Promise((resolve) => {
    if (thread.threadId === -1) return resolve();
    const late = setTimeout(resolve, END_MS);
    thread.once('exit', () => {
      clearTimeout(late);
      resolve();
    });
    thread.ref();
    thread.postMessage({ type: 'end' } satisfies TurnJob);
  });

/** @throws Error if the thread cannot run the model */
const readiness = async (thread: Worker): Promise<void> => {
  const reason = await new Promise<string | null>((resolve) => {
    const late = setTimeout(() => resolve(`no answer within ${START_MS} ms`), START_MS);
    const settle = (found: string | null): void => {
      clearTimeout(late);
      resolve(found);
    };
    thread.once('message', (answer: TurnAnswer) =>
      settle(answer.type === 'unavailable' ? answer.reason : null),
    );
    thread.once('error', (error) => settle(String(error)));
    thread.once('exit', (code) => settle(`the thread ended with ${code}`));
  });
  if (reason === null) return;
  await ended(thread);
  throw new Error(reason);
};
