/** A service of its own for a simulation: on a data directory that is gone afterwards, with simulated carriers and channels. */
import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { Type } from 'typebox';
import { controlHeaders } from '../../providers/simulator-token.js';
import { isRecord } from '../../schemas/json.js';
import { parseAs } from '../../schemas/parse.js';
import { ConfigError } from '../config-error.js';
import type { Environment } from '../config-file/read.js';

const START_MS = 180_000;
const ANSWER_MS = 30_000;
/** What would reach real customers, or somebody else's cluster. */
const NOT_HERE =
  /^(TWILIO|TELNYX|PLIVO|WHATSAPP|INSTAGRAM)_|^PARLEY_(CARRIER|NATS_|PUBLIC_URL|META_URL|LOOPBACK|PORT|HOST|DATA_DIR|CONFIG|RECORDINGS|REPLICAS|SHARDS|DATABASES|MEDIA_THREADS)/;

const Ready = Type.Object({
  event: Type.Literal('service.ready'),
  url: Type.String(),
  networkUrl: Type.String(),
  metaUrl: Type.String(),
  simulatorToken: Type.String(),
});

export interface SimulationService {
  /** Asks the API; gives `data`. @throws ConfigError with what it refused */
  api(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown>;
  /** Directs the simulated phone network, or the simulated Meta. @throws Error when it refuses */
  control(of: 'network' | 'meta', method: string, path: string, body?: unknown): Promise<unknown>;
  /** A command of `parley admin` for its business. */
  admin(...command: readonly string[]): Promise<unknown>;
  /** A file beside its data. */
  file(name: string, content: string): Promise<string>;
  close(): Promise<void>;
}

/** Starts it; `speechDir`: models that are installed for recognition. @throws ConfigError when it does not start */
export const startSimulationService = async (
  env: Environment,
  { speechDir, cacheDir }: { readonly speechDir: string; readonly cacheDir: string },
): Promise<SimulationService> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-simulate-'));
  const own = {
    ...Object.fromEntries(Object.entries(env).filter(([name]) => !NOT_HERE.test(name))),
    PARLEY_SPEECH_DIR: speechDir,
    PARLEY_CACHE_DIR: cacheDir,
    PARLEY_LOG_LEVEL: env.PARLEY_LOG_LEVEL ?? 'fatal',
    PARLEY_RATE_LIMIT: '100000',
    PARLEY_RATE_BURST: '100000',
    PARLEY_ADDRESS_RATE_LIMIT: '100000',
    PARLEY_ADDRESS_RATE_BURST: '100000',
  };
  const [cli = ''] = process.argv.slice(1);
  const child = spawn(process.execPath, [cli, 'serve', '--port', '0', '--data-dir', dataDir], {
    env: own,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const close = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  };
  const run = async (...command: readonly string[]): Promise<Readonly<Record<string, unknown>>> => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [cli, 'admin', ...command, '--data-dir', dataDir, '--json'],
      { env: own },
    );
    const answer: unknown = JSON.parse(stdout);
    return isRecord(answer) ? answer : {};
  };
  try {
    const ready = await new Promise<Type.Static<typeof Ready>>((resolve, reject) => {
      const late = setTimeout(() => reject(new ConfigError('the service did not start in time')), START_MS);
      createInterface({ input: child.stdout }).on('line', (line) => {
        const told = parseAs(Ready, line);
        if (told === null) return;
        clearTimeout(late);
        resolve(told);
      });
      void ended.then(() => {
        clearTimeout(late);
        reject(new ConfigError('the service did not start; it says why above'));
      });
    });
    const created = await run(
      'business',
      'create',
      '--name',
      'Simulation',
      '--lines',
      '100',
      '--credits',
      '1000000',
    );
    const businessId = String(created.businessId);
    const { apiKey } = await run('key', 'create', '--business', businessId, '--scopes', 'all');
    return {
      close,
      api: (method, path, body) => askApi(ready.url, businessId, String(apiKey), method, path, body),
      control: async (of, method, path, body) => {
        const response = await fetch(
          `${of === 'network' ? ready.networkUrl : ready.metaUrl}/control/${path}`,
          {
            method,
            headers: controlHeaders(ready.simulatorToken),
            body: body === undefined ? null : JSON.stringify(body),
            signal: AbortSignal.timeout(ANSWER_MS),
          },
        );
        const text = await response.text();
        if (!response.ok) throw new Error(`the simulator refused ${path}: ${text}`);
        return JSON.parse(text);
      },
      admin: (...command) => run(...command, '--business', businessId),
      file: async (name, content) => {
        const path = join(dataDir, name);
        await writeFile(path, content);
        return path;
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
};

const askApi = async (
  url: string,
  businessId: string,
  apiKey: string,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<unknown> => {
  const response = await fetch(
    method === 'GET' ? `${url}${path}?businessId=${businessId}` : `${url}${path}`,
    {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(method === 'GET' ? {} : { 'idempotency-key': randomUUID(), 'content-type': 'application/json' }),
      },
      body: method === 'GET' ? null : JSON.stringify({ businessId, ...body }),
      signal: AbortSignal.timeout(ANSWER_MS),
    },
  );
  const answer: unknown = JSON.parse(await response.text());
  if (!isRecord(answer)) throw new Error('the API gave no object');
  if (answer.ok === true) return answer.data;
  const { message, details } = isRecord(answer.error) ? answer.error : { message: '', details: [] };
  throw new ConfigError(`${String(message)} ${JSON.stringify(details ?? [])}`.trim());
};
