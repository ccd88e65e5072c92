/**
 * One nats-server child process with JetStream under the data directory: started, kept alive, stopped.
 *
 * It guarantees:
 * N1. At most one server of ours runs on a store: a server that an earlier process left behind is ended first. A
 *     process counts as ours only if its command line names this store's configuration file.
 * N2. The server ends with this process, however that ends: a watcher holds a pipe that closes with us.
 * N3. A server that dies on its own is restarted on the same port, so that clients reconnect.
 * N4. It admits only holders of the key of this data directory (own-key.ts).
 * N5. A server that runs but does not serve is restarted where that helps: see care.ts.
 * N6. On a full disk it starts once there is room; the log says so in the meantime (room.ts).
 *
 * The caller holds the data directory's lock (data-dir.ts).
 *
 * Durability: a publish is acknowledged once the operating system has it, so it survives the end of any process
 * at any moment. A power loss can take what was written since the last sync, at most `syncInterval`; with
 * `always`, each commit is synced before it is acknowledged.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Backoff, pause, steadyBackoffMs } from '../../actors/runtime/backoff.js';
import type { NatsAccess, NatsCredentials } from '../../actors/runtime/nats/access.js';
import { JOURNAL } from '../config/settings/journal.js';
import { CHECK_EVERY_MS } from './care.js';
import { type Caretaker, diskOf, startCaretaker } from './caretaker.js';
import { EngineError } from './engine-error.js';
import { type OwnKey, ownKey, seedFileIn } from './own-key.js';
import { endProcess, isProcess } from './process-identity.js';
import { hasRoomToStart, isDiskFull, NoRoom, untilRoom } from './room.js';

export interface NatsServerOptions {
  /** Path of a suitable binary. */
  readonly binary: string;
  readonly dataDir: string;
  /** Like `2s` or `always`; default that of PARLEY_NATS_SYNC. */
  readonly syncInterval?: string;
  /** Whether a start on a full disk waits or fails. Default: it fails. */
  readonly onFullDisk?: 'wait' | 'fail';
  readonly logger: Logger;
}

export interface NatsServer extends NatsAccess {
  /** Stable for the life of this object. */
  readonly url: string;
  readonly credentials: NatsCredentials;
  readonly port: number;
  /** Process id of the current child; it changes when the server is restarted. */
  readonly pid: number;
  /** Whether the disk of its store has more than the reserve for live calls. */
  hasRoom(): boolean;
  /** Sets the source of how long the journal has answered without storing, ms (N5). */
  watchErrors(inErrorMs: () => number): void;
  /** Stops the server gracefully, then by force. Idempotent. */
  stop(): Promise<void>;
}

const SYNC_INTERVAL = /^(always|[1-9]\d{0,5}(ms|s|m))$/;

const START_TIMEOUT_MS = 30_000;
const STOP_GRACE_MS = 5_000;
/** An orphan serves no clients, so it gets less time to end gracefully. */
const ORPHAN_GRACE_MS = 1_500;
const POLL_MS = 10;
const RESTART: Backoff = { firstMs: 50, longestMs: 5_000 };
/** A message carries one commit; contacts with all their fields stay far below this. */
const MAX_PAYLOAD_BYTES = 8 * 1024 * 1024;
/** How long a client may take to present its key: a busy node may need longer than the server's default of 2 s. */
const AUTH_TIMEOUT_S = 10;
/**
 * By default, a server claims three quarters of the space that is free when it starts, and rejects everything beyond
 * that, however much is freed later. Here the disk is the limit, and care.ts watches it.
 */
const MAX_STORE_BYTES = 2 ** 50;

interface Paths {
  readonly directory: string;
  readonly config: string;
  readonly pid: string;
  readonly log: string;
}

const pathsOf = (directory: string): Paths => ({
  directory,
  config: join(directory, 'nats-server.conf'),
  pid: join(directory, 'nats-server.pid'),
  log: join(directory, 'nats-server.log'),
});

/** @throws EngineError if the server does not start, the disk is full (N6), or `syncInterval` is not an interval */
export const startNatsServer = async (options: NatsServerOptions): Promise<NatsServer> => {
  const syncInterval = options.syncInterval ?? JOURNAL.sync.default;
  if (!SYNC_INTERVAL.test(syncInterval))
    throw new EngineError(
      `the sync interval is "${syncInterval}"; use a value like 500ms, 2s or 1m, or always`,
    );
  await mkdir(join(options.dataDir, 'nats'), { recursive: true, mode: 0o700 });
  const paths = pathsOf(await realpath(join(options.dataDir, 'nats')));
  await endOrphan(paths, options.logger); // N1
  const waitsForRoom = options.onFullDisk === 'wait';
  const { logger } = options;
  const roomOptions = {
    directory: paths.directory,
    disk: diskOf,
    signal: new AbortController().signal,
    logger,
  };
  if (!waitsForRoom && !(await hasRoomToStart(roomOptions))) throw new NoRoom(paths.directory);
  if (waitsForRoom) await untilRoom(roomOptions); // N6
  const key = await ownKey(paths.directory);
  const child = new Supervised(options.binary, paths, key, syncInterval, logger);
  await child.startFirst(waitsForRoom);
  await child.supervise();
  return child;
};

/** The server that runs on this data directory now, no matter which process started it; null if there is none. */
export const findRunningServer = async (dataDir: string): Promise<NatsAccess | null> => {
  const directory = await realpath(join(dataDir, 'nats')).catch(() => null);
  if (directory === null) return null;
  const paths = pathsOf(directory);
  const pid = await readPid(paths);
  if (pid === null || !(await isProcess(pid, paths.config))) return null;
  const port = await readPort(paths, pid);
  if (port === null || !(await answers(port))) return null;
  return { url: urlOf(port), credentials: { kind: 'nkey', seedFile: seedFileIn(directory) } };
};

const urlOf = (port: number): string => `nats://127.0.0.1:${port}`;

const readPid = async (paths: Paths): Promise<number | null> => {
  const pid = Number.parseInt(await readFile(paths.pid, 'utf8').catch(() => ''), 10);
  return Number.isInteger(pid) && pid > 1 ? pid : null;
};

const portsFile = (paths: Paths, pid: number): string => join(paths.directory, `nats-server_${pid}.ports`);

const readPort = async (paths: Paths, pid: number): Promise<number | null> => {
  const text = await readFile(portsFile(paths, pid), 'utf8').catch(() => '');
  const match = /nats:\/\/127\.0\.0\.1:(\d+)/.exec(text);
  return match === null ? null : Number(match[1]);
};

const endOrphan = async (paths: Paths, logger: Logger): Promise<void> => {
  const pid = await readPid(paths);
  if (pid !== null && (await isProcess(pid, paths.config))) {
    logger.warn({ event: 'engine.orphan_ended', serverPid: pid });
    await endProcess(pid, paths.config, ORPHAN_GRACE_MS);
  }
  await rm(paths.pid, { force: true });
  const stale = (await readdir(paths.directory)).filter((name) => name.endsWith('.ports'));
  for (const name of stale) await rm(join(paths.directory, name), { force: true });
};

/** Whether a NATS server sends its greeting on the port. */
const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const settle = (answered: boolean): void => {
      socket.destroy();
      resolve(answered);
    };
    socket.setTimeout(1_000, () => settle(false));
    socket.once('data', (data) => settle(data.toString('latin1').startsWith('INFO ')));
    socket.once('error', () => settle(false));
    socket.once('close', () => settle(false));
  });

const configuration = (
  paths: Paths,
  { publicKey }: OwnKey,
  port: number | null,
  syncInterval: string,
): string => `# Written by Parley at each start.
listen: "127.0.0.1:${port ?? -1}"
max_payload: ${MAX_PAYLOAD_BYTES}
pid_file: ${JSON.stringify(paths.pid)}
ports_file_dir: ${JSON.stringify(paths.directory)}
log_file: ${JSON.stringify(paths.log)}
logfile_size_limit: 8MB
logfile_max_num: 2
authorization {
  timeout: ${AUTH_TIMEOUT_S}
  users: [{ nkey: ${publicKey} }]
}
jetstream {
  store_dir: ${JSON.stringify(join(paths.directory, 'store'))}
  sync_interval: ${JSON.stringify(syncInterval)}
  max_file_store: ${MAX_STORE_BYTES}
}
`;

class Supervised implements NatsServer {
  readonly #binary: string;
  readonly #paths: Paths;
  readonly #key: OwnKey;
  readonly #syncInterval: string;
  readonly #logger: Logger;
  #child: ChildProcess | null = null;
  #port: number | null = null;
  readonly #halt = new AbortController();
  #stopping: Promise<void> | null = null;
  #restarting: Promise<void> | null = null;
  #caretaker: Caretaker | null = null;

  constructor(binary: string, paths: Paths, key: OwnKey, syncInterval: string, logger: Logger) {
    this.#binary = binary;
    this.#paths = paths;
    this.#key = key;
    this.#syncInterval = syncInterval;
    this.#logger = logger;
  }

  get port(): number {
    return this.#port ?? 0;
  }

  get url(): string {
    return urlOf(this.port);
  }

  get credentials(): NatsCredentials {
    return { kind: 'nkey', seedFile: this.#key.seedFile };
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** The first start, repeated while the disk turns out to be full (N6). @throws EngineError */
  async startFirst(waitsForRoom: boolean): Promise<void> {
    for (;;) {
      try {
        return await this.start();
      } catch (error) {
        if (!isDiskFull(error)) throw error;
        if (!waitsForRoom) throw new NoRoom(this.#paths.directory);
        await this.#untilRoom();
      }
    }
  }

  #untilRoom(): Promise<void> {
    const { directory } = this.#paths;
    return untilRoom({ directory, disk: diskOf, signal: this.#halt.signal, logger: this.#logger });
  }

  async start(): Promise<void> {
    const content = configuration(this.#paths, this.#key, this.#port, this.#syncInterval);
    await writeFile(this.#paths.config, content, { mode: 0o600 });
    const child = spawn(this.#binary, ['-c', this.#paths.config], { stdio: 'ignore', detached: true });
    child.once('error', (error) => this.#logger.error({ event: 'engine.spawn_failed', err: error }));
    watch(child);
    this.#child = child;
    this.#port = await this.#untilReady(child);
    // From here on an exit is noticed; an earlier one counts as a failed start.
    if (hasEnded(child)) throw new EngineError('nats-server exited right after its start');
    child.once('exit', (code, signal) => this.#onExit(code, signal));
    this.#logger.info({ event: 'engine.started', serverPid: child.pid, port: this.#port });
  }

  /** N5 */
  async supervise(): Promise<void> {
    this.#caretaker = await startCaretaker({
      directory: this.#paths.directory,
      disk: diskOf,
      responds: async () =>
        this.#restarting !== null || this.#stopping !== null ? 'starting' : answers(this.port),
      restart: async (why) => {
        if (this.#child !== null) await endChild(this.#child, why === 'frozen' ? 0 : STOP_GRACE_MS);
      },
      logger: this.#logger,
    });
  }

  hasRoom(): boolean {
    return this.#caretaker?.hasRoom() ?? true;
  }

  watchErrors(inErrorMs: () => number): void {
    this.#caretaker?.watchErrors(inErrorMs);
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    this.#halt.abort();
    await this.#caretaker?.stop();
    await this.#restarting;
    const child = this.#child;
    if (child !== null) await endChild(child, STOP_GRACE_MS);
    await rm(this.#paths.pid, { force: true });
    this.#logger.info({ event: 'engine.stopped' });
  }

  #onExit(code: number | null, signal: NodeJS.Signals | null): void {
    if (this.#stopping !== null || this.#restarting !== null) return;
    this.#logger.error({ event: 'engine.exited', code, signal });
    this.#restarting = this.#restart().finally(() => {
      this.#restarting = null;
    });
  }

  async #restart(): Promise<void> {
    for (let attempt = 1; !this.#halt.signal.aborted; attempt += 1) {
      await this.#untilRoom(); // N6
      try {
        return await this.start(); // N3
      } catch (error) {
        if (this.#halt.signal.aborted) return;
        this.#logger.error({ event: 'engine.restart_failed', err: error });
        await pause(steadyBackoffMs(attempt, RESTART), this.#halt.signal);
      }
    }
  }

  async #untilReady(child: ChildProcess): Promise<number> {
    const deadline = Date.now() + START_TIMEOUT_MS;
    const { signal } = this.#halt;
    let checkAt = Date.now() + CHECK_EVERY_MS;
    while (Date.now() < deadline && !signal.aborted && child.pid !== undefined && !hasEnded(child)) {
      const port = await readPort(this.#paths, child.pid);
      if (port !== null && (await answers(port))) return port;
      await delay(POLL_MS);
      if (Date.now() < checkAt) continue;
      checkAt = Date.now() + CHECK_EVERY_MS;
      if (await hasRoomToStart({ directory: this.#paths.directory, disk: diskOf })) continue;
      // The server runs, but its port will never become known.
      await endChild(child, 0);
      throw new NoRoom(this.#paths.directory);
    }
    await endChild(child, 0);
    const log = await readFile(this.#paths.log, 'utf8').catch(() => '');
    throw new EngineError(
      `nats-server did not start (${this.#binary}); its log, ${this.#paths.log}, ends with:\n${log.slice(-1_500)}`,
    );
  }
}

/** N2: the shell reads a pipe of ours until it closes, which it does whenever this process ends. */
const watch = (child: ChildProcess): void => {
  if (child.pid === undefined) return;
  const watcher = spawn(
    '/bin/sh',
    ['-c', 'read -r _; kill -TERM "$1" 2>/dev/null', 'parley-engine-watch', String(child.pid)],
    { stdio: ['pipe', 'ignore', 'ignore'], detached: true },
  );
  watcher.unref();
  watcher.once('error', () => undefined);
  // A process id may be reused after its process has ended, so the watcher must not outlive the server.
  child.once('exit', () => watcher.kill('SIGKILL'));
};

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

const endChild = async (child: ChildProcess, graceMs: number): Promise<void> => {
  if (child.pid === undefined || hasEnded(child)) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), graceMs);
  await gone;
  clearTimeout(force);
};
