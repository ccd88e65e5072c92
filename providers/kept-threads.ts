/**
 * Worker threads that are kept for the next piece of work: starting one takes nearly half a second of a core, and of
 * memory what its modules are.
 *
 * It guarantees:
 * K1. A thread has one taker at a time.
 * K2. A thread that failed or has ended is never given out.
 * K3. A thread that nobody wanted for {@link KeptThreadOptions.keptMs} is ended: its memory is for others then.
 */
import type { ResourceLimits, Worker } from 'node:worker_threads';
import type { KeptThreadStart } from './kept-thread.js';
import { startThread } from './yield-to-calls.js';

export interface KeptThreads {
  /** One that waits, or a new one. It keeps the process alive until it is given back. */
  take(): Worker;
  /** For a thread that has done its work, and waits for more. */
  giveBack(thread: Worker): void;
  /** For one that has not; resolves when it is gone. */
  end(thread: Worker): Promise<void>;
  /** Ends all threads; what they work on fails. From then on none is kept. */
  close(): Promise<void>;
}

export interface KeptThreadOptions {
  /** What a thread runs. */
  readonly script: URL;
  readonly limits: ResourceLimits;
  /** How far its work yields to calls, as in nice(1) (yield-to-calls.ts). */
  readonly nice: number;
  /** How many wait at most; the others end. */
  readonly kept: number;
  /** How long one waits for work, ms. */
  readonly keptMs: number;
}

const ENTRY = new URL('./kept-thread.js', import.meta.url);

interface Idle {
  readonly thread: Worker;
  /** K3 */
  readonly expiry: NodeJS.Timeout;
}

export const createKeptThreads = ({ script, limits, nice, kept, keptMs }: KeptThreadOptions): KeptThreads => {
  const all = new Set<Worker>();
  let idle: Idle[] = [];
  let closed = false;

  const start = (): Worker => {
    const workerData: KeptThreadStart = { script: script.href, nice };
    const thread = startThread(ENTRY, { workerData, resourceLimits: limits });
    all.add(thread);
    // Also while nobody waits for it: an error that nobody hears would end the process.
    thread.on('error', () => void end(thread));
    thread.once('exit', () => void end(thread));
    return thread;
  };

  /** K2 */
  const end = async (thread: Worker): Promise<void> => {
    all.delete(thread);
    for (const other of idle) if (other.thread === thread) clearTimeout(other.expiry);
    idle = idle.filter((other) => other.thread !== thread);
    await thread.terminate();
  };

  return {
    take: () => {
      // The one that waited for the shortest time: those that are not needed reach their end.
      const last = idle.pop();
      clearTimeout(last?.expiry);
      const thread = last?.thread ?? start();
      // Only one that waits for nothing lets the process end.
      thread.ref();
      return thread;
    },
    giveBack: (thread) => {
      if (closed || idle.length >= kept) void end(thread);
      else if (all.has(thread)) {
        thread.unref();
        idle.push({ thread, expiry: setTimeout(() => void end(thread), keptMs).unref() });
      }
    },
    end,
    close: async () => {
      closed = true;
      await Promise.all([...all].map(end));
    },
  };
};
