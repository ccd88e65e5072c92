/** The foundation of an end-to-end test: a service, a network, a tenant, voices; all end with the test. */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOOPBACK_ACCOUNT } from '../../providers/carriers/loopback/index.js';
import { createFlite } from '../../providers/speech/offline/flite/synthesiser.js';
import { telnyxPublicKey } from '../../simulators/phone-network/telnyx/keys.js';
import { startLoopbackNetwork } from '../../src/simulators/phone-network.js';
import { type ApiClient, createApiClient } from '../api/client.js';
import type { Lifetime } from '../lifetime.js';
import { testCacheDir } from '../nats/server.js';
import { createNetworkClient, type NetworkClient, spoken } from '../simulators/network-client.js';
import { freePort } from '../sockets/free-port.js';
import { until } from '../until.js';
import { NO_CHANNELS } from './no-channels.js';
import { type ParleyProcess, startParley } from './parley-process.js';
import { createTenant } from './tenant.js';

/** What a test has once its service serves. */
export interface World {
  readonly dataDir: string;
  /** Directory in which the service logs its media sessions. */
  readonly sessionLogDir: string;
  /** Waits for the log of an ended call in that directory, and returns its path. */
  sessionLog(callId: string): Promise<string>;
  readonly businessId: string;
  readonly apiKey: string;
  readonly network: NetworkClient;
  readonly networkUrl: string;
  /** The current process; its address stays the same across restarts. */
  service(): ParleyProcess;
  /** A client with every scope. */
  client(): ApiClient;
  /** Kills the service without warning. */
  kill(): Promise<void>;
  /** Starts it again on the same data. */
  restart(): Promise<void>;
  /** A text as a callee says it. */
  say(text: string): Promise<string>;
}

const NETWORK_AUTH = 'network-of-a-test';

/** Environment of a service in whose calls there is speech: a model decides which sounds are a voice. */
export const SILERO_DETECTOR = { PARLEY_VOICE_DETECTOR: 'silero' } as const;

/** Environment of a service that uses the network. */
const carrierEnv = (
  carrier: 'loopback' | 'telnyx' | 'plivo',
  networkUrl: string,
  serviceUrl: string,
): Readonly<Record<string, string>> => {
  switch (carrier) {
    case 'loopback':
      return { PARLEY_LOOPBACK_URL: networkUrl, PARLEY_LOOPBACK_AUTH: NETWORK_AUTH };
    case 'telnyx':
      return {
        PARLEY_PUBLIC_URL: serviceUrl,
        TELNYX_API_URL: `${networkUrl}/v2`,
        TELNYX_API_KEY: NETWORK_AUTH,
        TELNYX_PUBLIC_KEY: telnyxPublicKey(NETWORK_AUTH),
        TELNYX_CONNECTION_ID: '1684641123236054244',
        TELNYX_FROM: '+15005550006',
      };
    case 'plivo':
      return {
        PARLEY_PUBLIC_URL: serviceUrl,
        PLIVO_API_URL: networkUrl,
        PLIVO_AUTH_ID: LOOPBACK_ACCOUNT,
        PLIVO_AUTH_TOKEN: NETWORK_AUTH,
        PLIVO_FROM: '+15005550006',
      };
  }
};

const sessionLogIn = (dir: string, callId: string): Promise<string> =>
  until('the session log of the call is written', () => {
    const names = existsSync(dir) ? readdirSync(dir) : [];
    const name = names.find((found) => found.startsWith(callId) && found.endsWith('.session.gz'));
    return name === undefined ? null : join(dir, name);
  });

/** A network that outlives the service, and a service on it; without {@link SILERO_DETECTOR}, energy alone decides what is a voice. */
export const startWorld = async (
  t: Lifetime,
  env: Readonly<Record<string, string>> = {},
  {
    lines = 100,
    carrier = 'loopback',
    prepare,
    onLog = process.env.E2E_LOG === undefined ? undefined : (line) => process.stderr.write(`${line}\n`),
  }: {
    readonly lines?: number;
    /** The carrier whose protocol the network speaks. */
    readonly carrier?: 'loopback' | 'telnyx' | 'plivo';
    /** Runs on the data directory before the service starts. */
    readonly prepare?: (dataDir: string) => Promise<void>;
    /** Receives every line of the service's log. */
    readonly onLog?: ((line: string) => void) | undefined;
  } = {},
): Promise<World> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-e2e-'));
  const sessionLogDir = join(dataDir, 'sessions');
  await prepare?.(dataDir);
  const network = await startLoopbackNetwork(NETWORK_AUTH, { usual: 'silent' });
  const voices = createFlite();
  // The address stays the same across restarts, like a load balancer's: the network knows it from the placement.
  const port = await freePort();
  const carrierSettings = carrierEnv(carrier, network.url, `http://127.0.0.1:${port}`);
  const start = (): Promise<ParleyProcess> =>
    startParley({
      dataDir,
      port,
      env: {
        PARLEY_CACHE_DIR: testCacheDir(),
        ...carrierSettings,
        PARLEY_SESSION_LOG_DIR: sessionLogDir,
        PARLEY_LOG_LEVEL: process.env.E2E_LOG ?? 'error',
        PARLEY_WATCHDOG_MS: '2000',
        PARLEY_VOICE_DETECTOR: 'energy',
        PARLEY_RATE_LIMIT: '10000',
        PARLEY_RATE_BURST: '10000',
        PARLEY_ADDRESS_RATE_LIMIT: '10000',
        PARLEY_ADDRESS_RATE_BURST: '10000',
        ...(env.PARLEY_META_URL === undefined ? NO_CHANNELS : {}),
        ...env,
      },
      ...(onLog === undefined ? {} : { onLog }),
    });
  let service = await start();
  const { businessId, apiKey } = await createTenant(dataDir, {
    lines,
    credits: 1_000,
    env: { ...carrierSettings, ...env },
  });

  t.teardown(async () => {
    service.kill('SIGTERM');
    await service.ended;
    await network.stop();
    await voices.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return {
    dataDir,
    sessionLogDir,
    sessionLog: (callId) => sessionLogIn(sessionLogDir, callId),
    businessId,
    apiKey,
    network: createNetworkClient(network.url),
    networkUrl: network.url,
    service: () => service,
    client: () => createApiClient(service.url, businessId, apiKey),
    kill: async () => {
      service.kill('SIGKILL');
      await service.ended;
    },
    restart: async () => {
      service = await start();
    },
    say: (text) => spoken(voices, text),
  };
};
