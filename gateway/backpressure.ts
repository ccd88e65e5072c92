/** Sends answers of known length to clients that read more slowly than the server writes. */
import type { HttpResponse } from 'uWebSockets.js';
import type { Connection } from './connection.js';

/** How long a client may leave its socket full, ms. */
const STALL_MS = 30_000;

/**
 * Returns a function that waits until the socket accepts more or the client has left. A client that reads nothing for
 * {@link STALL_MS} is disconnected.
 */
export const roomIn = ({ res, gone, onGone }: Connection): (() => Promise<void>) => {
  let go = (): void => undefined;
  onGone(() => go());
  // Registered once for the whole answer: uWebSockets keeps a single listener.
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

/** Writes as much as the socket accepts now and returns how many bytes of the chunk that was. The caller corks the response. */
export const writePart = (res: HttpResponse, chunk: Uint8Array, total: number): number => {
  const before = res.getWriteOffset();
  const [, done] = res.tryEnd(chunk, total);
  // A finished response must not be touched any more.
  return done ? chunk.byteLength : res.getWriteOffset() - before;
};

/**
 * Writes the body of an answer of `total` bytes, no faster than the client reads. Resolves to whether all of it was written;
 * false when the client left or the chunks ended early.
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
