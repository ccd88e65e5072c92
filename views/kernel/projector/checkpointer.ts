/**
 * Moves the write-ahead log of the views into their file whenever it has grown large. The move waits for the disk, and the
 * projector must not wait, or its writes would become visible later: so a thread does it, which starts with the first move.
 */
import { statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { CheckpointRequest } from './checkpoint-worker.js';

export interface Checkpointer {
  /** Resolves once the thread, if any, has closed the file. */
  stop(): Promise<void>;
}

const LOOK_MS = 250;
/** Size of the log from which it is moved. */
const LOG_BYTES = 16 * 1024 * 1024;
const HEAP_MIB = 16;

/** No log: an empty one. The same if the disk fails, which the projector detects. */
const logOf = (file: string): { readonly size: number; readonly mtimeMs: number } => {
  try {
    return statSync(`${file}-wal`);
  } catch {
    return { size: 0, mtimeMs: 0 };
  }
};

/** `onLost`: the thread has failed, and another one starts with the next move. */
export const startCheckpointer = (file: string, onLost: (error: Error) => void): Checkpointer => {
  let thread: Worker | null = null;
  let isMoving = false;
  /** The log's last write before it was moved, ms since the epoch. */
  let movedAt = 0;

  const start = (): Worker => {
    const started = new Worker(new URL('./checkpoint-worker.js', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
    });
    started.on('message', () => {
      isMoving = false;
    });
    started.on('error', (error) => {
      thread = null;
      isMoving = false;
      onLost(error);
    });
    return started;
  };

  const timer = setInterval(() => {
    if (isMoving) return;
    const { size, mtimeMs } = logOf(file);
    if (size < LOG_BYTES || mtimeMs === movedAt) return;
    movedAt = mtimeMs;
    isMoving = true;
    thread ??= start();
    const request: CheckpointRequest = { file };
    thread.postMessage(request);
  }, LOOK_MS);

  return {
    stop: async () => {
      clearInterval(timer);
      await thread?.terminate();
    },
  };
};
