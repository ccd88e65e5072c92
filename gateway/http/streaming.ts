/** Streams answers whose body is produced while it is sent, no faster than the client reads. */
import { whenWritable } from './backpressure.js';
import type { Connection } from './connection.js';
import type { Reply } from './envelope.js';
import { writeHead } from './response-head.js';

/**
 * Sends an answer piece by piece, in chunks. If the body fails before its end, the connection closes without the last chunk, so
 * that the client notices the missing part. @throws errors of the pieces
 */
export const sendStream = async (
  connection: Connection,
  { status, headers, isLongLived = false }: Pick<Reply, 'status' | 'headers' | 'isLongLived'>,
  pieces: AsyncIterable<string | Uint8Array>,
): Promise<void> => {
  const { res, isGone } = connection;
  const iterator = pieces[Symbol.asyncIterator]();
  // Stops the producer immediately, instead of at its next piece.
  connection.onGone(() => void iterator.return?.());
  if (isGone()) return;
  res.cork(() => {
    writeHead(connection, status, headers);
    if (connection.headOnly) res.endWithoutBody();
  });
  if (connection.headOnly) return;
  const writable = whenWritable(connection);
  try {
    for (let piece = await iterator.next(); piece.done !== true; piece = await iterator.next()) {
      const { value } = piece;
      if (isGone()) return;
      let accepted = true;
      res.cork(() => {
        accepted = res.write(value);
      });
      if (!accepted) await writable();
    }
  } catch (error) {
    if (!isGone()) res.close();
    throw error;
  } finally {
    void iterator.return?.();
  }
  if (!isGone()) res.cork(() => void res.end(undefined, isLongLived));
};
