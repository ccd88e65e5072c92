/** A connection on which anything can be sent. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Lifetime } from '../lifetime.js';

/** A connection that its creator controls. */
export interface RawConnection {
  readonly socket: Socket;
  /** Everything received so far, one character per byte. */
  readonly heard: () => string;
  /** Time from connecting to the end, ms; null while it is open. */
  readonly closedAfter: () => number | null;
  /** Resolves when the connection has ended. */
  readonly closed: Promise<void>;
}

/** Connects to a port of this machine; ends with the test. */
export const rawConnection = async (t: Lifetime, port: number): Promise<RawConnection> => {
  const socket = connect(port, '127.0.0.1');
  t.teardown(() => socket.destroy());
  socket.on('error', () => undefined);
  let text = '';
  socket.on('data', (data) => {
    text += data.toString('latin1');
  });
  const startedAt = performance.now();
  let after: number | null = null;
  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => {
      after = performance.now() - startedAt;
      resolve();
    });
  });
  await once(socket, 'connect');
  return { socket, heard: () => text, closedAfter: () => after, closed };
};
