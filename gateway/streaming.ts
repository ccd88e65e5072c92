/** Streams answers whose body is produced while it is sent, no faster than the client reads. */
import { roomIn } from './backpressure.js';
import type { Connection } from './connection.js';
import type { Reply } from './envelope.js';
import { writeHead } from './response-head.js';

/**
 * Sends an answer piece by piece, in chunks. If the body fails before its end, the connection closes without the last chunk, so
 * that the client notices the missing part. @throws errors of the pieces
 */
export const sendStream = async (
  connection: Connection,
  { status, headers, lasting = false }: Pick<Reply, 'status' | 'headers' | 'lasting'>,
  pieces: AsyncIterable<string>,
): Promise<void> => {
  const { res, gone } = connection;
  const reading = pieces[Symbol.asyncIterator]();
  // Stops the producer immediately, instead of at its next piece.
  connection.onGone(() => void reading.return?.());
  if (gone()) return;
  res.cork(() => {
    writeHead(connection, status, headers);
    if (connection.headOnly) res.endWithoutBody();
  });
  if (connection.headOnly) return;
  const room = roomIn(connection);
  try {
    for (let piece = await reading.next(); piece.done !== true; piece = await reading.next()) {
      const { value } = piece;
      if (gone()) return;
      let taken = true;
      res.cork(() => {
        taken = res.write(value);
      });
      if (!taken) await room();
    }
  } catch (error) {
    if (!gone()) res.close();
    throw error;
  } finally {
    void reading.return?.();
  }
  if (!gone()) res.cork(() => void res.end(undefined, lasting));
};
