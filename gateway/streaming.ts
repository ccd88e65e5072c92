/** Answers whose body is made while it is sent, no faster than the client takes it. */
import { roomIn } from './backpressure.js';
import type { Connection } from './connection.js';
import type { Reply } from './envelope.js';
import { statusLine } from './http.js';

/**
 * Sends an answer piece by piece, in chunks. A body that cannot be made to its end ends the connection without the last
 * chunk, so that its receiver sees that something is missing. @throws what the pieces throw
 */
export const sendStream = async (
  connection: Connection,
  { status, headers }: Pick<Reply, 'status' | 'headers'>,
  pieces: AsyncIterable<string>,
): Promise<void> => {
  const { res, gone } = connection;
  if (gone()) return;
  res.cork(() => {
    res.writeStatus(statusLine(status));
    for (const [name, value] of Object.entries(headers)) res.writeHeader(name, value);
    if (connection.headOnly) res.endWithoutBody();
  });
  if (connection.headOnly) return;
  const room = roomIn(connection);
  try {
    for await (const piece of pieces) {
      if (gone()) return;
      let taken = true;
      res.cork(() => {
        taken = res.write(piece);
      });
      if (!taken) await room();
    }
  } catch (error) {
    if (!gone()) res.close();
    throw error;
  }
  if (!gone()) res.cork(() => res.end());
};
