/** Controls the encoder's thread, which starts on demand and is replaced when it dies or hangs. */
import type { Worker } from 'node:worker_threads';
import { startThread } from '../../scheduling/yield-to-calls.js';
import type { EncodeJob, EncodeResult } from './worker.js';

/** An hour of two tracks takes about 12 s; the deadline includes the time in the queue, ms. */
const ENCODE_DEADLINE_MS = 600_000;

export interface OpusEncoder {
  /** False if nothing was recorded. @throws Error when the file could not be made */
  encode(job: Omit<EncodeJob, 'id'>): Promise<boolean>;
  close(): Promise<void>;
}

export const createOpusEncoder = (): OpusEncoder => {
  const waiting = new Map<number, (result: EncodeResult) => void>();
  let worker: Worker | null = null;
  let jobs = 0;
  let closed = false;

  const lose = (lost: Worker, error: string): void => {
    if (worker !== lost) return;
    worker = null;
    void lost.terminate();
    for (const [id, settle] of waiting) settle({ id, facts: null, error });
    waiting.clear();
  };

  const thread = (): Worker => {
    if (worker !== null) return worker;
    const started = startThread(new URL('./worker.js', import.meta.url));
    started.on('message', (result: EncodeResult) => {
      const settle = waiting.get(result.id);
      waiting.delete(result.id);
      // An idle thread must not keep the process alive.
      if (waiting.size === 0) started.unref();
      settle?.(result);
    });
    started.on('error', (error) => lose(started, String(error)));
    started.on('exit', () => lose(started, 'the encoder was closed'));
    worker = started;
    return started;
  };

  return {
    encode: async (job) => {
      if (closed) throw new Error('the encoder was closed');
      jobs += 1;
      const id = jobs;
      const started = thread();
      const deadline = setTimeout(() => lose(started, 'the encoder took too long'), ENCODE_DEADLINE_MS);
      try {
        const { facts, error } = await new Promise<EncodeResult>((resolve) => {
          waiting.set(id, resolve);
          started.ref();
          started.postMessage({ id, ...job } satisfies EncodeJob);
        });
        if (error !== null) throw new Error(`the recording could not be encoded: ${error}`);
        return facts !== null;
      } finally {
        clearTimeout(deadline);
      }
    },
    close: async () => {
      closed = true;
      await worker?.terminate();
    },
  };
};
