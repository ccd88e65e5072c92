/**
 * Threads that parse uploads, one upload per thread at a time. A thread's failure reaches the request that waits for it, and no
 * other.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { createThreadPool } from '../../providers/scheduling/thread-pool.js';
import type { SpoolAccount } from '../../providers/spool/account.js';
import { DomainError, type ErrorDetail } from '../../schemas/errors.js';

/** Plain data that can be copied to another thread. */
export interface UploadTask {
  readonly contentType: string;
  /** The file with the body as received. */
  readonly bodyPath: string;
  /** The file for its content. */
  readonly contentPath: string;
  readonly account: SpoolAccount;
}

export type ParsedUpload =
  /** `body`: the body, with the hash of the content in place of `contentBase64`. */
  | { readonly type: 'parsed'; readonly body: Record<string, unknown>; readonly hasContent: boolean }
  | { readonly type: 'refused'; readonly problem: ErrorDetail }
  | { readonly type: 'no_room' };

export interface UploadThreads {
  /** @throws DomainError uploads_busy after {@link UploadThreadOptions.parseMs}; Error when the thread fails */
  parse(task: UploadTask): Promise<ParsedUpload>;
  /** Ends all threads; uploads in progress fail. */
  close(): Promise<void>;
}

export interface UploadThreadOptions {
  /** The code of a thread. */
  readonly script: URL;
  /** The time limit for parsing one upload, ms. */
  readonly parseMs: number;
}

/** A thread holds pieces only; exceeding these limits is a bug of ours. */
const LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 };
const POOLED_THREADS = 2;
/** Longer than the pauses of a business that uploads files one after another. */
const POOL_TTL_MS = 15_000;

export const createUploadThreads = ({ script, parseMs }: UploadThreadOptions): UploadThreads => {
  const threads = createThreadPool({
    script,
    limits: LIMITS,
    nice: 2,
    maxIdle: POOLED_THREADS,
    idleMs: POOL_TTL_MS,
  });
  let closed = false;
  return {
    parse: async (task) => {
      if (closed) throw new DomainError('not_ready');
      const thread = threads.take();
      const finished = new AbortController();
      try {
        const parsed = await Promise.race([
          answerOf(thread, task),
          delay(parseMs, null, { signal: finished.signal }),
        ]);
        if (parsed === null) throw new DomainError('uploads_busy');
        threads.release(thread);
        return parsed;
      } catch (error) {
        void threads.end(thread);
        throw error;
      } finally {
        finished.abort();
      }
    },
    close: async () => {
      closed = true;
      await threads.close();
    },
  };
};

/** @throws Error on any failure of the thread */
const answerOf = (thread: Worker, task: UploadTask): Promise<ParsedUpload> =>
  new Promise((resolve, reject) => {
    const settle = (work: () => void): void => {
      thread.off('message', onMessage).off('messageerror', fail).off('error', fail).off('exit', onExit);
      work();
    };
    const onMessage = (parsed: ParsedUpload): void => settle(() => resolve(parsed));
    const fail = (error: unknown): void =>
      settle(() =>
        reject(error instanceof Error ? error : new Error(`the upload thread failed: ${String(error)}`)),
      );
    const onExit = (code: number): void => fail(new Error(`the upload thread ended with code ${code}`));
    thread.on('message', onMessage).on('messageerror', fail).on('error', fail).on('exit', onExit);
    thread.postMessage(task);
  });
