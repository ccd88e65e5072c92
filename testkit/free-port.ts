/** Ports of this machine's loopback address that nobody has. */
import { createServer } from 'node:net';
import { listening } from './listening.js';

/** Below the range of outgoing connections, one of which might take it while the service is down. */
const RANGE = { from: 20_000, to: 30_000 } as const;

/** Nobody listens on it. One that a test has just given back may be another test's by now. */
export const NOBODYS_PORT = 1;

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

/** A port for a service that is to come back on it. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = RANGE.from + Math.floor(Math.random() * (RANGE.to - RANGE.from));
    if (await isFree(port)) return port;
  }
};

interface Held {
  readonly port: number;
  release(): Promise<void>;
}

const hold = async (): Promise<Held> => {
  const server = createServer();
  const port = await listening(server);
  return { port, release: () => new Promise((released) => server.close(() => released())) };
};

/** So many ports at once: none is given twice. */
export const freePorts = async (count: number): Promise<readonly number[]> => {
  const held = await Promise.all(Array.from({ length: count }, hold));
  await Promise.all(held.map(({ release }) => release()));
  return held.map(({ port }) => port);
};
