/**
 * Open-vocabulary recognition on this machine: sherpa-onnx with an installed model, in a process of its own (sherpa-process.ts).
 *
 * Numbered promises: S1 a process that dies, or is further behind than {@link MAX_BEHIND_MS}, is replaced at the earliest
 * {@link RESTART_MS} after it was started, and its streams fail, so that a fallback takes over. S2 a stream that is opened
 * while the process is more than {@link FULL_MS} behind fails at once: current calls take precedence over new ones.
 * S3 audio of all streams is sent in one message each {@link GATHER_MS}.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { assertNever } from '../../../schemas/assert.js';
import type { Recogniser, RecogniserStream, RecognitionEvent } from '../recogniser.js';
import type { InstalledModel } from './installed-models.js';
import type { SherpaReport, SherpaRequest } from './sherpa-process.js';

const MAX_BEHIND_MS = 10_000;
const FULL_MS = 1_500;
const GATHER_MS = 40;
const RESTART_MS = 5_000;
const END_MS = 2_000;
/** A model of 300 MB takes some seconds from a cold disk. */
const LOAD_MS = 60_000;

const PROCESS = new URL('./sherpa-process.js', import.meta.url);

export interface SherpaOptions {
  /** Called when the process is lost, with a reason in our own words. */
  readonly onLost: (reason: string) => void;
  /** Least time between the starts of two processes, ms; default {@link RESTART_MS}. */
  readonly restartMs?: number;
}

interface Listener {
  readonly onEvent: (event: RecognitionEvent) => void;
  readonly onFinished: () => void;
}

/** A process that runs the engine, and its backlog. */
interface Engine {
  readonly child: ChildProcess;
  readonly startedAt: number;
  ready: boolean;
  /** When the oldest audio of the backlog was sent; null: there is no backlog. */
  behindSince: number | null;
}

/** Starts the process immediately, so that the first call finds the model loaded. */
export const createSherpaRecogniser = (model: InstalledModel, options: SherpaOptions): Recogniser =>
  new SherpaRecogniser(model, options);

/**
 * Checks that the engine accepts the model, by starting and ending a process. @throws Error that says why it does not
 */
export const tryModel = async (folder: string): Promise<void> => {
  const child = startProcess(folder);
  let timeout: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      timeout = setTimeout(() => reject(new Error('the engine did not load the model in time')), LOAD_MS);
      child.once('exit', () => reject(new Error('the engine exited while it loaded the model')));
      child.once('message', (report: SherpaReport) => {
        if (report.type === 'unavailable') reject(new Error(report.reason));
        else resolve();
      });
    });
  } finally {
    clearTimeout(timeout);
    child.kill('SIGKILL');
  }
};

const startProcess = (folder: string): ChildProcess => {
  const child = fork(fileURLToPath(PROCESS), [], {
    serialization: 'advanced',
    // The engine's output is discarded, because a full pipe would block it.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [],
  });
  send(child, { type: 'load', folder });
  return child;
};

/** Sends a request, unless the process is already gone. */
const send = (child: ChildProcess, request: SherpaRequest): void => {
  if (child.connected) child.send(request, () => undefined);
};

class SherpaRecogniser implements Recogniser {
  readonly name: string;
  readonly #folder: string;
  readonly #options: SherpaOptions;
  readonly #listeners = new Map<number, Listener>();
  #engine: Engine | null;
  #nextKey = 1;
  #gathered: { readonly key: number; readonly mulaw: Uint8Array }[] = [];
  #flush: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(model: InstalledModel, options: SherpaOptions) {
    this.name = `sherpa:${model.name}`;
    this.#folder = model.folder;
    this.#options = options;
    this.#engine = this.#begin();
  }

  open(_request: unknown, onEvent: (event: RecognitionEvent) => void): RecogniserStream {
    const engine = this.#running();
    const key = this.#nextKey;
    this.#nextKey += 1;
    let resolveFinished: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => {
      resolveFinished = resolve;
    });
    const refused =
      engine === null
        ? 'the engine is not running'
        : behindMs(engine) > FULL_MS
          ? 'the engine is behind'
          : null; // S2
    if (engine === null || refused !== null) {
      const failing = setImmediate(() => onEvent({ type: 'failed', reason: `sherpa: ${refused}` }));
      return {
        write: () => undefined,
        finish: async () => undefined,
        close: () => clearImmediate(failing),
      };
    }
    this.#listeners.set(key, { onEvent, onFinished: resolveFinished });
    send(engine.child, { type: 'open', key });
    return {
      write: (mulaw) => {
        if (this.#listeners.has(key)) this.#gather(key, Uint8Array.from(mulaw));
      },
      finish: () => {
        if (!this.#listeners.has(key)) return Promise.resolve();
        this.#send();
        send(engine.child, { type: 'finish', key });
        return finished;
      },
      close: () => {
        if (!this.#listeners.delete(key)) return;
        resolveFinished();
        send(engine.child, { type: 'close', key });
      },
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#flush !== null) clearTimeout(this.#flush);
    const engine = this.#engine;
    if (engine === null) return;
    this.#lose(engine, null);
    const { child } = engine;
    if (child.exitCode !== null || child.signalCode !== null) return;
    await new Promise<void>((resolve) => {
      const timeout = setTimeout(() => child.kill('SIGKILL'), END_MS);
      child.once('exit', () => {
        clearTimeout(timeout);
        resolve();
      });
      if (child.connected) child.disconnect();
    });
  }

  #running(): Engine | null {
    const { restartMs = RESTART_MS } = this.#options;
    this.#engine ??= this.#mayBegin(restartMs) ? this.#begin() : null;
    return this.#engine;
  }

  #startedAt = Number.NEGATIVE_INFINITY;

  #mayBegin(restartMs: number): boolean {
    return !this.#closed && performance.now() - this.#startedAt >= restartMs;
  }

  #begin(): Engine {
    const child = startProcess(this.#folder);
    const engine: Engine = { child, startedAt: performance.now(), ready: false, behindSince: null };
    this.#startedAt = engine.startedAt;
    child.on('message', (report: SherpaReport) => this.#hear(engine, report));
    child.once('error', () => this.#lose(engine, 'the engine process could not be started'));
    child.once('exit', () => this.#lose(engine, 'the engine process exited'));
    return engine;
  }

  #hear(engine: Engine, report: SherpaReport): void {
    switch (report.type) {
      case 'ready':
        engine.ready = true;
        return;
      case 'unavailable':
        return this.#lose(engine, report.reason);
      case 'heard': {
        const { isFinal, heard } = report;
        const { text, startMs, endMs } = heard;
        this.#listeners
          .get(report.key)
          ?.onEvent(
            isFinal
              ? { type: 'final', ...heard, endOfUtterance: false }
              : { type: 'partial', text, startMs, endMs },
          );
        return;
      }
      case 'finished': {
        const listener = this.#listeners.get(report.key);
        this.#listeners.delete(report.key);
        listener?.onFinished();
        return;
      }
      case 'caught_up':
        engine.behindSince = null;
        return;
      default:
        assertNever(report);
    }
  }

  #gather(key: number, mulaw: Uint8Array): void {
    this.#gathered.push({ key, mulaw });
    this.#flush ??= setTimeout(() => this.#send(), GATHER_MS).unref();
  }

  /** S3 */
  #send(): void {
    if (this.#flush !== null) clearTimeout(this.#flush);
    this.#flush = null;
    const gathered = this.#gathered;
    this.#gathered = [];
    const engine = this.#engine;
    if (engine === null || gathered.length === 0) return;
    const limitMs = engine.ready ? MAX_BEHIND_MS : LOAD_MS;
    if (behindMs(engine) > limitMs) {
      this.#lose(engine, `the engine is ${Math.round(limitMs / 1_000)} s behind`);
      engine.child.kill('SIGKILL');
      return;
    }
    engine.behindSince ??= performance.now();
    send(engine.child, {
      type: 'audio',
      keys: gathered.map(({ key }) => key),
      lengths: gathered.map(({ mulaw }) => mulaw.length),
      mulaw: Buffer.concat(gathered.map(({ mulaw }) => mulaw)),
    });
  }

  /** S1. `reason` null: the recogniser was closed. */
  #lose(engine: Engine, reason: string | null): void {
    if (this.#engine !== engine) return;
    this.#engine = null;
    this.#gathered = [];
    const listeners = [...this.#listeners.values()];
    this.#listeners.clear();
    for (const { onEvent, onFinished } of listeners) {
      if (reason !== null) onEvent({ type: 'failed', reason: `sherpa: ${reason}` });
      onFinished();
    }
    if (reason !== null) this.#options.onLost(reason);
  }
}

const behindMs = ({ behindSince }: Engine): number =>
  behindSince === null ? 0 : performance.now() - behindSince;
