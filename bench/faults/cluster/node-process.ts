/**
 * A node of the service as a process to which faults are applied: killed, frozen, drained, with its clock stepped, and
 * restarted.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { nodeCommand } from '../../../testkit/service/node-command.js';

/** A node; `index` starts at 0. */
export interface NodeProcess {
  readonly index: number;
  readonly port: number;
  readonly url: string;
  /** How often it was started. */
  generation(): number;
  /** Whether its process runs and is not being stopped. */
  isUp(): boolean;
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  /** SIGKILL; resolves when the process has exited. */
  kill(): Promise<void>;
  /** SIGTERM; resolves when the process has exited. It is killed after `withinMs`. */
  drain(withinMs: number): Promise<void>;
  /** How its process exited unexpectedly; it was restarted each time, as by a supervisor. */
  readonly crashes: readonly string[];
  /** Starts the node. Resolves when `/readyz` is 200. @throws NotStarted after `withinMs` */
  start(withinMs: number): Promise<void>;
  /** Sets the offset of its clock, ms; 0 corrects it. */
  stepClock(offsetMs: number): void;
  /** Deletes its read models; the node must not be running. */
  loseViews(): void;
  readiness(): Promise<{ readonly status: number; readonly codes: readonly string[] }>;
}

export interface NodeProcessOptions {
  readonly index: number;
  readonly port: number;
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
  /** Paths of the command line: for the first start, and for all later ones. */
  readonly cli: { readonly first: string; readonly later: string };
  readonly onLog: (line: string) => void;
}

/** A node did not become ready in time. */
export class NotStarted extends Error {
  override readonly name = 'NotStarted';
}

const METRICS_TOKEN = 'metrics-of-a-bench';
const CLOCK = new URL('./stepped-clock.js', import.meta.url);
/** Delay before a supervisor restarts a process that exited unexpectedly, ms. */
const RESPAWN_DELAY_MS = 500;
const POLL_MS = 100;
const POLL_TIMEOUT_MS = 2_000;

export const createNodeProcess = (options: NodeProcessOptions): NodeProcess => {
  const { index, port, dataDir, env, cli, onLog } = options;
  const url = `http://127.0.0.1:${port}`;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const clockFile = join(dataDir, 'clock-offset');
  let child: ChildProcess | null = null;
  let generation = 0;
  /** Whether a supervisor restarts the process when it exits. */
  let isWanted = false;
  let lastError = '';
  const crashes: string[] = [];

  const onLine = (line: string): void => {
    if (/^parley: |Error/.test(line) && !line.startsWith('{')) lastError = line;
    onLog(line);
  };
  const spawnNode = (): ChildProcess => {
    generation += 1;
    const path = generation === 1 ? cli.first : cli.later;
    const flags = ['--enable-source-maps', '--import', CLOCK.href];
    const serve = [path, 'serve', '--port', String(port), '--data-dir', dataDir];
    const started = spawn(...nodeCommand([...flags, ...serve]), {
      env: {
        ...process.env,
        PARLEY_METRICS_TOKEN: METRICS_TOKEN,
        ...env,
        PARLEY_FAULTS_CLOCK: clockFile,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [started.stdout, started.stderr])
      createInterface({ input: stream }).on('line', onLine);
    started.once('exit', (code, signal) => {
      if (!isWanted) return;
      crashes.push(`node ${index} exited by itself with ${signal ?? code}: ${lastError}`);
      setTimeout(() => {
        if (isWanted) child = spawnNode();
      }, RESPAWN_DELAY_MS);
    });
    return started;
  };
  const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
    exitCode !== null || signalCode !== null;
  const isUp = (): boolean => child !== null && !hasEnded(child) && isWanted;
  const end = async (signal: NodeJS.Signals, withinMs: number): Promise<void> => {
    isWanted = false;
    if (child === null || hasEnded(child)) return;
    const gone = once(child, 'exit');
    const killer = setTimeout(() => child?.kill('SIGKILL'), withinMs);
    child.kill(signal);
    await gone;
    clearTimeout(killer);
  };

  const readiness: NodeProcess['readiness'] = async () => {
    try {
      const response = await fetch(`${url}/readyz`, {
        headers: { authorization: `Bearer ${METRICS_TOKEN}`, connection: 'close' },
        signal: AbortSignal.timeout(POLL_TIMEOUT_MS),
      });
      const text = await response.text();
      return { status: response.status, codes: response.ok ? [] : [...codesIn(text)] };
    } catch {
      return { status: 0, codes: [] };
    }
  };

  return {
    index,
    port,
    url,
    generation: () => generation,
    isUp,
    signal: (name) => void child?.kill(name),
    kill: () => end('SIGKILL', 0),
    drain: (withinMs) => end('SIGTERM', withinMs),
    crashes,
    start: async (withinMs) => {
      const until = Date.now() + withinMs;
      if (!isWanted) {
        isWanted = true;
        child = spawnNode();
      }
      let codes: readonly string[] = [];
      while (Date.now() < until) {
        const seen = await readiness();
        if (seen.status === 200) return;
        codes = seen.codes;
        await delay(POLL_MS);
      }
      throw new NotStarted(`node ${index} is not ready after ${withinMs} ms: ${codes.join(', ')}`);
    },
    stepClock: (offsetMs) => writeFileSync(clockFile, String(offsetMs)),
    loseViews: () => {
      for (const suffix of ['', '-wal', '-shm'])
        rmSync(join(dataDir, `views.sqlite${suffix}`), { force: true });
    },
    readiness,
  };
};

const codesIn = (text: string): Iterable<string> =>
  [...text.matchAll(/"code":"([a-z_]+)"/g)].map(([, code = '']) => code);
