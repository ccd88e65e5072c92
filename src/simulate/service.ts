/**
 * A service of its own for a simulation, on a temporary data directory, with simulated carriers and channels. It ends
 * with the process that started it, however that ends.
 */
import { execFile, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { Type } from 'typebox';
import { isRecord } from '../../schemas/json.js';
import { parseAs } from '../../schemas/parse.js';
import { ConfigError } from '../config/error.js';
import type { Environment } from '../config-file/read.js';
import { askApi, askControl, hangUpAll } from './service-requests.js';
import { createSimulationDirectory } from './simulation-directory.js';

const START_TIMEOUT_MS = 180_000;
/** A service that does not stop by itself is killed after this, ms. */
const STOP_TIMEOUT_MS = 25_000;
/** Variables that would reach real customers or another cluster, or that name another place to serve from or to store in. */
const DEPLOYMENT_SETTINGS =
  /^(TWILIO|TELNYX|PLIVO|WHATSAPP|INSTAGRAM)_|^PARLEY_(CARRIER|NATS_(?!SERVER$|SYNC$)|PUBLIC_URL|META_URL|LOOPBACK|PORT|HOST|DATA_DIR|CONFIG|RECORDINGS|SESSION_LOG|REPLICAS|SHARDS|DATABASES|MEDIA_(THREADS|PORT|URL))/;

const Ready = Type.Object({
  event: Type.Literal('service.ready'),
  url: Type.String(),
  networkUrl: Type.String(),
  metaUrl: Type.String(),
  simulatorToken: Type.String(),
});
type Ready = Readonly<Record<'url' | 'networkUrl' | 'metaUrl' | 'simulatorToken', string>>;

export interface SimulationService {
  /** Sends a request to the API and returns `data`. @throws ConfigError with the API's error */
  api(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown>;
  /** Sends a command to the simulated phone network or the simulated Meta. @throws Error if it is rejected */
  control(simulator: 'network' | 'meta', method: string, path: string, body?: unknown): Promise<unknown>;
  /** Runs a command of `parley admin` for its business. */
  admin(...command: readonly string[]): Promise<unknown>;
  /** Writes a file beside its data, and resolves with the path. */
  file(name: string, content: string): Promise<string>;
}

export interface Launched {
  /** Resolves once it serves. @throws ConfigError if it does not start */
  readonly service: Promise<SimulationService>;
  /** Ends it, whether or not it has started, and leaves nothing of it; idempotent. */
  close(): Promise<void>;
}

/** The variables of an environment that concern providers and this machine. */
export const withoutDeployment = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !DEPLOYMENT_SETTINGS.test(name)));

/**
 * Starts the service with an environment {@link withoutDeployment}. `speechDir`: directory of the installed recognition
 * models; `cacheDir`: directory of a fetched nats-server.
 */
export const launchService = (
  env: Environment,
  { speechDir, cacheDir }: { readonly speechDir: string; readonly cacheDir: string },
): Launched => {
  const directory = createSimulationDirectory();
  // Otherwise a file in the working directory would be read; its provider settings are in `env`.
  const noFile = join(directory.path, 'parley.config.json');
  writeFileSync(noFile, '{}');
  const serviceEnv = {
    ...env,
    PARLEY_CONFIG: noFile,
    PARLEY_SPEECH_DIR: speechDir,
    PARLEY_CACHE_DIR: cacheDir,
    PARLEY_LOG_LEVEL: env.PARLEY_LOG_LEVEL ?? 'fatal',
    PARLEY_DRAIN_SECONDS: '0',
    PARLEY_RATE_LIMIT: '100000',
    PARLEY_RATE_BURST: '100000',
    PARLEY_ADDRESS_RATE_LIMIT: '100000',
    PARLEY_ADDRESS_RATE_BURST: '100000',
  };
  const [cli = ''] = process.argv.slice(1);
  const child = spawn(process.execPath, [cli, 'serve', '--port', '0', '--data-dir', directory.path], {
    env: serviceEnv,
    // The service notices our end through this channel.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const closing = new AbortController();
  const run = async (...command: readonly string[]): Promise<Readonly<Record<string, unknown>>> => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [cli, 'admin', ...command, '--data-dir', directory.path, '--json'],
      { env: serviceEnv, signal: closing.signal },
    );
    const answer: unknown = JSON.parse(stdout);
    return isRecord(answer) ? answer : {};
  };
  let hangUp: () => Promise<void> = async () => undefined;
  const start = async (): Promise<SimulationService> => {
    const ready = await readyLine(child.stdout, ended);
    hangUp = () => hangUpAll({ url: ready.networkUrl, token: ready.simulatorToken });
    const business = ['business', 'create', '--name', 'Simulation', '--lines', '100', '--credits', '1000000'];
    const businessId = String((await run(...business)).businessId);
    const { apiKey } = await run('key', 'create', '--business', businessId, '--scopes', 'all');
    return {
      api: (method, path, body) =>
        askApi({ url: ready.url, businessId, apiKey: String(apiKey) }, method, path, body),
      control: (simulator, method, path, body) => {
        const url = simulator === 'network' ? ready.networkUrl : ready.metaUrl;
        return askControl({ url, token: ready.simulatorToken }, method, path, body);
      },
      admin: (...command) => run(...command, '--business', businessId),
      file: async (name, content) => {
        const path = join(directory.path, name);
        await writeFile(path, content);
        return path;
      },
    };
  };
  return {
    service: start(),
    close: async () => {
      closing.abort();
      // A service with calls waits for another node to take them over.
      await hangUp().catch(() => undefined);
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
      await ended;
      clearTimeout(timer);
      await directory.remove();
    },
  };
};

const readyLine = (output: NodeJS.ReadableStream | null, ended: Promise<void>): Promise<Ready> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new ConfigError('the service did not start in time')),
      START_TIMEOUT_MS,
    );
    if (output === null) return reject(new Error('the service has no output'));
    createInterface({ input: output }).on('line', (line) => {
      const ready = parseAs(Ready, line);
      if (ready === null) return;
      clearTimeout(timer);
      resolve(ready);
    });
    void ended.then(() => {
      clearTimeout(timer);
      reject(new ConfigError('the service did not start; see its output above'));
    });
  });
