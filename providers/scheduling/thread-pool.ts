/**
 * A pool of worker threads: starting one costs nearly half a second of a core, plus the memory of its modules.
 *
 * It guarantees:
 * K1. A thread is in use by one taker at a time.
 * K2. A thread that failed or ended is never handed out.
 * K3. A thread that stays idle for {@link ThreadPoolOptions.idleMs} is terminated, which frees its memory.
 */
import type { ResourceLimits, Worker } from 'node:worker_threads';
import type { PooledThreadStart } from './pooled-thread.js';
import { startThread } from './yield-to-calls.js';

export interface ThreadPool {
  /** An idle thread or a new one. It keeps the process alive until it is given back. */
  take(): Worker;
  /** Returns a thread that has finished its work to the pool. */
  release(thread: Worker): void;
  /** Terminates a thread that has not finished its work; resolves once it has exited. */
  end(thread: Worker): Promise<void>;
  /** Terminates all threads; their current work fails. No thread is pooled after that. */
  close(): Promise<void>;
}

export interface ThreadPoolOptions {
  /** The script that a thread runs. */
  readonly script: URL;
  readonly limits: ResourceLimits;
  /** How far its work yields to calls, a value as in nice(1) (yield-to-calls.ts). */
  readonly nice: number;
  /** Maximum idle threads; surplus threads are terminated. */
  readonly maxIdle: number;
  /** How long an idle thread is kept, ms. */
  readonly idleMs: number;
}

const ENTRY = new URL('./pooled-thread.js', import.meta.url);

interface Idle {
  readonly thread: Worker;
  /** K3 */
  readonly expiry: NodeJS.Timeout;
}

export const createThreadPool = ({
  script,
  limits,
  nice,
  maxIdle,
  idleMs,
}: ThreadPoolOptions): ThreadPool => {
  const all = new Set<Worker>();
  let idle: Idle[] = [];
  let closed = false;

  const start = (): Worker => {
    const workerData: PooledThreadStart = { script: script.href, nice };
    const thread = startThread(ENTRY, { workerData, resourceLimits: limits });
    all.add(thread);
    // Stays attached while the thread is idle: an unhandled error event would end the process.
    thread.on('error', () => void end(thread));
    thread.once('exit', () => void end(thread));
    return thread;
  };

  /** K2 */
  const end = async (thread: Worker): Promise<void> => {
    all.delete(thread);
    for (const entry of idle) if (entry.thread === thread) clearTimeout(entry.expiry);
    idle = idle.filter((entry) => entry.thread !== thread);
    await thread.terminate();
  };

  return {
    take: () => {
      // The most recently used thread, so that surplus threads reach their expiry.
      const last = idle.pop();
      clearTimeout(last?.expiry);
      const thread = last?.thread ?? start();
      // Only an idle thread lets the process exit.
      thread.ref();
      return thread;
    },
    release: (thread) => {
      if (closed || idle.length >= maxIdle) void end(thread);
      else if (all.has(thread)) {
        thread.unref();
        idle.push({ thread, expiry: setTimeout(() => void end(thread), idleMs).unref() });
      }
    },
    end,
    close: async () => {
      closed = true;
      await Promise.all([...all].map(end));
    },
  };
};
