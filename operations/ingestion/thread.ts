/** Runs an ingestion job in a thread of its own and hands over what it finds. */
import { Worker } from 'node:worker_threads';
import { SpoolFull } from '../../providers/spool/account.js';
import type { IngestionJob, IngestionMessage, NoRoom } from './messages.js';

/**
 * Memory of a job, MiB. Far more than it holds at a time; without a bound the heap would grow to many times that
 * before anything is collected.
 */
const MAX_HEAP_MIB = 192;
const YOUNG_MIB = 16;

/** A file that takes more memory than there is takes as much the next time: it is refused, not tried again. */
const TOO_LARGE: IngestionMessage = {
  type: 'refused',
  issues: [
    {
      ...{ row: null, column: null, code: 'file_too_complex' },
      message:
        'a single value or sheet of the file takes too much memory; save the data as CSV in smaller values',
    },
  ],
};

/** After these nothing comes. */
const LAST: ReadonlySet<IngestionMessage['type']> = new Set(['refused', 'profile', 'done']);

const WORKER = new URL('./worker.js', import.meta.url);

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

/**
 * The job's messages, in order; the thread runs ahead by a few only. Ends the thread when the loop over it is
 * left. @throws SpoolFull; Error when the thread fails in whatever way, or ends before it has said its last;
 * AbortError when `signal` aborts
 */
export async function* ingest(
  job: IngestionJob,
  signal: AbortSignal,
  script: URL = WORKER,
): AsyncGenerator<IngestionMessage> {
  signal.throwIfAborted();
  const thread = new Worker(script, {
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MIB, maxYoungGenerationSizeMb: YOUNG_MIB },
  });
  const waiting: (IngestionMessage | NoRoom)[] = [];
  let ended = false;
  let failure: unknown = null;
  let wake = (): void => undefined;
  thread.on('message', (message: IngestionMessage | NoRoom) => {
    waiting.push(message);
    wake();
  });
  const failed = (error: unknown): void => {
    failure ??= error;
    wake();
  };
  thread.once('error', failed);
  // A message that cannot be read is one that is missing.
  thread.once('messageerror', failed);
  thread.once('exit', () => {
    ended = true;
    wake();
  });
  const onAbort = (): void => wake();
  signal.addEventListener('abort', onAbort);
  try {
    for (;;) {
      const message = waiting.shift();
      if (message !== undefined) {
        if (message.type === 'no_room') throw new SpoolFull(message.forGood);
        yield message;
        if (LAST.has(message.type)) return;
        thread.postMessage('next');
        continue;
      }
      signal.throwIfAborted();
      if (isOutOfMemory(failure)) {
        yield TOO_LARGE;
        return;
      }
      if (failure !== null) throw failure;
      if (ended) throw new Error('the ingestion thread ended before its job did');
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    await thread.terminate();
  }
}
