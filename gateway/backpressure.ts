/** Answers of a known length to clients that read more slowly than we write. */
import type { HttpResponse } from 'uWebSockets.js';
import type { Connection } from './connection.js';

/** How long a client may leave us waiting for room in its socket, ms. */
const STALL_MS = 30_000;

/** Waits until the socket takes more, or the client is gone; one that reads nothing for {@link STALL_MS} is let go. */
export const roomIn = ({ res, gone, onGone }: Connection): (() => Promise<void>) => {
  let go = (): void => undefined;
  onGone(() => go());
  // Once for the whole answer: uWebSockets keeps a single listener.
  if (!gone())
    res.onWritable(() => {
      go();
      return true;
    });
  return () =>
    new Promise((resolve) => {
      if (gone()) return resolve();
      const timer = setTimeout(() => {
        if (!gone()) res.close();
      }, STALL_MS);
      go = () => {
        clearTimeout(timer);
        resolve();
      };
    });
};

/** Hands over as much as the socket takes now, and says how many bytes of the chunk that was. Corked by the caller. */
export const writePart = (res: HttpResponse, chunk: Uint8Array, total: number): number => {
  const before = res.getWriteOffset();
  const [, done] = res.tryEnd(chunk, total);
  // A response that is done must not be touched any more.
  return done ? chunk.byteLength : res.getWriteOffset() - before;
};

/**
 * Writes the body of an answer that has `total` bytes, no faster than the client takes it. Says whether all of it was
 * handed over; false when the client left or the chunks ended early.
 */
export const writeParts = async (
  connection: Connection,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  total: number,
): Promise<boolean> => {
  const { res, gone } = connection;
  const room = roomIn(connection);
  for await (const chunk of chunks) {
    let sent = 0;
    while (sent < chunk.byteLength) {
      if (gone()) return false;
      const before = res.getWriteOffset();
      let ok = false;
      let done = false;
      res.cork(() => {
        [ok, done] = res.tryEnd(chunk.subarray(sent), total);
      });
      if (done) return true;
      sent += res.getWriteOffset() - before;
      if (!ok) await room();
    }
  }
  return false;
};
