/** Sends tracks on this node's disk whose writer is gone. */
import type { Logger } from 'pino';
import { type BlobStore, bytesSource } from './blobs/store.js';
import type { TrackHolders } from './holders.js';
import { pieceKey } from './keys.js';
import type { Limit } from './limit.js';
import { leftoverPieces, removeSpool, type SpoolId } from './tracks/spool.js';

export interface LeftoverDeps {
  /** The directory of the spools. */
  readonly dir: string;
  readonly blobs: BlobStore;
  readonly holders: TrackHolders;
  /** Limits how many pieces are sent at a time. */
  readonly limit: Limit;
  readonly count: (what: 'leftover_sent') => void;
  readonly logger: Logger;
}

/** Sends a spool, then removes it; concurrent calls for one spool share a run. @throws Error when the store is unavailable */
export const createAdoption = (deps: LeftoverDeps): ((id: SpoolId) => Promise<void>) => {
  const adopting = new Map<string, Promise<void>>();
  return (id) => {
    const current = adopting.get(id.writer);
    if (current !== undefined) return current;
    const sending = sendLeftover(deps, id).finally(() => adopting.delete(id.writer));
    adopting.set(id.writer, sending);
    return sending;
  };
};

const sendLeftover = async (deps: LeftoverDeps, id: SpoolId): Promise<void> => {
  const { dir, blobs, limit } = deps;
  const release = deps.holders.hold(id.callId, () => 'unsent');
  try {
    let pieces = 0;
    for await (const { name, bytes } of leftoverPieces(dir, id)) {
      await limit(() => blobs.put(pieceKey(id, name), bytesSource(bytes)));
      pieces += 1;
    }
    await removeSpool(dir, id);
    if (pieces === 0) return;
    deps.count('leftover_sent');
    deps.logger.info({ event: 'recording.leftover_sent', ...id, pieces });
  } finally {
    release();
  }
};
