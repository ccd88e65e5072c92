/** The world of a seed: servers, nodes, simulators and the relays between them, all on loopback. It ends with its lifetime. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLoopbackNetwork } from '../../../src/simulators/phone-network.js';
import type { Lifetime } from '../../../testkit/lifetime.js';
import { testCacheDir } from '../../../testkit/nats/server.js';
import { connectWhatsApp, startTestMeta, type TestMeta } from '../../../testkit/service/meta.js';
import { CLI, UNLIMITED } from '../../../testkit/service/parley-process.js';
import { createTenant } from '../../../testkit/service/tenant.js';
import { createNetworkClient, type NetworkClient } from '../../../testkit/simulators/network-client.js';
import { freePorts } from '../../../testkit/sockets/free-port.js';
import { createChance } from '../chance.js';
import type { Plan } from '../plan.js';
import { createPatientClient, type PatientClient } from './client.js';
import { type Fate, type Relayed, startHttpRelay } from './http-relay.js';
import { type Link, startLink } from './link.js';
import { createNodeProcess, type NodeProcess } from './node-process.js';
import { type Servers, startServers } from './servers.js';
import { type Subscriber, startSubscriber } from './subscriber.js';

/** What happens to requests between carrier and nodes. */
interface Fates {
  toCarrier: (request: Relayed) => Fate;
  fromCarrier: (request: Relayed) => Fate;
}

export interface World {
  readonly plan: Plan;
  readonly servers: Servers;
  readonly nodes: readonly NodeProcess[];
  /** For each node, its links to the servers. */
  readonly links: readonly (readonly Link[])[];
  readonly network: NetworkClient;
  readonly networkPid: number;
  readonly meta: TestMeta;
  readonly metaPid: number;
  readonly subscriber: Subscriber;
  readonly fates: Fates;
  readonly client: PatientClient;
  readonly businessId: string;
  /** The environment for a command of `parley admin`. */
  readonly env: Readonly<Record<string, string>>;
  readonly dataDir: string;
}

export interface WorldOptions {
  readonly plan: Plan;
  /** Command lines of the build under test, and of the one that nodes start with; null: this build, and the one under test. */
  readonly cli: string | null;
  readonly previousCli: string | null;
  readonly log: (line: string) => void;
}

/** The WhatsApp number of the business. */
export const ACCOUNT = '106540352242922';
const NETWORK_AUTH = 'network-of-a-bench';
/** Time for a node to become ready, ms: on a busy machine a process takes seconds to start. */
export const START_MS = 90_000;
const LINES = 40;
/** Enough for every call of a seed. */
const CREDITS = 100_000;
const PASSES: Fate = {};

/** @throws Error when a part of it does not start */
export const startWorld = async (
  t: Lifetime,
  { plan, cli, previousCli, log }: WorldOptions,
): Promise<World> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-faults-'));
  t.teardown(() => rmSync(dataDir, { recursive: true, force: true }));
  const [servers, network, meta] = await Promise.all([
    startServers(t, plan.servers),
    startLoopbackNetwork(NETWORK_AUTH),
    startTestMeta(t),
  ]);
  t.teardown(() => stopFrozen(network.pid, () => network.stop()));
  t.teardown(() => resume(meta.pid));
  const subscriber = await startSubscriber(createChance(plan.seed, 4));
  t.teardown(() => subscriber.close());

  const fates: Fates = { toCarrier: () => PASSES, fromCarrier: () => PASSES };
  const ports = await freePorts(plan.nodes);
  const nodes: NodeProcess[] = [];
  const isServing = ({ isUp }: NodeProcess): boolean => isUp();
  const toCarrier = await startHttpRelay({
    targets: () => [Number(new URL(network.url).port)],
    fate: (request) => fates.toCarrier(request),
  });
  const fromCarrier = await startHttpRelay({
    targets: () => nodes.filter(isServing).map(({ port }) => port),
    fate: (request) => fates.fromCarrier(request),
  });
  for (const relay of [toCarrier, fromCarrier]) t.teardown(() => relay.close());

  const common = {
    PARLEY_CACHE_DIR: testCacheDir(),
    PARLEY_LOG_LEVEL: 'warn',
    PARLEY_MODEL: 'scripted',
    PARLEY_VOICE_DETECTOR: 'energy',
    PARLEY_DEVELOPMENT: '1',
    PARLEY_WATCHDOG_MS: '2000',
    // A message whose answer was lost is sent again after this much silence, which is longer than any fault lasts.
    PARLEY_RECONCILE_MS: '30000',
    PARLEY_MESSAGES_PER_SECOND: '1000',
    PARLEY_DRAIN_SECONDS: '10',
    PARLEY_PUBLIC_URL: fromCarrier.url,
    PARLEY_LOOPBACK_URL: toCarrier.url,
    PARLEY_LOOPBACK_AUTH: NETWORK_AUTH,
    ...UNLIMITED,
    ...meta.env,
  };
  const links: (readonly Link[])[] = [];
  for (const [index, port] of ports.entries()) {
    const toServers = await Promise.all(servers.all.map((server) => startLink(server.port)));
    for (const link of toServers) t.teardown(() => link.close());
    links.push(toServers);
    const later = cli ?? CLI;
    nodes.push(
      createNodeProcess({
        index,
        port,
        dataDir: join(dataDir, `node-${index}`),
        env: {
          ...common,
          PARLEY_NATS_URL: toServers.map((link) => `nats://127.0.0.1:${link.port}`).join(','),
        },
        cli: { first: previousCli ?? later, later },
        onLog: (line) => log(`node ${index}: ${line}`),
      }),
    );
  }
  t.teardown(async () => void (await Promise.all(nodes.map((node) => node.kill()))));
  await Promise.all(nodes.map((node) => node.start(START_MS)));

  const env = { ...common, PARLEY_NATS_URL: servers.urls };
  const tenant = await createTenant(dataDir, { lines: LINES, credits: CREDITS, env });
  await connectWhatsApp({ dataDir }, tenant.businessId, ACCOUNT, 'token-of-a-bench', env);
  return {
    plan,
    servers,
    nodes,
    links,
    network: createNetworkClient(network.url),
    networkPid: network.pid,
    meta,
    metaPid: meta.pid,
    subscriber,
    fates,
    client: createPatientClient({ ...tenant, urls: () => nodes.map(({ url }) => url) }),
    businessId: tenant.businessId,
    env,
    dataDir,
  };
};

/** A stopped process does not end on SIGTERM. */
const resume = (pid: number): void => {
  try {
    process.kill(pid, 'SIGCONT');
  } catch {
    // The process has exited.
  }
};

const stopFrozen = async (pid: number, stop: () => Promise<void>): Promise<void> => {
  resume(pid);
  await stop();
};
