/** A real cluster of nats-servers for tests: on loopback, with free ports and a store each; it ends with the test. */
import type { ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import type { Lifetime } from '../lifetime.js';
import { freePorts } from '../sockets/free-port.js';
import { end, natsServerPath, spawnServer, untilReady } from './server.js';

/** One server of a cluster; it keeps its ports and its store across restarts. */
export interface ClusterServer {
  readonly name: string;
  readonly url: string;
  /** Sends the signal and resolves once the server is gone. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Starts it again on its ports and its store. Resolves when it greets, which is before it has caught up. */
  start(): Promise<void>;
  /** Id of the current process; 0 when there is none. */
  pid(): number;
}

/** The servers of a cluster. */
export interface TestCluster {
  readonly servers: readonly ClusterServer[];
  /** URLs of all servers, separated by commas, as in PARLEY_NATS_URL. */
  readonly urls: string;
  /** Resolves when the servers know of each other, for example after the restart of one. All of them have to run. */
  untilFormed(): Promise<void>;
  /** @throws Error if no server of the cluster has this name */
  server(name: string): ClusterServer;
}

const FORMING_MS = 30_000;

/**
 * Starts `size` servers. Resolves when the cluster's JetStream answers. `advertises`: whether a client of one learns
 * the addresses of the others, with which it would bypass a proxy in front of them.
 */
export const startCluster = async (
  t: Lifetime,
  size: number,
  { advertises = true }: { readonly advertises?: boolean } = {},
): Promise<TestCluster> => {
  const binary = await natsServerPath();
  const directory = await mkdtemp(join(tmpdir(), 'parley-cluster-'));
  const ports = await freePorts(size * 2);
  const routes = ports.slice(size).map((port) => `nats://127.0.0.1:${port}`);

  const serverAt = async (index: number): Promise<ClusterServer> => {
    const name = `n${index + 1}`;
    const port = ports[index] ?? 0;
    const home = join(directory, name);
    const config = join(home, 'nats-server.conf');
    await mkdir(home, { recursive: true });
    await writeFile(
      config,
      `server_name: ${name}
listen: "127.0.0.1:${port}"
max_payload: 8388608
log_file: ${JSON.stringify(join(home, 'log'))}
jetstream { store_dir: ${JSON.stringify(join(home, 'store'))} }
cluster {
  name: parley-test
  listen: "127.0.0.1:${ports[size + index] ?? 0}"
  routes: ${JSON.stringify(routes)}
  no_advertise: ${!advertises}
}
`,
    );
    let running: ChildProcess | null = null;
    return {
      name,
      url: `nats://127.0.0.1:${port}`,
      kill: async (signal) => {
        if (running !== null) await end(running, signal);
        running = null;
      },
      start: async () => {
        running = spawnServer(binary, ['-c', config]);
        await untilReady(home, running, port);
      },
      pid: () => running?.pid ?? 0,
    };
  };

  const servers = await Promise.all(Array.from({ length: size }, (_, index) => serverAt(index)));
  t.teardown(async () => {
    await Promise.all(servers.map((server) => server.kill('SIGKILL')));
    await rm(directory, { recursive: true, force: true });
  });
  await Promise.all(servers.map((server) => server.start()));
  const urls = servers.map(({ url }) => url).join(',');
  await untilFormed(urls, size);
  return {
    servers,
    urls,
    untilFormed: () => untilFormed(urls, size),
    server: (name) => {
      const found = servers.find((server) => server.name === name);
      if (found === undefined) throw new Error(`no server of the cluster has the name ${name}`);
      return found;
    },
  };
};

/** JetStream answers only with a leader, and accepts a stream of `size` replicas only when it knows of all servers. */
const untilFormed = async (urls: string, size: number): Promise<void> => {
  const nc = await connect({ servers: urls.split(',') });
  const deadline = Date.now() + FORMING_MS;
  try {
    for (;;) {
      try {
        const jsm = await jetstreamManager(nc, { timeout: 1_000 });
        await jsm.streams.add({ name: 'FORMED', subjects: ['formed'], num_replicas: size });
        await jsm.streams.delete('FORMED');
        return;
      } catch (error) {
        if (Date.now() > deadline) throw error;
        await delay(100);
      }
    }
  } finally {
    await nc.close();
  }
};
