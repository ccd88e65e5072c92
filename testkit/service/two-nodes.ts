/**
 * Two nodes of the service, each with its own data directory, behind a balancer; one nats-server and one simulated
 * phone network serve both and outlive them. A node can be killed and started again, or frozen and thawed.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { NatsAccess } from '../../actors/runtime/nats/access.js';
import { startEngine } from '../../src/engine/index.js';
import { startLoopbackNetwork } from '../../src/simulators/phone-network.js';
import { type ApiClient, createApiClient } from '../api/client.js';
import { createLifetime, type Lifetime } from '../lifetime.js';
import { natsEnv } from '../nats/env.js';
import { createNetworkClient, type NetworkClient } from '../simulators/network-client.js';
import { type Balancer, startBalancer } from '../sockets/balancer.js';
import { freePort } from '../sockets/free-port.js';
import { until } from '../until.js';
import { NO_CHANNELS } from './no-channels.js';
import { type ParleyProcess, startParley } from './parley-process.js';
import { STEP_FILE } from './stepped-clock.js';
import { createTenant } from './tenant.js';

/** How soon the other node resumes the work of a dead one, ms: a call's end should not wait for it long. */
const WATCHDOG_MS = 3_000;
/** How soon the balancer gives up a node that does not answer, ms; many balancers check every second or two. */
const NOTICED_AFTER_MS = 1_000;
const NETWORK_AUTH = 'network-of-a-bench';

/** Nodes are identified by their numbers, 0 and 1. */
export interface TwoNodes {
  /** Address of the balancer. */
  readonly url: string;
  readonly businessId: string;
  readonly apiKey: string;
  /** A client of any node that is up. */
  readonly client: ApiClient;
  readonly network: NetworkClient;
  readonly networkUrl: string;
  /** The nats-server of both. */
  readonly nats: NatsAccess;
  /** The environment of the nodes, and of `parley admin` commands that use the same journal. */
  readonly env: Readonly<Record<string, string>>;
  /** A client of that node alone. */
  clientOf(node: number): ApiClient;
  /** SIGSTOP; the balancer notices a second later, and closes its connections. Returns the time of the signal. */
  freeze(node: number): number;
  /** SIGCONT; the balancer includes it again. */
  thaw(node: number): void;
  /** SIGKILL; resolves with the time of the signal, ms since the epoch, once the process is gone. */
  kill(node: number): Promise<number>;
  /** SIGTERM; the balancer removes the node once `/readyz` is not 200. Resolves with its exit code once the process is gone. */
  drain(node: number): Promise<number | null>;
  /** Sets its wall clock `ms` ahead of the right time, or back to it with 0; its monotonic clock is not affected. */
  setClock(node: number, ms: number): void;
  /** Starts it again on its own data; resolves when it serves. */
  start(node: number): Promise<void>;
  /** Ends everything and removes the data; idempotent. */
  stop(): Promise<void>;
}

/** What differs between tests with two nodes. */
export interface TwoNodesOptions {
  /** Calls that may be live at the same time. */
  readonly lines: number;
  /** Directory of a fetched nats-server; a folder of their own when absent. */
  readonly cacheDir?: string | undefined;
  /** Receives every line of the nodes' logs, with the node's number. */
  readonly onLog?: ((node: number, line: string) => void) | undefined;
  readonly logLevel?: string | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
}

const STEPPED_CLOCK = new URL('./stepped-clock.js', import.meta.url).href;
const stepFileOf = ({ dataDir }: Pick<Node, 'dataDir'>): string => `${dataDir}-clock-step`;

/** The shared foundation of both nodes, which outlives them. */
interface Foundation {
  readonly dataDir: string;
  readonly networkUrl: string;
  readonly nats: NatsAccess;
  readonly balancer: Balancer;
  readonly url: string;
  readonly env: Readonly<Record<string, string>>;
}

const prepareFoundation = async (
  lifetime: Lifetime,
  dataDir: string,
  options: TwoNodesOptions,
): Promise<Foundation> => {
  const network = await startLoopbackNetwork(NETWORK_AUTH);
  lifetime.teardown(() => network.stop());
  const cacheDir = options.cacheDir ?? join(dataDir, 'cache');
  const nats = await startEngine({
    dataDir: join(dataDir, 'engine'),
    cacheDir,
    logger: pino({ level: 'silent' }),
  });
  lifetime.teardown(() => nats.stop());
  const balancer = await startBalancer();
  lifetime.teardown(() => balancer.close());
  const url = `http://127.0.0.1:${balancer.port}`;
  const env = {
    ...natsEnv(nats),
    PARLEY_PUBLIC_URL: url,
    PARLEY_LOG_LEVEL: options.logLevel ?? 'error',
    PARLEY_CACHE_DIR: cacheDir,
    PARLEY_LOOPBACK_URL: network.url,
    PARLEY_LOOPBACK_AUTH: NETWORK_AUTH,
    PARLEY_WATCHDOG_MS: String(WATCHDOG_MS),
    PARLEY_RATE_LIMIT: '1000000',
    PARLEY_RATE_BURST: '1000000',
    ...NO_CHANNELS,
    ...options.env,
  };
  return { dataDir, networkUrl: network.url, nats, balancer, url, env };
};

interface Node {
  readonly dataDir: string;
  readonly port: number;
  process: ParleyProcess | null;
  /** Runs until the balancer has noticed that the node is frozen. */
  exclusionTimer: NodeJS.Timeout | null;
  /** Whether the balancer passes nothing to it. */
  isExcluded: boolean;
}

type Nodes = Pick<TwoNodes, 'freeze' | 'thaw' | 'kill' | 'drain' | 'setClock' | 'start'> & {
  urlOf(node: number): string;
};

/** Two nodes that are not running yet. */
const createNodes = async (
  lifetime: Lifetime,
  { dataDir, balancer, env }: Foundation,
  onLog: TwoNodesOptions['onLog'],
): Promise<Nodes> => {
  const nodes: Node[] = [];
  for (const name of ['a', 'b']) {
    const port = await freePort();
    nodes.push({
      dataDir: join(dataDir, name),
      port,
      process: null,
      exclusionTimer: null,
      isExcluded: false,
    });
  }
  const nodeOf = (index: number): Node => {
    const node = nodes[index];
    if (node === undefined) throw new Error(`there is no node ${index}`);
    return node;
  };
  const updateBalancer = (): void =>
    balancer.serve(nodes.flatMap(({ process: up, isExcluded }) => (isExcluded ? [] : (up?.url ?? []))));
  lifetime.teardown(async () => {
    for (const { process: up, exclusionTimer } of nodes) {
      clearTimeout(exclusionTimer ?? undefined);
      up?.kill('SIGCONT');
      up?.kill('SIGTERM');
    }
    for (const { process: up } of nodes) await up?.ended;
  });
  return {
    urlOf: (index) => nodeOf(index).process?.url ?? '',
    start: async (index) => {
      const node = nodeOf(index);
      node.process = await startParley({
        dataDir: node.dataDir,
        port: node.port,
        env: { ...env, [STEP_FILE]: stepFileOf(node) },
        nodeArgs: ['--import', STEPPED_CLOCK],
        ...(onLog === undefined ? {} : { onLog: (line: string) => onLog(index, line) }),
      });
      updateBalancer();
    },
    setClock: (index, ms) => writeFileSync(stepFileOf(nodeOf(index)), String(ms)),
    freeze: (index) => {
      const node = nodeOf(index);
      node.process?.kill('SIGSTOP');
      const at = Date.now();
      node.exclusionTimer = setTimeout(() => {
        node.isExcluded = true;
        updateBalancer();
        balancer.cut(node.process?.url ?? '');
      }, NOTICED_AFTER_MS);
      return at;
    },
    thaw: (index) => {
      const node = nodeOf(index);
      clearTimeout(node.exclusionTimer ?? undefined);
      node.process?.kill('SIGCONT');
      node.isExcluded = false;
      updateBalancer();
    },
    drain: async (index) => {
      const node = nodeOf(index);
      const up = node.process;
      if (up === null) throw new Error(`node ${index} does not run`);
      up.kill('SIGTERM');
      await until('the node is not ready', async () => {
        const status = await fetch(`${up.url}/readyz`).then(
          ({ status }) => status,
          () => 0,
        );
        return status === 200 ? null : status;
      });
      node.process = null;
      updateBalancer();
      await up.ended;
      return up.exitCode();
    },
    kill: async (index) => {
      const node = nodeOf(index);
      const up = node.process;
      node.process = null;
      updateBalancer();
      const at = Date.now();
      up?.kill('SIGKILL');
      await up?.ended;
      return at;
    },
  };
};

/** @throws Error if a part of it does not start; parts that had started are stopped */
export const startTwoNodes = async (options: TwoNodesOptions): Promise<TwoNodes> => {
  const lifetime = createLifetime();
  try {
    const dataDir = mkdtempSync(join(tmpdir(), 'parley-two-nodes-'));
    lifetime.teardown(() => rmSync(dataDir, { recursive: true, force: true }));
    const foundation = await prepareFoundation(lifetime, dataDir, options);
    const { url, networkUrl, nats, env } = foundation;
    const { urlOf, start, kill, drain, freeze, setClock, thaw } = await createNodes(
      lifetime,
      foundation,
      options.onLog,
    );
    for (const node of [0, 1]) await start(node);
    const tenant = { lines: options.lines, credits: 1_000_000, env };
    const { businessId, apiKey } = await createTenant(dataDir, tenant);
    return {
      url,
      businessId,
      apiKey,
      client: createApiClient(url, businessId, apiKey),
      clientOf: (node) => createApiClient(urlOf(node), businessId, apiKey),
      network: createNetworkClient(networkUrl),
      networkUrl,
      nats,
      env,
      start,
      kill,
      drain,
      freeze,
      setClock,
      thaw,
      stop: () => lifetime.end(),
    };
  } catch (error) {
    await lifetime.end();
    throw error;
  }
};
