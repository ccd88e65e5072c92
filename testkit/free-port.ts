/** Ports of this machine's loopback address that nobody has. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/** Files that say which process has a port; this one's go when it ends. */
const claims = new Set<string>();

const giveBack = (): void => {
  for (const path of claims) rmSync(path, { force: true });
};

/** Whether the process that claimed it was killed: one that ends by itself gives it back. */
const isLeftBehind = (path: string): boolean => {
  try {
    process.kill(Number(readFileSync(path, 'utf8')), 0);
    return false;
  } catch (error) {
    return hasCode(error, 'ESRCH');
  }
};

/** False where another process has the port, whose service does not listen on it yet, or is down. */
const claim = (port: number): boolean => {
  const path = join(tmpdir(), `parley-port-${port}`);
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
    // For whoever draws it next: taken over at once, it might be taken over twice.
    if (isLeftBehind(path)) rmSync(path, { force: true });
    return false;
  }
  if (claims.size === 0) process.once('exit', giveBack);
  claims.add(path);
  return true;
};

/** A port for a service that is to come back on it, this process's own until it ends. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = RANGE.from + Math.floor(Math.random() * (RANGE.to - RANGE.from));
    if (claim(port) && (await isFree(port))) return port;
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
