/**
 * Receives a large body on its way to disk.
 *
 * It guarantees:
 * A1. At most {@link MAX_WAITING_BYTES} of a body wait in memory, besides what the socket has.
 * A2. A sender that sends less than {@link MIN_WINDOW_BYTES} in {@link WINDOW_MS}, or takes too long in total, gets an error and is
 *     disconnected. Time in which the server accepts nothing does not count.
 */
import { DomainError } from '../../schemas/errors.js';
import { ClientGone, type Connection } from '../http/connection.js';
import { DISCARDED_BYTES } from '../http/http.js';

const MAX_WAITING_BYTES = 1024 * 1024;
/**
 * uWebSockets silently closes the connection of a sender that sends less than 160 KiB in 10 s. The window here is a little
 * shorter, so that the sender gets an answer.
 */
const WINDOW_MS = 8_000;
const MIN_WINDOW_BYTES = 160 * 1024;
/** The slowest rate for the whole body. */
const MIN_BYTES_PER_SECOND = 64 * 1024;
const MIN_TOTAL_MS = 30_000;

/**
 * Passes the body on piece by piece, in order, and resolves once all of it is written. Must be called before the first await of a
 * request, or parts of it are lost.
 * @throws DomainError body_too_large, upload_too_slow; the errors of `write`
 * @throws ClientGone when the client leaves
 */
export const streamBody = (
  connection: Connection,
  maxBytes: number,
  write: (chunk: Buffer) => Promise<void>,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const { res } = connection;
    let bytes = 0;
    let waiting = 0;
    /** The reason to refuse the body. Some more of it is still received, so that its sender can read the refusal. */
    let refusal: { readonly error: unknown } | null = null;
    let discarded = 0;
    let settled = false;
    let written: Promise<void> = Promise.resolve();

    const settle = (work: () => void): void => {
      if (settled) return;
      settled = true;
      pace.end();
      work();
    };
    const abort = (error: unknown): void =>
      settle(() => {
        connection.stopReading();
        reject(error);
      });
    const pace = watchPace(maxBytes, () => abort(new DomainError('upload_too_slow')));
    connection.onGone(() => settle(() => reject(new ClientGone())));
    if (connection.isGone()) return;

    const enqueue = (chunk: Buffer): void => {
      waiting += chunk.length;
      if (waiting > MAX_WAITING_BYTES && !pace.isHeld()) {
        pace.hold();
        res.pause();
      }
      written = written
        .then(() => (refusal === null && !settled ? write(chunk) : undefined))
        .catch((error: unknown) => {
          refusal ??= { error };
        })
        .then(() => {
          waiting -= chunk.length;
          if (waiting > MAX_WAITING_BYTES / 2 || !pace.isHeld() || connection.isGone() || settled) return;
          pace.resume();
          res.resume();
        });
    };

    connection.body.read((part, isLast) => {
      if (settled) return;
      bytes += part.byteLength;
      pace.received(part.byteLength);
      if (bytes > maxBytes)
        refusal ??= {
          error: new DomainError('body_too_large', `The body has more than ${maxBytes} bytes; send less.`),
        };
      if (refusal !== null) discarded += part.byteLength;
      // uWebSockets reclaims the memory after this callback.
      else enqueue(Buffer.from(part.slice(0)));
      if (isLast) {
        void written.then(() =>
          settle(() => {
            if (refusal === null) resolve();
            else reject(refusal.error);
          }),
        );
      } else if (refusal !== null && discarded > DISCARDED_BYTES) abort(refusal.error);
    });
  });

/** Measures how fast a body arrives (A2). */
interface Pace {
  received(bytes: number): void;
  /** The server stops accepting data. */
  hold(): void;
  resume(): void;
  isHeld(): boolean;
  end(): void;
}

const watchPace = (maxBytes: number, onTooSlow: () => void): Pace => {
  let inWindow = 0;
  let paused = false;
  /** The body was held at some time in this window. */
  let held = false;
  const window = setInterval(() => {
    if (inWindow < MIN_WINDOW_BYTES && !held) onTooSlow();
    inWindow = 0;
    held = paused;
  }, WINDOW_MS);
  const totalMs = (maxBytes / MIN_BYTES_PER_SECOND) * 1_000;
  const totalTimer = setTimeout(onTooSlow, Math.max(MIN_TOTAL_MS, totalMs));
  return {
    received: (bytes) => {
      inWindow += bytes;
    },
    hold: () => {
      paused = true;
      held = true;
    },
    resume: () => {
      paused = false;
    },
    isHeld: () => paused,
    end: () => {
      clearInterval(window);
      clearTimeout(totalTimer);
    },
  };
};
