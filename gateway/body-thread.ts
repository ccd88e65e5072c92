/**
 * Large JSON bodies: parsed, checked and hashed in a thread of its own, one at a time, because audio is paced on the
 * thread that asks. Businesses take turns, so one that sends many keeps nobody else waiting.
 */
import type { Worker } from 'node:worker_threads';
import type { TSchema } from 'typebox';
import { createFairQueue } from '../providers/fair-queue.js';
import { startThread } from '../providers/yield-to-calls.js';
import { DomainError } from '../schemas/errors.js';
import type { BodyAsker, BodyVerdict } from './body-work.js';

/** What the thread is started with: for each operation what {@link BodyRules} are made of, as plain JSON. */
export interface BodyThreadRoutes {
  readonly [operationId: string]: {
    readonly schema: TSchema;
    readonly namesBusiness: boolean;
    readonly detached: string | null;
  };
}

export interface BodyTask {
  readonly operationId: string;
  readonly bytes: Uint8Array;
  readonly asker: BodyAsker;
}

export interface BodyThread {
  /** Starts the thread ahead of the first body: starting one takes a while, here too. */
  start(): void;
  /** @throws DomainError bodies_busy when too many wait, or when it took longer than {@link TASK_MS} */
  work(task: BodyTask): Promise<BodyVerdict>;
  /** Ends the thread; what waits is refused as busy. Idempotent. */
  close(): Promise<void>;
}

/** Bodies that wait, of one business and of all: 64 of 1 MiB are what memory is given for them. */
const MAX_WAITING_OF_ONE = 8;
const MAX_WAITING = 64;
/** A body takes some 20 ms; one that takes this long, ms, is given up with its thread. */
const TASK_MS = 5_000;
/** A body of 1 MiB becomes some 40 MiB of values at the worst. */
const MAX_HEAP_MIB = 192;

interface Waiting {
  readonly task: BodyTask;
  readonly resolve: (verdict: BodyVerdict) => void;
  readonly reject: (error: Error) => void;
}

const busy = (): DomainError => new DomainError('bodies_busy');

/** A thread that failed is started again by the next body. `script` is the thread's; another one only in tests. */
export const createBodyThread = (
  routes: BodyThreadRoutes,
  script: URL = new URL('./body-worker.js', import.meta.url),
  taskMs = TASK_MS,
): BodyThread => {
  const waiting = createFairQueue<Waiting>();
  let thread: Worker | null = null;
  let current: Waiting | null = null;
  let deadline: NodeJS.Timeout | undefined;
  let closed = false;

  const started = (): Worker => {
    if (thread !== null) return thread;
    const next = startThread(script, {
      workerData: routes,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MIB },
    });
    next.unref();
    next.on('message', (verdict: BodyVerdict) => {
      // One that was given up may still have been about to answer.
      if (thread === next) finish((done) => done.resolve(verdict));
    });
    const fail = (): void => {
      if (thread !== next) return;
      thread = null;
      finish((done) => done.reject(busy()));
    };
    next.on('error', fail);
    next.on('exit', fail);
    thread = next;
    return next;
  };

  const finish = (tell: (done: Waiting) => void): void => {
    clearTimeout(deadline);
    const done = current;
    current = null;
    if (done !== null) tell(done);
    serve();
  };

  const giveUp = (): void => {
    const hung = thread;
    thread = null;
    void hung?.terminate();
    finish((done) => done.reject(busy()));
  };

  const serve = (): void => {
    if (closed || current !== null) return;
    current = waiting.shift();
    if (current === null) return;
    const { operationId, asker, bytes } = current.task;
    // A copy of its own, which the thread gets instead of another copy.
    const own = new Uint8Array(bytes);
    deadline = setTimeout(giveUp, taskMs);
    started().postMessage({ operationId, asker, bytes: own }, [own.buffer]);
  };

  return {
    start: () => void started(),
    work: (task) =>
      new Promise((resolve, reject) => {
        const { businessId } = task.asker;
        if (closed || waiting.size() >= MAX_WAITING || waiting.sizeOf(businessId) >= MAX_WAITING_OF_ONE) {
          reject(busy());
          return;
        }
        waiting.push(businessId, { task, resolve, reject });
        serve();
      }),
    close: async () => {
      closed = true;
      clearTimeout(deadline);
      const ending = thread;
      thread = null;
      current?.reject(busy());
      current = null;
      for (const { reject } of waiting.clear()) reject(busy());
      await ending?.terminate();
    },
  };
};
