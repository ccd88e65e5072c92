/**
 * Threads that take uploads apart, one upload a thread at a time.
 *
 * It guarantees:
 * T1. Whatever becomes of a thread, whoever waits for it hears of it, and nobody else does.
 * T2. A thread that failed is never given another upload.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { SpoolAccount } from '../../providers/spool/account.js';
import { DomainError } from '../../schemas/errors.js';

/** All of it can be copied to another thread. */
export interface UploadTask {
  readonly contentType: string;
  /** The body as it came. */
  readonly bodyPath: string;
  /** Where its content goes. */
  readonly contentPath: string;
  readonly account: SpoolAccount;
}

export type ParsedUpload =
  /** `body`: what came, with the hash of the content in place of `contentBase64`. */
  | { readonly is: 'parsed'; readonly body: Record<string, unknown>; readonly hasContent: boolean }
  | { readonly is: 'refused'; readonly problem: string }
  | { readonly is: 'no_room' };

export interface UploadThreads {
  /** @throws DomainError uploads_busy after {@link UploadThreadOptions.parseMs}; Error when the thread fails */
  parse(task: UploadTask): Promise<ParsedUpload>;
  /** Ends all threads; what they work on fails. */
  close(): Promise<void>;
}

export interface UploadThreadOptions {
  /** What a thread runs. */
  readonly script: URL;
  /** How long taking one upload apart may take, ms. */
  readonly parseMs: number;
}

/** A reader holds pieces; what does not fit is a mistake of ours. */
const MAX_HEAP_MIB = 64;
const YOUNG_MIB = 8;
/** Kept for the next upload: starting one takes some 50 ms. */
const KEPT = 2;

export const createUploadThreads = ({ script, parseMs }: UploadThreadOptions): UploadThreads => {
  const all = new Set<Worker>();
  let idle: Worker[] = [];
  let closed = false;

  const start = (): Worker => {
    const thread = new Worker(script, {
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MIB, maxYoungGenerationSizeMb: YOUNG_MIB },
    });
    all.add(thread);
    // Also while nobody waits for it: an error that nobody hears would end the process.
    thread.on('error', () => drop(thread));
    thread.once('exit', () => drop(thread));
    return thread;
  };

  /** T2 */
  const drop = (thread: Worker): void => {
    all.delete(thread);
    idle = idle.filter((other) => other !== thread);
    void thread.terminate();
  };

  const keep = (thread: Worker): void => {
    if (closed || idle.length >= KEPT) drop(thread);
    else if (all.has(thread)) {
      thread.unref();
      idle.push(thread);
    }
  };

  return {
    parse: async (task) => {
      if (closed) throw new DomainError('not_ready');
      const thread = idle.pop() ?? start();
      // Only one that waits for nothing lets the process end.
      thread.ref();
      const done = new AbortController();
      try {
        const parsed = await Promise.race([
          answerOf(thread, task),
          delay(parseMs, null, { signal: done.signal }),
        ]);
        if (parsed === null) throw new DomainError('uploads_busy');
        keep(thread);
        return parsed;
      } catch (error) {
        drop(thread);
        throw error;
      } finally {
        done.abort();
      }
    },
    close: async () => {
      closed = true;
      await Promise.all([...all].map((thread) => thread.terminate()));
    },
  };
};

/** T1. @throws Error when the thread fails in whatever way */
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
