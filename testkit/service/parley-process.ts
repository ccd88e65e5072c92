/** Parley as a separate process, for the demo, the bench and the end-to-end tests. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { nodeCommand } from './node-command.js';

/** The command line of this build. */
export const CLI = fileURLToPath(new URL('../../bundle/cli.js', import.meta.url));
const START_MS = 120_000;
/** Token for the metrics of every service that is started here, unless its environment names another one. */
const METRICS_TOKEN = 'metrics-of-a-bench';

/** A stopping service does not wait for live calls, unless its environment says otherwise. */
const AT_ONCE = { PARLEY_DRAIN_SECONDS: '0' } as const;

/** Numbers without a script are silent, unless its environment says otherwise: most tests and benches script their callees. */
const SILENT = { PARLEY_SIMULATED_CALLEES: 'silent' } as const;

/** Numbers without a script talk, as they do by default. */
export const TALKING = { PARLEY_SIMULATED_CALLEES: 'conversation' } as const;

/** Environment of a service whose clients never hit a rate limit. */
export const UNLIMITED = {
  PARLEY_RATE_LIMIT: '100000',
  PARLEY_RATE_BURST: '100000',
  PARLEY_ADDRESS_RATE_LIMIT: '100000',
  PARLEY_ADDRESS_RATE_BURST: '100000',
} as const;

/** Start options of a service. */
export interface ParleyOptions {
  readonly dataDir: string;
  /** 0: a free port. */
  readonly port?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Arguments for Node itself. */
  readonly nodeArgs?: readonly string[];
  /** A process group of its own: a terminal sends it no signals. Default: the group of this process. */
  readonly ownGroup?: boolean;
  /** Path of the command line; default: this build's. */
  readonly cli?: string;
  /** Receives every line of its log. */
  readonly onLog?: (line: string) => void;
  /** Receives every line of its standard error; default: the standard error of this process. */
  readonly onErrors?: (line: string) => void;
}

/** A service that was started, and may have exited. */
export interface ParleyProcess {
  readonly url: string;
  readonly networkUrl: string;
  /** URL of its simulated Meta; null if it has none. */
  readonly metaUrl: string | null;
  /** Token for the control interfaces of its simulators; null if it has none. */
  readonly simulatorToken: string | null;
  /** Link with which the first user sets up the console; null if there is already a user. */
  readonly setupUrl: string | null;
  readonly pid: number;
  /** Headers of an operator: for /metrics, and for the details of /readyz. */
  readonly operator: Readonly<Record<string, string>>;
  /** Its current metrics, in the format of Prometheus. */
  metrics(): Promise<string>;
  kill(signal: NodeJS.Signals): void;
  /** Resolves when the process is gone. */
  readonly ended: Promise<void>;
  /** Null while it runs, and if a signal killed it. */
  exitCode(): number | null;
}

interface Ready {
  readonly url: string;
  readonly networkUrl: string;
  readonly metaUrl: string | null;
  readonly simulatorToken: string | null;
  /** Absent in older builds. */
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
      env: { ...process.env, PARLEY_METRICS_TOKEN: METRICS_TOKEN, ...AT_ONCE, ...SILENT, ...options.env },
      stdio: ['ignore', 'pipe', onErrors === undefined ? 'inherit' : 'pipe'],
      detached: options.ownGroup ?? false,
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
      // On a new connection: a pooled one may have been closed while its owner was busy.
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

/** Runs a command of `parley` and resolves with the one JSON object that it prints. */
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
