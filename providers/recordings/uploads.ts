/**
 * Tracks of live calls on their way into the store that all nodes share.
 *
 * It guarantees:
 * U1. What was written is on this node's disk within half a second, and in the store within {@link SEND_EVERY_MS}
 *     while the store answers.
 * U2. While the store is away nothing is lost but to a full disk, and memory does not grow: what is to be sent is
 *     noted as ranges of the file. The disk is left {@link LEAST_FREE_BYTES}; audio beyond that is dropped, and that is
 *     logged.
 * U3. A spool is removed when all of it is in the store, and not before.
 * U4. Until then this node says that it holds a part of the call (holders.ts).
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Backoff, backoffMs } from '../../actors/runtime/backoff.js';
import { type BlobStore, bytesSource } from './blob-store.js';
import type { Held, TrackHolders } from './holders.js';
import { createLimit } from './limit.js';
import type { RecordingTracks } from './recording-store.js';
import { leftoverPieces, openSpool, removeSpool, type Spool, type SpoolId, writerName } from './spool.js';

/** How much of a call a node that is killed takes with it, ms. */
const SEND_EVERY_MS = 3_000;
/** How often is looked for what is due, ms: calls that began together are not sent together. */
const LOOK_EVERY_MS = 50;
/** By how much of its time a call may be sent earlier, so that the node sends evenly. */
const SPREAD = 1 / 3;
/** Soon enough for a hiccup; a store that was away gets its audio within seconds of its return. */
const RESEND: Backoff = { firstMs: 500, longestMs: 5_000 };
/** Pieces that are sent at a time: each is up to half a MiB in memory. */
const AT_ONCE = 16;
/** How long closing waits for the store, ms; the rest is sent afterwards. */
const CLOSE_MS = 5_000;
/** What is left of the disk for the journal and the views when audio is not kept any more, bytes. */
const LEAST_FREE_BYTES = 256 * 1024 * 1024;

/** Where a call's pieces lie. */
export const piecesOf = (businessId: string, callId: string): string => `tracks/${businessId}/${callId}/`;

const keyOf = ({ businessId, callId, writer }: SpoolId, name: string): string =>
  `${piecesOf(businessId, callId)}${writer}/${name}`;

export type UploadCount = 'piece_sent' | 'piece_failed' | 'leftover_sent';

export interface UploadDeps {
  /** Of the spools. */
  readonly dir: string;
  readonly blobs: BlobStore;
  readonly holders: TrackHolders;
  /** ms since the epoch. */
  readonly now: () => number;
  readonly newId: () => string;
  /** In [0, 1). */
  readonly random: () => number;
  readonly count: (what: UploadCount) => void;
  /** What is left of the disk that has the directory, bytes. */
  readonly freeBytes: (dir: string) => Promise<number>;
  readonly logger: Logger;
}

export interface Uploads {
  /** As RecordingStore.openTracks. */
  open(businessId: string, callId: string): Promise<RecordingTracks>;
  /** Sends a spool whose writer is gone, and removes it. @throws Error when the store is away */
  adopt(id: SpoolId): Promise<void>;
  /** Whether this process writes or sends the spool. */
  isAtWork(id: SpoolId): boolean;
  /** Bytes that are only on this node. */
  unsentBytes(): number;
  /** Closes all tracks and sends what can be sent in time; the rest stays on disk. */
  close(): Promise<void>;
}

interface Upload {
  readonly id: SpoolId;
  readonly spool: Promise<Spool>;
  users: number;
  closed: boolean;
  /** When it is due, ms since the epoch. */
  dueAt: number;
  failures: number;
  sending: Promise<void> | null;
  release: () => void;
}

export const createUploads = (deps: UploadDeps): Uploads => {
  const { dir, blobs, holders, now, logger } = deps;
  const open = new Map<string, Upload>();
  const atWork = new Set<Upload>();
  const adopting = new Map<string, Promise<void>>();
  const limit = createLimit(AT_ONCE);
  let hasRoom = true;
  let closing = false;
  /** The latest known of each spool, for the gauge. */
  const unsent = new Map<Upload, () => number>();

  const nextDue = (): number => now() + SEND_EVERY_MS * (1 - SPREAD * deps.random());

  const writeFailed =
    (callId: string) =>
    (error: unknown): void =>
      logger.error({ event: 'recording.write_failed', callId, error: String(error) });

  const send = (upload: Upload): Promise<void> => {
    upload.sending ??= sendDue(upload)
      .then(() => succeeded(upload))
      .catch((error: unknown) => failed(upload, error))
      .finally(() => {
        upload.sending = null;
      });
    return upload.sending;
  };

  const sendDue = async (upload: Upload): Promise<void> => {
    const spool = await upload.spool;
    // A live call is never sent to its end: it grows while it is sent.
    do {
      const piece = await spool.next();
      if (piece === null) return;
      await limit(() => blobs.put(keyOf(upload.id, piece.name), bytesSource(piece.bytes)));
      spool.sent();
      deps.count('piece_sent');
    } while (upload.closed || spool.unsentBytes() > bytesWithin(SEND_EVERY_MS));
  };

  const succeeded = async (upload: Upload): Promise<void> => {
    if (upload.failures > 0)
      logger.info({
        event: 'recording.upload_resumed',
        callId: upload.id.callId,
        failures: upload.failures,
      });
    upload.failures = 0;
    upload.dueAt = nextDue();
    if (!upload.closed) return;
    if ((await upload.spool).unsentBytes() > 0) upload.dueAt = now();
    else await retire(upload);
  };

  const failed = (upload: Upload, error: unknown): void => {
    upload.failures += 1;
    upload.dueAt = now() + backoffMs(upload.failures, deps.random(), RESEND);
    deps.count('piece_failed');
    // Powers of two: a long outage is told, not counted out.
    if (Number.isInteger(Math.log2(upload.failures)))
      logger.warn({
        event: 'recording.upload_failed',
        callId: upload.id.callId,
        failures: upload.failures,
        error: messageOf(error),
      });
  };

  /** U3, U4 */
  const retire = async (upload: Upload): Promise<void> => {
    await removeSpool(dir, upload.id);
    atWork.delete(upload);
    unsent.delete(upload);
    upload.release();
  };

  const asked = (upload: Upload) => (): Held => {
    if (upload.closed && upload.failures === 0) void send(upload);
    return upload.closed ? 'unsent' : 'open';
  };

  const begin = (businessId: string, callId: string): Upload => {
    const id = { businessId, callId, writer: writerName(now(), deps.newId().slice(0, 8)) };
    const spool = openSpool(dir, id, writeFailed(callId));
    const upload: Upload = {
      id,
      spool,
      users: 0,
      closed: false,
      failures: 0,
      sending: null,
      dueAt: nextDue(),
      release: () => undefined,
    };
    upload.release = holders.hold(callId, asked(upload));
    open.set(callId, upload);
    atWork.add(upload);
    spool.then(
      (opened) => unsent.set(upload, opened.unsentBytes),
      () => {
        atWork.delete(upload);
        if (open.get(callId) === upload) open.delete(callId);
        upload.release();
      },
    );
    return upload;
  };

  const leave = async (upload: Upload): Promise<void> => {
    upload.users -= 1;
    if (upload.users > 0) return;
    if (open.get(upload.id.callId) === upload) open.delete(upload.id.callId);
    const spool = await upload.spool;
    await spool.close();
    upload.closed = true;
    // One that was under way may have begun before the last words were written.
    const rest = (upload.sending ?? Promise.resolve()).then(() =>
      atWork.has(upload) ? send(upload) : undefined,
    );
    await Promise.race([rest, delay(CLOSE_MS, undefined, { ref: false })]);
  };

  const look = (): void => {
    for (const upload of atWork) if (upload.sending === null && upload.dueAt <= now()) void send(upload);
  };
  const looking = setInterval(look, LOOK_EVERY_MS);
  looking.unref();

  const measureRoom = async (): Promise<void> => {
    hasRoom = (await deps.freeBytes(dir)) > LEAST_FREE_BYTES;
  };
  // Before the first spool there may be no directory; one that cannot be measured is taken to have room.
  const measuring = setInterval(() => void measureRoom().catch(() => undefined), SEND_EVERY_MS);
  measuring.unref();

  const sendLeftover = async (id: SpoolId): Promise<void> => {
    const release = holders.hold(id.callId, () => 'unsent');
    try {
      let pieces = 0;
      for await (const { name, bytes } of leftoverPieces(dir, id)) {
        await limit(() => blobs.put(keyOf(id, name), bytesSource(bytes)));
        pieces += 1;
      }
      await removeSpool(dir, id);
      if (pieces === 0) return;
      deps.count('leftover_sent');
      logger.info({ event: 'recording.leftover_sent', ...id, pieces });
    } finally {
      release();
    }
  };

  return {
    open: async (businessId, callId) => {
      if (closing) throw new Error('the recordings are closed');
      const upload = open.get(callId) ?? begin(businessId, callId);
      upload.users += 1;
      const spool = await upload.spool;
      let left: Promise<void> | null = null;
      let toldFull = false;
      return {
        write: (track, atMs, mulaw) => {
          if (left !== null) return;
          if (hasRoom) spool.write(track, atMs, mulaw);
          else if (!toldFull) {
            toldFull = true;
            writeFailed(callId)(new Error('the disk is nearly full'));
          }
        },
        close: () => {
          left ??= leave(upload);
          return left;
        },
      };
    },
    adopt: (id) => {
      const known = adopting.get(id.writer);
      if (known !== undefined) return known;
      const sending = sendLeftover(id).finally(() => adopting.delete(id.writer));
      adopting.set(id.writer, sending);
      return sending;
    },
    isAtWork: ({ writer }) => [...atWork].some(({ id }) => id.writer === writer),
    unsentBytes: () => [...unsent.values()].reduce((sum, bytes) => sum + bytes(), 0),
    close: async () => {
      closing = true;
      const all = [...open.values()].map((upload) => {
        upload.users = 1;
        return leave(upload);
      });
      await Promise.allSettled(all);
      clearInterval(looking);
      clearInterval(measuring);
    },
  };
};

/** Of both tracks. */
const bytesWithin = (ms: number): number => ms * 8 * 2;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
