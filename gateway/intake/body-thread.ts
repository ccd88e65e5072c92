/**
 * Parses, validates and hashes large JSON bodies on a thread of their own, one at a time, because the calling thread paces audio.
 * Businesses take turns, so one that sends many bodies does not delay the others.
 */
import type { Worker } from 'node:worker_threads';
import type { TSchema } from 'typebox';
import { createFairQueue } from '../../providers/scheduling/fair-queue.js';
import { startThread } from '../../providers/scheduling/yield-to-calls.js';
import { DomainError } from '../../schemas/errors.js';
import type { BodyRequester, BodyVerdict } from './body-work.js';

/** Start data of the thread: for each operation the sources of its {@link BodyRules}, as plain JSON. */
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
  readonly requester: BodyRequester;
}

export interface BodyThread {
  /** Starts the thread before the first body: starting one takes a while on the calling thread, too. */
  start(): void;
  /** @throws DomainError bodies_busy when too many bodies wait, or when this one took longer than {@link TASK_MS} */
  run(task: BodyTask): Promise<BodyVerdict>;
  /** Ends the thread; waiting bodies are refused as busy. Idempotent. */
  close(): Promise<void>;
}

/** Waiting bodies of one business and of all: memory is budgeted for 64 of 1 MiB. */
const MAX_WAITING_PER_BUSINESS = 8;
const MAX_WAITING = 64;
/** A body takes some 20 ms; one that takes this long, ms, is abandoned together with its thread. */
const TASK_MS = 5_000;
/** A body of 1 MiB becomes some 40 MiB of values in the worst case. */
const MAX_HEAP_MIB = 192;

interface Waiting {
  readonly task: BodyTask;
  readonly resolve: (verdict: BodyVerdict) => void;
  readonly reject: (error: Error) => void;
}

const busy = (): DomainError => new DomainError('bodies_busy');

/** Creates the body thread. The next body restarts a thread that failed. `script`: the thread's code; replaced only in tests. */
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

  const startedThread = (): Worker => {
    if (thread !== null) return thread;
    const next = startThread(script, {
      workerData: routes,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MIB },
    });
    next.unref();
    next.on('message', (verdict: BodyVerdict) => {
      // An abandoned thread may still have been about to answer.
      if (thread === next) finish((pending) => pending.resolve(verdict));
    });
    const fail = (): void => {
      if (thread !== next) return;
      thread = null;
      finish((pending) => pending.reject(busy()));
    };
    next.on('error', fail);
    next.on('exit', fail);
    thread = next;
    return next;
  };

  const finish = (settle: (pending: Waiting) => void): void => {
    clearTimeout(deadline);
    const finished = current;
    current = null;
    if (finished !== null) settle(finished);
    serve();
  };

  const abandon = (): void => {
    const hung = thread;
    thread = null;
    void hung?.terminate();
    finish((pending) => pending.reject(busy()));
  };

  const serve = (): void => {
    if (closed || current !== null) return;
    current = waiting.shift();
    if (current === null) return;
    const { operationId, requester, bytes } = current.task;
    // A copy whose buffer is transferred to the thread, so it is not copied again.
    const copy = new Uint8Array(bytes);
    deadline = setTimeout(abandon, taskMs);
    startedThread().postMessage({ operationId, requester, bytes: copy }, [copy.buffer]);
  };

  return {
    start: () => void startedThread(),
    run: (task) =>
      new Promise((resolve, reject) => {
        const { businessId } = task.requester;
        if (
          closed ||
          waiting.size() >= MAX_WAITING ||
          waiting.sizeOf(businessId) >= MAX_WAITING_PER_BUSINESS
        ) {
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
