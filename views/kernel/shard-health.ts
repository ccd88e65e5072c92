/**
 * How a shard's projector fares: who fails rests before the next attempt, each time longer, and who cannot write for a
 * second says so (shard-projector.ts, S5).
 */
import { isTransient } from './database.js';
import type { FromProjector } from './projector-messages.js';

const RETRY_MS = { first: 20, most: 1_000 } as const;
/** A write that fails for longer is no hiccup (another process that has the file open for a moment), ms. */
const STUCK_MS = 1_000;

/** What has failed since something was last written. */
export interface Health {
  /** Reading or writing has failed. */
  failed(error: unknown): void;
  /** Writing works. */
  wrote(): void;
  /** How long to rest before the next attempt, ms; 0 where nothing has failed. */
  restMs(): number;
}

/** In good health. */
export const createHealth = (shard: number, tell: (message: FromProjector) => void): Health => {
  let failures = 0;
  /** When writing began to fail (S5); null while it does not. */
  let unwritableSince: number | null = null;
  let toldStuck = false;

  const writeFailed = (reason: string): void => {
    if (unwritableSince === null) {
      unwritableSince = performance.now();
      tell({ type: 'notice', notice: { event: 'views.write_failed', shard, reason } });
    } else if (!toldStuck && performance.now() - unwritableSince >= STUCK_MS) {
      toldStuck = true;
      tell({ type: 'stuck', at: { shard, reason } });
    }
  };

  return {
    failed: (error) => {
      failures += 1;
      const reason = error instanceof Error ? error.message : String(error);
      if (isTransient(error)) writeFailed(reason);
      else tell({ type: 'notice', notice: { event: 'views.reader_failed', shard, reason } });
    },
    wrote: () => {
      failures = 0;
      unwritableSince = null;
      toldStuck = false;
    },
    restMs: () =>
      failures === 0 ? 0 : Math.min(RETRY_MS.most, RETRY_MS.first * 2 ** Math.min(failures, 10)),
  };
};
