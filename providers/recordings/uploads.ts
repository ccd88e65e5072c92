/**
 * Uploads tracks of live calls to the store that all nodes share.
 *
 * It guarantees:
 * U1. Audio is on this node's disk within a second of its write, and in the store within {@link SEND_EVERY_MS} while the store
 *     responds.
 * U2. While the store is unavailable, audio is lost only to a full disk, and memory does not grow: unsent audio is noted as
 *     ranges of the file. {@link MIN_FREE_BYTES} of the disk stay free; audio beyond that is dropped, which is logged.
 * U3. A spool is removed when all of it is in the store, and not before.
 * U4. Until then this node announces that it holds a part of the call (holders.ts).
 */

import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { providerFailure } from '../provider-failure.js';
import type { BlobStore } from './blobs/store.js';
import type { Held, TrackHolders } from './holders.js';
import { createAdoption } from './leftovers.js';
import { createLimit } from './limit.js';
import type { RecordingTracks } from './recording-store.js';
import { openSpool, removeSpool, type SpoolId, writerName } from './tracks/spool.js';
import { nextDue, SEND_EVERY_MS, type SendingDeps, send, type Upload } from './upload.js';

/** How often due uploads are looked for, ms: calls that began together are not sent together. */
const POLL_MS = 50;
/** Pieces sent at a time: each takes up to half a MiB of memory. */
const AT_ONCE = 16;
/** How long closing waits for the store, ms; the rest is sent afterwards. */
const CLOSE_MS = 5_000;
/** Disk space reserved for the journal and the views; audio is dropped below it, bytes. */
const MIN_FREE_BYTES = 256 * 1024 * 1024;

export type UploadCount = 'piece_sent' | 'piece_failed' | 'leftover_sent';

export interface UploadDeps {
  /** The directory of the spools. */
  readonly dir: string;
  readonly blobs: BlobStore;
  readonly holders: TrackHolders;
  /** ms since the epoch. */
  readonly now: () => number;
  readonly newId: () => string;
  /** In [0, 1). */
  readonly random: () => number;
  readonly count: (what: UploadCount) => void;
  /** Free space on the disk of the directory, bytes. */
  readonly freeBytes: (dir: string) => Promise<number>;
  readonly logger: Logger;
}

export interface Uploads {
  /** As RecordingStore.openTracks. */
  open(businessId: string, callId: string): Promise<RecordingTracks>;
  /** Sends a spool whose writer is gone, and removes it. @throws Error when the store is unavailable */
  adopt(id: SpoolId): Promise<void>;
  /** Whether this process writes or sends the spool. */
  isAtWork(id: SpoolId): boolean;
  /** Bytes that are only on this node. */
  unsentBytes(): number;
  /** Closes all tracks and sends what can be sent in time; the rest stays on disk. */
  close(): Promise<void>;
}

/** Manages all tracks of this node until it is closed. */
export const createUploads = (deps: UploadDeps): Uploads => new NodeUploads(deps);

class NodeUploads implements Uploads {
  readonly adopt: Uploads['adopt'];
  readonly #deps: UploadDeps;
  readonly #sending: SendingDeps;
  /** Uploads that are still being written, by call. */
  readonly #open = new Map<string, Upload>();
  /** Uploads that are not completely in the store. */
  readonly #atWork = new Set<Upload>();
  /** The unsent bytes of each spool, for the gauge. */
  readonly #unsent = new Map<Upload, () => number>();
  readonly #pollTimer: NodeJS.Timeout;
  readonly #spaceTimer: NodeJS.Timeout;
  #hasSpace = true;
  #closing = false;

  constructor(deps: UploadDeps) {
    const limit = createLimit(AT_ONCE);
    this.#deps = deps;
    this.#sending = { ...deps, limit, onSent: (upload) => this.#retire(upload) };
    this.adopt = createAdoption({ ...deps, limit });
    this.#pollTimer = setInterval(() => this.#sendDue(), POLL_MS).unref();
    // Before the first spool there may be no directory; a disk that cannot be measured is assumed to have room.
    this.#spaceTimer = setInterval(() => {
      this.#measureSpace().catch(() => undefined);
    }, SEND_EVERY_MS).unref();
  }

  async open(businessId: string, callId: string): Promise<RecordingTracks> {
    if (this.#closing) throw new Error('the recordings are closed');
    const upload = this.#open.get(callId) ?? this.#begin(businessId, callId);
    upload.users += 1;
    const spool = await upload.spool;
    let closed: Promise<void> | null = null;
    let hasReportedFull = false;
    return {
      write: (track, atMs, mulaw) => {
        if (closed !== null) return;
        if (this.#hasSpace) spool.write(track, atMs, mulaw);
        else if (!hasReportedFull) {
          hasReportedFull = true;
          this.#writeFailed(callId, new Error('the disk is nearly full'));
        }
      },
      close: () => {
        closed ??= this.#release(upload);
        return closed;
      },
    };
  }

  isAtWork({ writer }: SpoolId): boolean {
    return [...this.#atWork].some(({ id }) => id.writer === writer);
  }

  unsentBytes(): number {
    return [...this.#unsent.values()].reduce((sum, bytes) => sum + bytes(), 0);
  }

  async close(): Promise<void> {
    this.#closing = true;
    const all = [...this.#open.values()].map((upload) => {
      upload.users = 1;
      return this.#release(upload);
    });
    await Promise.allSettled(all);
    clearInterval(this.#pollTimer);
    clearInterval(this.#spaceTimer);
  }

  #begin(businessId: string, callId: string): Upload {
    const { dir, holders, newId, now } = this.#deps;
    const id = { businessId, callId, writer: writerName(now(), newId().slice(0, 8)) };
    const spool = openSpool(dir, id, (error) => this.#writeFailed(callId, error));
    const upload: Upload = {
      id,
      spool,
      users: 0,
      closed: false,
      failures: 0,
      sending: null,
      dueAt: nextDue(this.#deps, now()),
      release: () => undefined,
    };
    upload.release = holders.hold(callId, () => this.#held(upload));
    this.#open.set(callId, upload);
    this.#atWork.add(upload);
    spool.then(
      (opened) => this.#unsent.set(upload, opened.unsentBytes),
      () => {
        this.#atWork.delete(upload);
        this.#forget(upload);
        upload.release();
      },
    );
    return upload;
  }

  /** U4: queried by the node that finishes the recording. */
  #held(upload: Upload): Held {
    if (upload.closed && upload.failures === 0) void send(this.#sending, upload);
    return upload.closed ? 'unsent' : 'open';
  }

  async #release(upload: Upload): Promise<void> {
    upload.users -= 1;
    if (upload.users > 0) return;
    this.#forget(upload);
    const spool = await upload.spool;
    await spool.close();
    upload.closed = true;
    // A send in progress may have started before the last audio was written.
    const rest = (upload.sending ?? Promise.resolve()).then(() =>
      this.#atWork.has(upload) ? send(this.#sending, upload) : undefined,
    );
    await Promise.race([rest, delay(CLOSE_MS, undefined, { ref: false })]);
  }

  /** Later openers of the call's tracks get new ones. */
  #forget(upload: Upload): void {
    const { callId } = upload.id;
    if (this.#open.get(callId) === upload) this.#open.delete(callId);
  }

  /** U3, U4 */
  async #retire(upload: Upload): Promise<void> {
    await removeSpool(this.#deps.dir, upload.id);
    this.#atWork.delete(upload);
    this.#unsent.delete(upload);
    upload.release();
  }

  #sendDue(): void {
    const now = this.#deps.now();
    for (const upload of this.#atWork)
      if (upload.sending === null && upload.dueAt <= now) void send(this.#sending, upload);
  }

  /** U2 */
  async #measureSpace(): Promise<void> {
    this.#hasSpace = (await this.#deps.freeBytes(this.#deps.dir)) > MIN_FREE_BYTES;
  }

  #writeFailed(callId: string, error: unknown): void {
    this.#deps.logger.error({ event: 'recording.write_failed', callId, err: providerFailure(error) });
  }
}
