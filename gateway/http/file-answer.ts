/** Answers whose body is a file or a part of one, streamed at a known length with backpressure. */
import { writeParts } from './backpressure.js';
import type { Connection } from './connection.js';
import { sendHeadOnly } from './http.js';
import { writeHead } from './response-head.js';

export interface FileAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes of the body. */
  readonly total: number;
  /** Yields exactly `total` bytes; read once, and not for HEAD. */
  readonly read: () => AsyncIterable<Uint8Array>;
}

/**
 * Sends the answer. A file that cannot be read to its end closes the connection, so that the client notices the missing bytes.
 * @throws errors of reading; Error when there were fewer bytes than promised
 */
export const sendFile = async (
  connection: Connection,
  { status, headers, total, read }: FileAnswer,
): Promise<void> => {
  const { res, isGone } = connection;
  if (isGone()) return;
  if (connection.headOnly) {
    await sendHeadOnly(connection, status, headers, total);
    return;
  }
  res.cork(() => {
    writeHead(connection, status, headers);
    if (total === 0) res.end();
  });
  if (total === 0) return;
  try {
    const complete = await writeParts(connection, read(), total);
    if (complete || isGone()) return;
  } catch (error) {
    if (!isGone()) res.close();
    throw error;
  }
  res.close();
  throw new Error('a file is shorter than its recorded size');
};
