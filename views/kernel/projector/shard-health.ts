/**
 * Failures of a shard's projector: after a failure it waits before the next attempt, each time longer, and it reports when it
 * cannot write for a second (shard-projector.ts, S5).
 */
import { type Backoff, steadyBackoffMs } from '../../../actors/runtime/backoff.js';
import { isTransient } from '../database.js';
import type { FromProjector } from './messages.js';

const RETRY: Backoff = { firstMs: 40, longestMs: 1_000 };
/** A write that fails for longer is not a brief interruption (another process that has the file open for a moment), ms. */
const STUCK_MS = 1_000;

/** The failures since the last successful write. */
export interface Health {
  /** A read or write failed. */
  failed(error: unknown): void;
  /** A write succeeded. */
  wrote(): void;
  /** How long to wait before the next attempt, ms; 0 if nothing has failed. */
  restMs(): number;
}

/** Starts without failures. */
export const createHealth = (shard: number, send: (message: FromProjector) => void): Health => {
  let failures = 0;
  /** When writes began to fail (S5); null while they succeed. */
  let unwritableSince: number | null = null;
  let hasReportedStuck = false;

  const writeFailed = (reason: string): void => {
    if (unwritableSince === null) {
      unwritableSince = performance.now();
      send({ type: 'notice', notice: { event: 'views.write_failed', shard, reason } });
    } else if (!hasReportedStuck && performance.now() - unwritableSince >= STUCK_MS) {
      hasReportedStuck = true;
      send({ type: 'stuck', at: { shard, reason } });
    }
  };

  return {
    failed: (error) => {
      failures += 1;
      const reason = error instanceof Error ? error.message : String(error);
      if (isTransient(error)) writeFailed(reason);
      else send({ type: 'notice', notice: { event: 'views.reader_failed', shard, reason } });
    },
    wrote: () => {
      failures = 0;
      unwritableSince = null;
      hasReportedStuck = false;
    },
    restMs: () => (failures === 0 ? 0 : steadyBackoffMs(failures, RETRY)),
  };
};
