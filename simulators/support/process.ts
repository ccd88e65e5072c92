/** A simulator in its own process, which ends with the process that started it. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { SIMULATOR_TOKEN } from './control-token.js';

export interface SimulatorProcess {
  readonly url: string;
  readonly pid: number;
  /** Ends the process; idempotent. */
  stop(): Promise<void>;
}

export interface SimulatorOptions {
  /** The token that its control interface requires; null: none. Not a command-line argument, which all users can read. */
  readonly controlToken?: string | null;
  /** 0: a free port. */
  readonly port?: number;
}

const START_MS = 10_000;

/**
 * Runs a script that writes a line of JSON with its `url` once it accepts requests.
 * @throws Error when it exits or does not write that line in time
 */
export const startSimulator = async (
  script: URL,
  env: Readonly<Record<string, string>>,
  { controlToken = null, port = 0 }: SimulatorOptions = {},
): Promise<SimulatorProcess> => {
  const path = fileURLToPath(script);
  const child = spawn(process.execPath, [path, String(port)], {
    env: { ...process.env, ...env, [SIMULATOR_TOKEN]: controlToken ?? '' },
    stdio: ['pipe', 'pipe', 'inherit'],
    // Ctrl-C in a terminal must reach only the service: its calls need the simulator until they end. The simulator exits when
    // its standard input closes.
    detached: true,
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${path} did not start in time`)), START_MS);
    createInterface({ input: child.stdout }).on('line', (line) => {
      const message: unknown = JSON.parse(line);
      if (
        typeof message !== 'object' ||
        message === null ||
        !('url' in message) ||
        typeof message.url !== 'string'
      )
        return;
      clearTimeout(timer);
      resolve(message.url);
    });
    void ended.then(() => reject(new Error(`${path} exited immediately`)));
  });
  return {
    url,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
};
