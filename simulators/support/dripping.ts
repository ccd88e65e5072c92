/** A connection whose data arrives a few bytes at a time. */
import type { Duplex } from 'node:stream';

const PIECE_BYTES = 7;

/** From now on, data written to the socket arrives in pieces, one per turn of the event loop. */
export const dripping = (socket: Duplex): void => {
  const write = socket.write.bind(socket);
  const queue: Buffer[] = [];
  let running = false;
  const run = (): void => {
    const next = queue.shift();
    running = next !== undefined && !socket.destroyed;
    if (next === undefined || socket.destroyed) return;
    write(next);
    setImmediate(run);
  };
  const slow = (chunk: unknown, encoding?: unknown, done?: unknown): boolean => {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    for (let at = 0; at < bytes.length; at += PIECE_BYTES)
      queue.push(Buffer.from(bytes.subarray(at, at + PIECE_BYTES)));
    const callback = typeof encoding === 'function' ? encoding : done;
    if (typeof callback === 'function') callback();
    if (!running) {
      running = true;
      setImmediate(run);
    }
    return true;
  };
  socket.write = slow;
};
