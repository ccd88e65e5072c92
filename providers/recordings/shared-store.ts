/**
 * Recordings that survive their node: during a call its tracks go piece by piece into a store that all nodes share
 * (uploads.ts). The node that has the call when it ends makes one file of them there (finishing.ts). Every node can serve a
 * finished recording.
 *
 * Keys: `<business>/<call>.opus` for finished recordings, `tracks/<business>/<call>/<writer>/<piece>` until then.
 */

import { join } from 'node:path';
import { DomainError } from '../../schemas/errors.js';
import { providerFailure } from '../provider-failure.js';
import { finishRecording } from './finishing.js';
import { checkIds, recordingKey } from './keys.js';
import { createLimit } from './limit.js';
import { createOpusEncoder } from './opus/encoder.js';
import { type Fate, type OrphanCount, sweepOrphans } from './orphans.js';
import type { RecordingFile, RecordingStore } from './recording-store.js';
import { createUploads, type UploadCount, type UploadDeps } from './uploads.js';

/** Recordings made at a time; the encoder processes them one after the other. */
const FINISH_AT_ONCE = 4;

export type RecordingCount = UploadCount | OrphanCount | 'finished' | 'finish_failed';

export interface SharedStoreDeps extends Omit<UploadDeps, 'dir' | 'count'> {
  /** A directory of this node alone: for tracks that are not sent yet, and files that are being made. */
  readonly dir: string;
  readonly count: (what: RecordingCount) => void;
}

export interface SharedRecordingStore extends RecordingStore {
  /** Sends the leftovers of earlier processes and removes orphans, now and periodically. Call it once. */
  start(fateOf: (businessId: string, callId: string) => Promise<Fate>): void;
  /** Bytes of audio that are only on this node. */
  unsentBytes(): number;
  /** Sends what can be sent in time; the rest stays on disk for the next process to send. */
  close(): Promise<void>;
}

/** Opens the store on this node. Leftovers of earlier processes are neither sent nor removed before `start`. */
export const createSharedRecordingStore = (deps: SharedStoreDeps): SharedRecordingStore => {
  const { blobs, logger } = deps;
  const spools = join(deps.dir, 'spool');
  const workshop = join(deps.dir, 'work', deps.newId());
  const uploads = createUploads({ ...deps, dir: spools });
  const encoder = createOpusEncoder();
  const finishing = { ...deps, spools, workshop, uploads, encoder, limit: createLimit(FINISH_AT_ONCE) };
  let stopSweeping = (): void => undefined;

  return {
    openTracks: async (businessId, callId) => {
      checkIds(businessId, callId);
      return uploads.open(businessId, callId);
    },
    finish: async (businessId, callId) => {
      checkIds(businessId, callId);
      try {
        const facts = await finishRecording(finishing, businessId, callId);
        deps.count('finished');
        return facts;
      } catch (error) {
        deps.count('finish_failed');
        throw error;
      }
    },
    open: async (businessId, callId): Promise<RecordingFile | null> => {
      const key = recordingKey(businessId, callId);
      const blob = await blobs.open(key).catch((error: unknown) => {
        logger.warn({ event: 'recording.store_away', callId, err: providerFailure(error) });
        throw new DomainError('recordings_unavailable');
      });
      return blob === null
        ? null
        : {
            size: blob.bytes,
            filename: `${callId}.opus`,
            contentType: 'audio/ogg; codecs=opus',
            read: (start, end) => blob.read(start, end),
          };
    },
    start: (fateOf) => {
      stopSweeping = sweepOrphans({ ...deps, spools, workshop, uploads, fateOf });
    },
    unsentBytes: () => uploads.unsentBytes(),
    close: async () => {
      stopSweeping();
      await uploads.close();
      await encoder.close();
      blobs.close();
    },
  };
};
