/** The network between two processes: passes bytes on, delayed or not at all. */
import { connect, createServer, type Socket } from 'node:net';
import { listening } from '../../../simulators/support/listening.js';

/** A port that leads to another port. */
export interface Link {
  readonly port: number;
  /** Nothing passes in either direction, and nothing is closed, as with a pulled cable. */
  cut(): void;
  /** Everything that was held back passes at once. */
  heal(): void;
  /** Everything arrives this much later, ms; 0 means at once. */
  slow(lateMs: number): void;
  close(): void;
}

/** Listens on loopback at a free port. */
export const startLink = async (target: number): Promise<Link> => {
  let isCut = false;
  let lateMs = 0;
  const sockets = new Set<Socket>();

  const pass = (from: Socket, to: Socket): void => {
    from.on('data', (chunk) => {
      if (lateMs === 0) return void to.write(chunk);
      // Timers of the same length keep their order.
      setTimeout(() => to.writable && to.write(chunk), lateMs);
    });
    from.on('close', () => to.destroy());
    from.on('error', () => to.destroy());
  };

  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ port: target, host: '127.0.0.1', noDelay: true });
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    }
    pass(client, upstream);
    pass(upstream, client);
    if (isCut) for (const socket of [client, upstream]) socket.pause();
  });
  const port = await listening(server);
  return {
    port,
    cut: () => {
      isCut = true;
      for (const socket of sockets) socket.pause();
    },
    heal: () => {
      isCut = false;
      for (const socket of sockets) socket.resume();
    },
    slow: (ms) => {
      lateMs = ms;
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
};
