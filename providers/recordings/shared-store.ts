/**
 * Recordings that survive their node: while a call lives its tracks go into a store that all nodes share, piece by
 * piece (uploads.ts), and whoever has the call when it is over makes one file of them there.
 *
 * Keys: `<business>/<call>.opus` for what is finished, `tracks/<business>/<call>/<writer>/<piece>` until then.
 *
 * It guarantees:
 * R1. A recording holds what every node sent, each on the one clock of the call; of a node that was killed all but
 *     the last seconds. What a node that lives has not sent yet is waited for.
 * R2. Finishing again, also at once or after a crash, gives the same facts. The file is never replaced.
 * R3. Pieces are removed when the file is there, and not before.
 * R4. A finished recording is served by every node.
 */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { RecordingFacts } from '../../actors/call/events.js';
import { DomainError } from '../../schemas/errors.js';
import { PRIVATE_DIRECTORY } from '../spool/modes.js';
import { fileSource, type StoredBlob, wholeBlob } from './blob-store.js';
import { gatherPieces, PiecesGone } from './gather.js';
import type { Held } from './holders.js';
import { piecesOf } from './keys.js';
import { createLimit } from './limit.js';
import { durationMsOf, LONGEST_PAGE } from './ogg-opus.js';
import { createOpusEncoder } from './opus-encoder.js';
import { type Fate, type OrphanCount, sweepOrphans } from './orphans.js';
import type { RecordingFile, RecordingStore } from './recording-store.js';
import { removeSpool, spoolsIn } from './spool.js';
import { createUploads, type UploadCount, type UploadDeps } from './uploads.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** How long finishing waits for those who still write or send, ms. */
const HANDOVER_MS = 10_000;
const ASK_AGAIN_MS = 200;
/** Recordings that are made at a time; the encoder takes one after the other. */
const FINISH_AT_ONCE = 4;

export type RecordingCount = UploadCount | OrphanCount | 'finished' | 'finish_failed';

export interface SharedStoreDeps extends Omit<UploadDeps, 'dir' | 'count'> {
  /** Of this node alone: tracks that are not sent yet, and files that are being made. */
  readonly dir: string;
  readonly count: (what: RecordingCount) => void;
}

export interface SharedRecordingStore extends RecordingStore {
  /** Sends what an earlier process left, and removes orphans now and from time to time. Call it once. */
  start(fateOf: (businessId: string, callId: string) => Promise<Fate>): void;
  /** Bytes of audio that are only on this node. */
  unsentBytes(): number;
  /** Sends what can be sent in time; the rest is on disk, and the next process sends it. */
  close(): Promise<void>;
}

export const createSharedRecordingStore = (deps: SharedStoreDeps): SharedRecordingStore => {
  const { blobs, holders, logger, newId } = deps;
  const spools = join(deps.dir, 'spool');
  const workshop = join(deps.dir, 'work', newId());
  const uploads = createUploads({ ...deps, dir: spools });
  const encoder = createOpusEncoder();
  const limit = createLimit(FINISH_AT_ONCE);
  let stopSweeping = (): void => undefined;

  const checkIds = (businessId: string, callId: string): void => {
    if (!UUID.test(businessId) || !UUID.test(callId)) throw new Error('recordings are named by UUIDs');
  };
  const keyOf = (businessId: string, callId: string): string => {
    checkIds(businessId, callId);
    return `${businessId}/${callId}.opus`;
  };

  const factsOf = async (businessId: string, callId: string): Promise<RecordingFacts | null> => {
    const blob = await blobs.open(keyOf(businessId, callId));
    return blob === null
      ? null
      : { filename: `${callId}.opus`, bytes: blob.bytes, durationMs: await durationOf(blob) };
  };

  const leftoversOf = async (callId: string) =>
    (await spoolsIn(spools)).filter((id) => id.callId === callId && !uploads.isAtWork(id));

  /** R1. @throws Error when somebody who lives cannot send what only they have */
  const handedOver = async (callId: string): Promise<void> => {
    const deadline = deps.now() + HANDOVER_MS;
    let held: ReadonlySet<Held> = await holders.ask(callId);
    while (held.size > 0 && deps.now() < deadline) {
      await delay(ASK_AGAIN_MS);
      held = await holders.ask(callId);
    }
    if (held.has('unsent') || held.has('silent'))
      throw new Error('a node has audio of this call that it could not put into the store yet');
    if (held.has('open')) logger.warn({ event: 'recording.finished_while_open', callId });
  };

  /** R2: what is made is put where nothing is, so the first one stays. */
  const make = async (businessId: string, callId: string): Promise<RecordingFacts | null> => {
    const dir = join(workshop, newId());
    await mkdir(dir, { recursive: true, mode: PRIVATE_DIRECTORY });
    try {
      const tracks = await gatherPieces(blobs, piecesOf(businessId, callId), dir, (key, error) =>
        logger.error({ event: 'recording.piece_damaged', callId, key, error: String(error) }),
      );
      const target = join(dir, 'recording.opus');
      const made = await encoder.encode({ ...tracks, target });
      // Somebody who finished meanwhile may have removed pieces that were not gathered.
      if (made && (await blobs.open(keyOf(businessId, callId))) === null)
        await blobs.put(keyOf(businessId, callId), await fileSource(target));
    } catch (error) {
      if (!(error instanceof PiecesGone) || (await factsOf(businessId, callId)) === null) throw error;
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
    return factsOf(businessId, callId);
  };

  const finish = async (businessId: string, callId: string): Promise<RecordingFacts | null> => {
    let facts = await factsOf(businessId, callId);
    if (facts === null) {
      await handedOver(callId);
      for (const id of await leftoversOf(callId)) await uploads.adopt(id);
      facts = await limit(() => make(businessId, callId));
    }
    for (const id of await leftoversOf(callId)) await removeSpool(spools, id);
    await blobs.removeAll(piecesOf(businessId, callId));
    return facts;
  };

  return {
    openTracks: async (businessId, callId) => {
      checkIds(businessId, callId);
      return uploads.open(businessId, callId);
    },
    finish: async (businessId, callId) => {
      checkIds(businessId, callId);
      try {
        const facts = await finish(businessId, callId);
        deps.count('finished');
        return facts;
      } catch (error) {
        deps.count('finish_failed');
        throw error;
      }
    },
    open: async (businessId, callId): Promise<RecordingFile | null> => {
      const key = keyOf(businessId, callId);
      const blob = await blobs.open(key).catch((error: unknown) => {
        logger.warn({ event: 'recording.store_away', callId, error: String(error) });
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

/** By its first and last page, as they lie in the store. */
const durationOf = async (blob: StoredBlob): Promise<number> => {
  const part = async (from: number, bytes: number): Promise<Buffer> =>
    wholeBlob({ bytes, read: (start, end) => blob.read(from + start, from + end) });
  const length = Math.min(blob.bytes, LONGEST_PAGE);
  return durationMsOf(await part(0, length), await part(blob.bytes - length, length));
};
