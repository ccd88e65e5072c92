/** Parley as a process of its own, for the demo, the bench and the end-to-end tests. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { nodeCommand } from './node-command.js';

/** Of this build. */
export const CLI = fileURLToPath(new URL('../bundle/cli.js', import.meta.url));
const START_MS = 120_000;
/** Opens the metrics of every service that is started here, unless its environment names another one. */
const METRICS_TOKEN = 'metrics-of-a-bench';

/** A service that is to stop does not wait for live calls, unless its environment says otherwise. */
const AT_ONCE = { PARLEY_DRAIN_SECONDS: '0' } as const;

/** Of a service whose clients are never told to wait. */
export const UNLIMITED = {
  PARLEY_RATE_LIMIT: '100000',
  PARLEY_RATE_BURST: '100000',
  PARLEY_ADDRESS_RATE_LIMIT: '100000',
  PARLEY_ADDRESS_RATE_BURST: '100000',
} as const;

/** How a service is started. */
export interface ParleyOptions {
  readonly dataDir: string;
  /** 0 = a free one. */
  readonly port?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** For Node itself. */
  readonly nodeArgs?: readonly string[];
  /** Path of the command line; default: this build's. */
  readonly cli?: string;
  /** Hears every line of its log. */
  readonly onLog?: (line: string) => void;
  /** Hears every line of its standard error; default: this process's own takes it. */
  readonly onErrors?: (line: string) => void;
}

/** A service that serves, or has served. */
export interface ParleyProcess {
  readonly url: string;
  readonly networkUrl: string;
  /** Of its simulated Meta; null when it has none. */
  readonly metaUrl: string | null;
  /** Opens the control interfaces of its simulators; null when it has none. */
  readonly simulatorToken: string | null;
  /** Where the first person sets the console up; null where there is somebody. */
  readonly setupUrl: string | null;
  readonly pid: number;
  /** Headers of whoever operates it: for /metrics, and for what /readyz has to say. */
  readonly operator: Readonly<Record<string, string>>;
  /** Its metrics now, as Prometheus reads them. */
  metrics(): Promise<string>;
  kill(signal: NodeJS.Signals): void;
  /** Resolves when the process is gone. */
  readonly ended: Promise<void>;
  /** Null while it runs, and where a signal killed it. */
  exitCode(): number | null;
}

interface Ready {
  readonly url: string;
  readonly networkUrl: string;
  readonly metaUrl: string | null;
  readonly simulatorToken: string | null;
  /** Older builds say nothing of it. */
  readonly setupUrl?: string | null;
}

const isReady = (line: unknown): line is Ready =>
  typeof line === 'object' &&
  line !== null &&
  'event' in line &&
  line.event === 'service.ready' &&
  'url' in line &&
  'networkUrl' in line &&
  'metaUrl' in line &&
  'simulatorToken' in line;

const parse = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
};

/** Starts `parley serve` and waits until it serves. */
export const startParley = async (options: ParleyOptions): Promise<ParleyProcess> => {
  const { onErrors } = options;
  const child: ChildProcess = spawn(
    ...nodeCommand([
      ...(options.nodeArgs ?? []),
      '--enable-source-maps',
      options.cli ?? CLI,
      'serve',
      '--port',
      String(options.port ?? 0),
      '--data-dir',
      options.dataDir,
    ]),
    {
      env: { ...process.env, PARLEY_METRICS_TOKEN: METRICS_TOKEN, ...AT_ONCE, ...options.env },
      stdio: ['ignore', 'pipe', onErrors === undefined ? 'inherit' : 'pipe'],
    },
  );
  const { stdout, stderr } = child;
  if (stdout === null) throw new Error('parley was started without a standard output');
  if (stderr !== null && onErrors !== undefined) createInterface({ input: stderr }).on('line', onErrors);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const ready = await new Promise<Ready>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('parley did not start in time')), START_MS);
    createInterface({ input: stdout }).on('line', (line) => {
      options.onLog?.(line);
      const message = parse(line);
      if (!isReady(message)) return;
      clearTimeout(timer);
      resolve(message);
    });
    void ended.then(() => {
      clearTimeout(timer);
      reject(new Error('parley ended before it served'));
    });
  });
  const operator = { authorization: `Bearer ${options.env?.PARLEY_METRICS_TOKEN ?? METRICS_TOKEN}` };
  return {
    url: ready.url,
    networkUrl: ready.networkUrl,
    metaUrl: ready.metaUrl,
    simulatorToken: ready.simulatorToken,
    setupUrl: ready.setupUrl ?? null,
    pid: child.pid ?? 0,
    operator,
    metrics: async () => {
      // On a connection of its own: one that was kept may have been closed while its owner was busy.
      const headers = { ...operator, Connection: 'close' };
      const response = await fetch(`${ready.url}/metrics`, { headers });
      if (!response.ok) throw new Error(`/metrics answered ${response.status}`);
      return response.text();
    },
    kill: (signal) => void child.kill(signal),
    ended,
    exitCode: () => child.exitCode,
  };
};

const run = promisify(execFile);

/** Runs a command of `parley` and gives the one JSON object that it prints. */
export const parley = async (
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  cli = CLI,
): Promise<Readonly<Record<string, unknown>>> => {
  const { stdout } = await run(...nodeCommand([cli, ...args]), { env: { ...process.env, ...env } });
  const answer: unknown = JSON.parse(stdout);
  if (typeof answer !== 'object' || answer === null) throw new Error(`no JSON object: ${stdout}`);
  return { ...answer };
};
