/** Uploads the tracks of one live call to the store, piece by piece, with retries after failures. */
import type { Logger } from 'pino';
import { type Backoff, backoffMs } from '../../actors/runtime/backoff.js';
import { providerFailure } from '../provider-failure.js';
import { type BlobStore, bytesSource } from './blobs/store.js';
import { pieceKey } from './keys.js';
import type { Limit } from './limit.js';
import type { Spool, SpoolId } from './tracks/spool.js';

/** How much of a call is lost with a killed node, ms. */
export const SEND_EVERY_MS = 3_000;
/** The fraction of the interval by which a call may be sent earlier, so that the node's load is even. */
const SPREAD = 1 / 3;
/** Retries soon after a brief failure; a store that was unavailable gets its audio within seconds of its return. */
const RESEND: Backoff = { firstMs: 500, longestMs: 5_000 };

export interface Upload {
  readonly id: SpoolId;
  readonly spool: Promise<Spool>;
  /** The number of sessions that write it. */
  users: number;
  /** Nothing more will be written. */
  closed: boolean;
  /** When it is due, ms since the epoch. */
  dueAt: number;
  failures: number;
  sending: Promise<void> | null;
  /** Stops announcing that this node holds a part of the call. */
  release: () => void;
}

export interface SendingDeps {
  readonly blobs: BlobStore;
  /** Limits how many pieces are sent at a time. */
  readonly limit: Limit;
  /** ms since the epoch. */
  readonly now: () => number;
  /** In [0, 1). */
  readonly random: () => number;
  readonly count: (what: 'piece_sent' | 'piece_failed') => void;
  /** Called when a closed upload is completely in the store. */
  readonly onSent: (upload: Upload) => Promise<void>;
  readonly logger: Logger;
}

/** When an upload is due again after everything until `takenAt` was sent; both ms since the epoch. */
export const nextDue = ({ random }: Pick<SendingDeps, 'random'>, takenAt: number): number =>
  takenAt + SEND_EVERY_MS * (1 - SPREAD * random());

/** Sends what is due; concurrent calls share one run. Never throws: after a failure the upload is due again soon. */
export const send = (deps: SendingDeps, upload: Upload): Promise<void> => {
  upload.sending ??= sendDue(deps, upload)
    .then((takenAt) => succeeded(deps, upload, takenAt))
    .catch((error: unknown) => failed(deps, upload, error))
    .finally(() => {
      upload.sending = null;
    });
  return upload.sending;
};

/** Resolves with the time at which the last piece was taken, so that a slow store does not delay the next send. */
const sendDue = async ({ blobs, limit, now, count }: SendingDeps, upload: Upload): Promise<number> => {
  const spool = await upload.spool;
  let takenAt: number;
  // A live call is never sent completely, because it grows during the send.
  do {
    takenAt = now();
    const piece = await spool.next();
    if (piece === null) break;
    await limit(() => blobs.put(pieceKey(upload.id, piece.name), bytesSource(piece.bytes)));
    spool.sent();
    count('piece_sent');
  } while (upload.closed || spool.unsentBytes() > bytesWithin(SEND_EVERY_MS));
  return takenAt;
};

const succeeded = async (deps: SendingDeps, upload: Upload, takenAt: number): Promise<void> => {
  const { callId } = upload.id;
  if (upload.failures > 0)
    deps.logger.info({ event: 'recording.upload_resumed', callId, failures: upload.failures });
  upload.failures = 0;
  upload.dueAt = nextDue(deps, takenAt);
  if (!upload.closed) return;
  if ((await upload.spool).unsentBytes() > 0) upload.dueAt = deps.now();
  else await deps.onSent(upload);
};

const failed = ({ now, random, count, logger }: SendingDeps, upload: Upload, error: unknown): void => {
  upload.failures += 1;
  upload.dueAt = now() + backoffMs(upload.failures, random(), RESEND);
  count('piece_failed');
  // Logged only at powers of two, so that a long outage does not flood the log.
  if (Number.isInteger(Math.log2(upload.failures)))
    logger.warn({
      event: 'recording.upload_failed',
      callId: upload.id.callId,
      failures: upload.failures,
      err: providerFailure(error),
    });
};

/** For both tracks. */
const bytesWithin = (ms: number): number => ms * 8 * 2;
