/**
 * The commits of a shard that are read but not yet written. A commit that arrives alone is written at once. Under load commits
 * are collected and written in one transaction (shard-projector.ts, S1).
 */
import { isTransient } from '../database.js';
import type { JournalCommit, Projection, SkippedEvent } from '../projection.js';
import type { SetAside } from '../set-aside.js';

const MAX_BATCH = 1_000;
/** Commits are collected for this many times the duration of the last transaction. */
const COLLECT = 4;
const MAX_WAIT_MS = 100;

/** The dependencies. */
export interface BatchOptions {
  readonly shard: number;
  readonly projection: Projection;
  /** Nothing more is written once it returns true. */
  readonly isStopped: () => boolean;
  readonly onSkipped: (skipped: SkippedEvent) => void;
  /**
   * `seq`: that of the last commit; `pending`: how many more the server has; `setAside`: the actors that the commits set aside.
   */
  readonly onWritten: (
    commits: readonly JournalCommit[],
    seq: number,
    pending: number,
    setAside: readonly SetAside[],
  ) => void;
  /** Nothing of the batch is written, and nothing more will be: a new reader delivers it again. */
  readonly onFailed: (error: unknown) => void;
  /** The tables are unusable. */
  readonly onDamaged: (detail: string) => void;
}

/** The batch of one reading. */
export interface Batch {
  /** `left`: how many commits the server has after it. */
  add(commit: JournalCommit, left: number): void;
  /** Writes the collected commits. */
  flush(): void;
  /** Whether a write has failed. */
  failed(): boolean;
}

/** Starts empty. */
export const createBatch = (options: BatchOptions): Batch => {
  const { shard, projection, isStopped } = options;
  let batch: JournalCommit[] = [];
  let pending = 0;
  let scheduled = false;
  let writtenAt = Number.NEGATIVE_INFINITY;
  let waitMs = 0;
  let failed = false;

  const flush = (): void => {
    scheduled = false;
    const last = batch.at(-1);
    if (last === undefined || isStopped() || failed) return;
    const commits = batch;
    const began = performance.now();
    batch = [];
    let setAside: readonly SetAside[];
    try {
      setAside = projection.apply(shard, commits, options.onSkipped);
    } catch (error) {
      failed = true;
      if (isTransient(error)) options.onFailed(error);
      else options.onDamaged(error instanceof Error ? error.message : String(error));
      return;
    }
    writtenAt = performance.now();
    waitMs = Math.min(MAX_WAIT_MS, (writtenAt - began) * COLLECT);
    options.onWritten(commits, last.seq, pending, setAside);
  };

  const add = (commit: JournalCommit, left: number): void => {
    batch.push(commit);
    pending = left;
    const restMs = writtenAt + waitMs - performance.now();
    if (batch.length >= MAX_BATCH || (left === 0 && restMs <= 0)) flush();
    else if (!scheduled) {
      scheduled = true;
      if (restMs <= 0) setImmediate(flush);
      else setTimeout(flush, restMs);
    }
  };

  return { add, flush, failed: () => failed };
};
