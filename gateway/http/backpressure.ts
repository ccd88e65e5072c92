/** Sends answers of known length to clients that read more slowly than the server writes. */
import type { HttpResponse } from 'uWebSockets.js';
import type { Connection } from './connection.js';

/** How long a client may leave its socket full, ms. */
const STALL_MS = 30_000;

/**
 * Returns a function that waits until the socket accepts more or the client has left. A client that reads nothing for
 * {@link STALL_MS} is disconnected.
 */
export const whenWritable = ({ res, isGone, onGone }: Connection): (() => Promise<void>) => {
  let resume = (): void => undefined;
  onGone(() => resume());
  // Registered once for the whole answer: uWebSockets keeps a single listener.
  if (!isGone())
    res.onWritable(() => {
      resume();
      return true;
    });
  return () =>
    new Promise((resolve) => {
      if (isGone()) return resolve();
      const timer = setTimeout(() => {
        if (!isGone()) res.close();
      }, STALL_MS);
      resume = () => {
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
  const { res, isGone } = connection;
  const writable = whenWritable(connection);
  for await (const chunk of chunks) {
    let sent = 0;
    while (sent < chunk.byteLength) {
      if (isGone()) return false;
      const before = res.getWriteOffset();
      let ok = false;
      let done = false;
      res.cork(() => {
        [ok, done] = res.tryEnd(chunk.subarray(sent), total);
      });
      if (done) return true;
      sent += res.getWriteOffset() - before;
      if (!ok) await writable();
    }
  }
  return false;
};
