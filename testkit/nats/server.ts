/** A real nats-server for tests: JetStream in a temporary directory, on a free loopback port; it ends with the test. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pino from 'pino';
import { obtainNatsServer } from '../../src/engine/obtain-nats-server.js';

/** The part of a tap test that is used here. */
export interface Lifetime {
  teardown(fn: () => unknown): void;
}

/** One server; it keeps its port and its store across restarts. */
export interface TestNats {
  readonly url: string;
  readonly port: number;
  /** The directory of its store. */
  readonly store: string;
  /** Id of the current process; changes with `restart`. */
  readonly pid: number;
  /** Sends the signal and resolves once the server is gone. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Starts the server again on the same port and store (ending it first if it still runs). */
  restart(): Promise<void>;
  /** Starts it again with another configuration. */
  configure(configuration: string): Promise<void>;
  /** Stops the server in order, copies its store, and starts it again. Resolves with the backup's folder. */
  backUp(): Promise<string>;
  /** Stops the server, replaces the store with a backup, and starts the server again. */
  restore(backup: string): Promise<void>;
}

const START_TIMEOUT_MS = 15_000;

/** Where fetched servers are kept between test runs. */
export const testCacheDir = (): string =>
  process.env.PARLEY_CACHE_DIR ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'parley');

let serverPath: Promise<string> | null = null;

/** Path of a suitable nats-server, fetched once into the cache if none is installed. @throws EngineError */
export const natsServerPath = (): Promise<string> => {
  // The search starts a process for each candidate, to read its version.
  serverPath ??= obtainNatsServer({
    cacheDir: testCacheDir(),
    logger: pino({ level: 'silent' }),
  }).then(({ path }) => path);
  return serverPath;
};

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('data', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
  });

const portFrom = async (directory: string, pid: number): Promise<number | null> => {
  const file = (await readdir(directory)).find((name) => name.endsWith(`_${pid}.ports`));
  if (file === undefined) return null;
  const match = /"(?:nats|tls):\/\/127\.0\.0\.1:(\d+)"/.exec(await readFile(join(directory, file), 'utf8'));
  return match === null ? null : Number(match[1]);
};

/** Resolves with the port once the server greets there. `port` null: the port that the server reports in `directory`. */
export const untilReady = async (
  directory: string,
  child: ChildProcess,
  port: number | null,
): Promise<number> => {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.pid === undefined) break;
    const bound = port ?? (await portFrom(directory, child.pid));
    if (bound !== null && (await accepts(bound))) return bound;
    await delay(10);
  }
  child.kill('SIGKILL');
  const log = await readFile(join(directory, 'log'), 'utf8').catch(() => '');
  throw new Error(`nats-server did not start:\n${log.slice(-2_000)}`);
};

/** Resolves once the process is gone, immediately if it already is. */
export const end = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
};

/** A server that ends with this process, however that ends. */
export const spawnServer = (binary: string, args: readonly string[]): ChildProcess => {
  const child = spawn(binary, args, { stdio: 'ignore' });
  const watcher = spawn('/bin/sh', ['-c', 'read -r _; kill -KILL "$1"', 'nats-watch', String(child.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  watcher.unref();
  child.once('exit', () => watcher.kill('SIGKILL'));
  return child;
};

/**
 * Starts a server that ends with the test, even if the test's process is killed. `configuration`: further content of
 * its file; without any, the server admits every client. `on`: a directory for its store.
 */
export const startNats = async (
  t: Lifetime,
  configuration = '',
  { on }: { readonly on?: string } = {},
): Promise<TestNats> => {
  const binary = await natsServerPath();
  const directory = await mkdtemp(join(tmpdir(), 'parley-nats-'));
  const file = join(directory, 'server.conf');
  await writeFile(file, configuration);

  const store = join(on ?? directory, 'store');
  const launch = async (port: number | null): Promise<{ child: ChildProcess; port: number }> => {
    const child = spawnServer(binary, [
      ...['--addr', '127.0.0.1', '--port', String(port ?? -1), '--jetstream'],
      ...['--store_dir', store, '--ports_file_dir', directory],
      ...['--log', join(directory, 'log'), '--config', file],
    ]);
    return { child, port: await untilReady(directory, child, port) };
  };

  let backups = 0;
  let running = await launch(null);
  t.teardown(async () => {
    await end(running.child, 'SIGKILL');
    await rm(directory, { recursive: true, force: true });
  });

  return {
    url: `nats://127.0.0.1:${running.port}`,
    port: running.port,
    store,
    get pid() {
      return running.child.pid ?? 0;
    },
    kill: (signal) => end(running.child, signal),
    restart: async () => {
      await end(running.child, 'SIGKILL');
      running = await launch(running.port);
    },
    configure: async (changed) => {
      await writeFile(file, changed);
      await end(running.child, 'SIGKILL');
      running = await launch(running.port);
    },
    backUp: async () => {
      await end(running.child, 'SIGTERM');
      backups += 1;
      const backup = join(directory, `backup-${backups}`);
      await cp(store, backup, { recursive: true });
      running = await launch(running.port);
      return backup;
    },
    restore: async (backup) => {
      await end(running.child, 'SIGTERM');
      await rm(store, { recursive: true });
      await cp(backup, store, { recursive: true });
      running = await launch(running.port);
    },
  };
};
