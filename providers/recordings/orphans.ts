/**
 * Cleans up after calls: tracks on this node's disk whose process is gone, and pieces of ended calls in the shared store. The
 * state of the call decides what happens to them.
 *
 * The rule, at the start and every {@link SWEEP_EVERY_MS}:
 * - The call is live, or its recording is not finished yet: its tracks on this disk are sent, its pieces stay.
 * - Its recording is finished: both are removed.
 * - The call is unknown: both are removed {@link UNKNOWN_MS} after they were begun. Younger ones may belong to another
 *   installation that uses the same store.
 * - The call's state cannot be queried: nothing happens until the next sweep.
 * Pieces that were begun less than {@link SWEEP_EVERY_MS} ago are ignored.
 */

import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { providerFailure } from '../provider-failure.js';
import type { BlobStore } from './blobs/store.js';
import { piecesOf } from './keys.js';
import { removeSpool, type SpoolId, spoolsIn, writerBegan } from './tracks/spool.js';
import type { Uploads } from './uploads.js';

const SWEEP_EVERY_MS = 600_000;
/** Delay after an incomplete sweep, ms. */
const SWEEP_RETRY_MS = 15_000;
const UNKNOWN_MS = 24 * 3_600_000;

/** `owed`: the call is live, or its recording must still be made. */
export type Fate = 'owed' | 'finished' | 'unknown';

export type OrphanCount = 'orphan_removed';

export interface SweepDeps {
  readonly spools: string;
  /** Where this process makes recordings; leftovers of earlier processes next to it are removed at the start. */
  readonly workshop: string;
  readonly uploads: Uploads;
  readonly blobs: BlobStore;
  /** ms since the epoch. */
  readonly now: () => number;
  readonly fateOf: (businessId: string, callId: string) => Promise<Fate>;
  readonly count: (what: OrphanCount) => void;
  readonly logger: Logger;
}

/** What to do with the leftovers of a writer that began at `beganAt`. */
export const verdictOn = (fate: Fate, beganAt: number, now: number): 'keep' | 'remove' =>
  fate === 'finished' || (fate === 'unknown' && now - beganAt > UNKNOWN_MS) ? 'remove' : 'keep';

/** Sweeps once; false if something must be retried soon. */
export const sweepOnce = async (deps: SweepDeps): Promise<boolean> => {
  const { blobs, logger, spools, uploads } = deps;
  let isComplete = true;
  const attempt = async (what: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      isComplete = false;
      logger.warn({ event: 'recording.sweep_failed', what, err: providerFailure(error) });
    }
  };
  const removed = (what: string, id: Omit<SpoolId, 'writer'>): void => {
    deps.count('orphan_removed');
    logger.info({ event: 'recording.orphan_removed', what, ...id });
  };

  for (const id of await spoolsIn(spools)) {
    if (uploads.isAtWork(id)) continue;
    await attempt(id.callId, async () => {
      const fate = await deps.fateOf(id.businessId, id.callId);
      if (verdictOn(fate, writerBegan(id.writer), deps.now()) === 'keep') return uploads.adopt(id);
      await removeSpool(spools, id);
      removed('spool', id);
    });
  }

  await attempt('pieces', async () => {
    let last = '';
    for await (const key of blobs.list('tracks/')) {
      const [, businessId = '', callId = '', writer = ''] = key.split('/');
      // Keys are listed in order, so each call is judged once, by its first writer.
      if (last === callId) continue;
      last = callId;
      if (deps.now() - writerBegan(writer) < SWEEP_EVERY_MS) continue;
      await attempt(callId, async () => {
        const fate = await deps.fateOf(businessId, callId);
        if (verdictOn(fate, writerBegan(writer), deps.now()) === 'keep') return;
        await blobs.removeAll(piecesOf(businessId, callId));
        removed('pieces', { businessId, callId });
      });
    }
  });
  return isComplete;
};

/** Sweeps until the returned function is called. */
export const sweepOrphans = (deps: SweepDeps): (() => void) => {
  const stop = new AbortController();
  const { signal } = stop;
  const run = async (): Promise<void> => {
    await removeSiblings(deps.workshop);
    while (!signal.aborted) {
      const isComplete = await sweepOnce(deps);
      await delay(isComplete ? SWEEP_EVERY_MS : SWEEP_RETRY_MS, undefined, { ref: false, signal });
    }
  };
  void run().catch((error: unknown) => {
    if (!signal.aborted) deps.logger.error({ event: 'recording.sweep_ended', err: providerFailure(error) });
  });
  return () => stop.abort();
};

const removeSiblings = async (folder: string): Promise<void> => {
  // Before the first recording the folder does not exist; if it is unreadable, making a recording reports that.
  const names = await readdir(dirname(folder)).catch(() => []);
  for (const name of names)
    if (name !== basename(folder)) await rm(join(dirname(folder), name), { recursive: true, force: true });
};
