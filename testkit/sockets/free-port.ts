/** Unused ports of this machine's loopback address. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listening } from '../../simulators/support/listening.js';

/** Below the range of outgoing connections, one of which might take a port while its service is down. */
const RANGE = { from: 20_000, to: 30_000 } as const;

/** A port without a listener. A port that a test has just released may be another test's by now. */
export const UNUSED_PORT = 1;

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/** Files that record which process has a port; those of this process are removed when it ends. */
const claims = new Set<string>();

const releaseAll = (): void => {
  for (const path of claims) rmSync(path, { force: true });
};

/** Whether the process that claimed it was killed: a process that ends by itself removes its claims. */
const isLeftBehind = (path: string): boolean => {
  try {
    process.kill(Number(readFileSync(path, 'utf8')), 0);
    return false;
  } catch (error) {
    return hasCode(error, 'ESRCH');
  }
};

/** False if another process has claimed the port, even if its service does not listen yet or is down. */
const claimPort = (port: number): boolean => {
  const path = join(tmpdir(), `parley-port-${port}`);
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
    // Left to the next process that draws the port: if it were taken over here, two processes might do so.
    if (isLeftBehind(path)) rmSync(path, { force: true });
    return false;
  }
  if (claims.size === 0) process.once('exit', releaseAll);
  claims.add(path);
  return true;
};

/** A port for a service that will come back on it; it is reserved for this process until it ends. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = RANGE.from + Math.floor(Math.random() * (RANGE.to - RANGE.from));
    if (claimPort(port) && (await isFree(port))) return port;
  }
};

interface HeldPort {
  readonly port: number;
  release(): Promise<void>;
}

const hold = async (): Promise<HeldPort> => {
  const server = createServer();
  const port = await listening(server);
  return { port, release: () => new Promise((released) => server.close(() => released())) };
};

/** Several ports at once, all different. */
export const freePorts = async (count: number): Promise<readonly number[]> => {
  const held = await Promise.all(Array.from({ length: count }, hold));
  await Promise.all(held.map(({ release }) => release()));
  return held.map(({ port }) => port);
};
