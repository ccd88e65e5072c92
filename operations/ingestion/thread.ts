/** Runs ingestion jobs, each in a thread that it has to itself, and passes on their messages. */
import { createThreadPool, type ThreadPool } from '../../providers/scheduling/thread-pool.js';
import { SpoolFull } from '../../providers/spool/account.js';
import type { IngestionJob, IngestionMessage, NoRoom } from './messages.js';

/**
 * Memory of a job, MiB. Far more than it holds at a time; without a limit the heap would grow to many times that
 * before anything is collected.
 */
const LIMITS = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 };
/** Idle threads kept for the next job: a file that one customer uploads is read twice in a row. */
const KEPT = 2;
/** How long idle threads are kept, ms: longer than the pauses of a business that uploads file after file. */
const KEPT_MS = 15_000;

/** A file that needs more memory than there is needs as much the next time, so it is refused, not retried. */
const TOO_LARGE: IngestionMessage = {
  type: 'refused',
  issues: [
    {
      row: null,
      column: null,
      code: 'file_too_complex',
      message:
        'a single value or sheet of the file takes too much memory; save the data as CSV in smaller values',
    },
  ],
};

/** Types of messages that end a job. */
const LAST: ReadonlySet<(IngestionMessage | NoRoom)['type']> = new Set([
  ...(['refused', 'contact_preview', 'profile', 'document', 'fetched', 'done', 'no_room'] as const),
]);

const WORKER = new URL('./worker.js', import.meta.url);

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

/**
 * The job's messages, in order; the thread runs only a few ahead. Leaving a loop over them early ends the thread.
 * @throws SpoolFull; Error when the thread fails in any way, or ends before its last message; AbortError when
 * `signal` aborts
 */
export type Ingest = (job: IngestionJob, signal: AbortSignal) => AsyncGenerator<IngestionMessage>;

export interface IngestionThreads {
  readonly ingest: Ingest;
  /** Ends all threads; their jobs fail. */
  close(): Promise<void>;
}

/** `script`: the script that the threads run. */
export const createIngestionThreads = (script: URL = WORKER): IngestionThreads => {
  const threads = createThreadPool({ script, limits: LIMITS, nice: 5, maxIdle: KEPT, idleMs: KEPT_MS });
  return {
    ingest: (job, signal) => ingest(threads, job, signal),
    close: () => threads.close(),
  };
};

async function* ingest(
  threads: ThreadPool,
  job: IngestionJob,
  signal: AbortSignal,
): AsyncGenerator<IngestionMessage> {
  signal.throwIfAborted();
  const thread = threads.take();
  const waiting: (IngestionMessage | NoRoom)[] = [];
  let hasFinished = false;
  let hasExited = false;
  let failure: unknown = null;
  let wake = (): void => undefined;
  const onMessage = (message: IngestionMessage | NoRoom): void => {
    waiting.push(message);
    wake();
  };
  const onFailure = (error: unknown): void => {
    failure ??= error;
    wake();
  };
  const onExit = (): void => {
    hasExited = true;
    wake();
  };
  const onAbort = (): void => wake();
  // A message that cannot be read is missing, which is a failure.
  thread.on('message', onMessage).on('error', onFailure).on('messageerror', onFailure).on('exit', onExit);
  signal.addEventListener('abort', onAbort);
  try {
    thread.postMessage(job);
    for (;;) {
      const message = waiting.shift();
      if (message !== undefined) {
        hasFinished = LAST.has(message.type);
        if (message.type === 'no_room') throw new SpoolFull(message.forGood);
        yield message;
        if (hasFinished) return;
        thread.postMessage('next');
        continue;
      }
      signal.throwIfAborted();
      if (isOutOfMemory(failure)) {
        yield TOO_LARGE;
        return;
      }
      if (failure !== null) throw failure;
      if (hasExited) throw new Error('the ingestion thread exited before its job finished');
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    thread
      .off('message', onMessage)
      .off('error', onFailure)
      .off('messageerror', onFailure)
      .off('exit', onExit);
    if (hasFinished) threads.release(thread);
    else await threads.end(thread);
  }
}
