/** A service on a cluster of three servers: how many replicas it creates, and how an operator changes that. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import t, { type Test } from 'tap';
import { chooseReplicas } from '../../../src/nats/replicas.js';
import {
  describeStatus,
  isSettled,
  ourStreams,
  type StreamStatus,
  statusOf,
} from '../../../src/nats/stream-status.js';
import { type ApiClient, ApiError, createApiClient } from '../../../testkit/api/client.js';
import type { Lifetime } from '../../../testkit/lifetime.js';
import { type ClusterServer, startCluster } from '../../../testkit/nats/cluster.js';
import { startNats } from '../../../testkit/nats/server.js';
import { NO_CHANNELS } from '../../../testkit/service/no-channels.js';
import { nodeCommand } from '../../../testkit/service/node-command.js';
import { startParley } from '../../../testkit/service/parley-process.js';
import { createTenant } from '../../../testkit/service/tenant.js';
import { until } from '../../../testkit/until.js';

t.setTimeout(180_000);

const CLI = fileURLToPath(new URL('../../../bundle/cli.js', import.meta.url));
const run = (env: Readonly<Record<string, string>>, ...args: readonly string[]) =>
  spawnSync(...nodeCommand([CLI, ...args]), {
    env: { ...process.env, ...env },
    encoding: 'utf8',
    timeout: 60_000,
  });
const dataDir = (t: Lifetime): string => {
  const dir = mkdtempSync(join(tmpdir(), 'parley-replicas-'));
  t.teardown(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
};

const config = (replicas: number) => ({ name: 'S', subjects: ['s'], num_replicas: replicas });
const follower = (name: string, current: boolean, more: object = {}) => ({
  name,
  current,
  offline: false,
  active: 1,
  lag: current ? 0 : 7,
  ...more,
});

t.test('a stream is settled when all of its replicas are current and no change is in progress', async (t) => {
  const all = { leader: 'a', replicas: [follower('b', true), follower('c', true)] };
  const cases: readonly [string, object | undefined, number, boolean][] = [
    ['a single server without a cluster', undefined, 1, true],
    ['three of three', all, 3, true],
    ['a replica lags', { ...all, replicas: [follower('b', true), follower('c', false)] }, 3, false],
    [
      'a replica is offline',
      { ...all, replicas: [follower('b', true), follower('c', true, { offline: true })] },
      3,
      false,
    ],
    [
      'a replica is still being added',
      { ...all, replicas: [follower('b', true), follower('c', true, { pending: true })] },
      3,
      false,
    ],
    ['a replica is missing', { ...all, replicas: [follower('b', true)] }, 3, false],
    ['one replica too many', all, 2, false],
    ['no leader', { replicas: all.replicas }, 3, false],
    ['the servers still change it', { ...all, desired: {} }, 3, false],
  ];
  for (const [what, cluster, replicas, settled] of cases)
    t.equal(isSettled(Object(cluster === undefined ? {} : { cluster }), replicas), settled, what);
  const lagging = { ...all, replicas: [follower('b', true), follower('c', false)] };
  const status: StreamStatus = statusOf(
    Object({ config: config(3), state: { messages: 5, bytes: 9 }, cluster: lagging }),
  );
  t.same(status, {
    stream: 'S',
    replicas: 3,
    current: 2,
    leader: 'a',
    lag: 7,
    messages: 5,
    bytes: 9,
    settled: false,
  });
  t.equal(describeStatus(status), 'S: 2 of 3 replicas current, leader a, 7 messages behind');
  t.equal(
    describeStatus({ ...status, replicas: 1, current: 1, lag: 0 }, 3),
    'S: 1 of 1 replicas current, 3 are wanted: run parley admin journal replicas 3',
  );
});

t.test('a service with more replicas than servers says so at once and exits', async (t) => {
  const nats = await startNats(t);
  const env = { PARLEY_NATS_URL: nats.url, PARLEY_REPLICAS: '3', ...NO_CHANNELS };
  t.match(run(env, 'serve', '--port', '0', '--data-dir', dataDir(t)), {
    status: 1,
    stderr:
      /^parley: PARLEY_REPLICAS is 3, but too few servers of the NATS cluster can be reached; start the others/,
  });
  t.match(run(env, 'admin', 'business', 'list'), { status: 1, stderr: /PARLEY_REPLICAS is 3/ });
  t.match(run({ PARLEY_NATS_URL: nats.url }, 'admin', 'journal', 'replicas', '6'), {
    status: 1,
    stderr: /write a whole number from 1 to 5/,
  });
  const nc = await connect({ servers: nats.url });
  t.teardown(() => nc.close());
  const began = performance.now();
  t.equal(await chooseReplicas(nc, null), 1, 'one replica on one server');
  await t.rejects(chooseReplicas(nc, 3), { name: 'ConfigError' });
  t.ok(performance.now() - began < 2_000, 'without waiting');
});

/** All streams that a service creates. */
const STREAMS = [
  ...['IDEMPOTENCY', 'JOURNAL_0', 'KV_parley_secrets', 'OBJ_parley_assets', 'RECORDINGS'],
  ...['TROUBLE', 'TROUBLE_DROPPED', 'WEBHOOKS'],
];

/** A cluster of three servers, and the environment of a service on it. */
const startThree = async (t: Lifetime) => {
  const cluster = await startCluster(t, 3);
  const nc = await connect({ servers: cluster.servers.map(({ url }) => url), maxReconnectAttempts: -1 });
  t.teardown(() => nc.close());
  return {
    cluster,
    nc,
    jsm: await jetstreamManager(nc),
    env: { PARLEY_NATS_URL: cluster.urls, PARLEY_LOG_LEVEL: 'fatal', ...NO_CHANNELS },
    leader: async (): Promise<ClusterServer> => {
      const { cluster: raft } = await (await jetstreamManager(nc)).streams.info('JOURNAL_0');
      return cluster.server(raft?.leader ?? 'unknown');
    },
  };
};

type ThreeNodes = Awaited<ReturnType<typeof startThree>>;

const statusesIn = (answer: string): readonly StreamStatus[] => JSON.parse(answer).streams;

/** Starts a service with one replica of everything, and raises that to three while it runs. */
const checkMoreCopies = async (t: Test, { env, jsm }: ThreeNodes): Promise<void> => {
  const dir = dataDir(t);
  const unreplicated = { ...env, PARLEY_REPLICAS: '1' };
  const service = await startParley({ dataDir: dir, env: unreplicated });
  t.teardown(() => service.kill('SIGKILL'));
  await createTenant(dir, { env: unreplicated });
  const before = statusesIn(run(env, 'admin', 'journal', 'status').stdout);
  t.same(
    before.map(({ stream, replicas }) => `${stream} ${replicas}`),
    STREAMS.map((stream) => `${stream} 1`),
  );
  const { streams: all } = await jsm.getAccountInfo();
  t.equal(all, before.length, 'the admin command knows every stream that a service creates');

  const refused = run(env, 'admin', 'journal', 'replicas', '5');
  t.match(refused, { status: 1, stderr: /too few servers/ });
  t.ok(
    (await ourStreams(jsm)).every(({ config: { num_replicas } }) => num_replicas === 1),
    'nothing changed',
  );

  for (const round of ['changed while a service runs', 'changed again']) {
    const changed = run(env, 'admin', 'journal', 'replicas', '3');
    t.equal(changed.status, 0, changed.stderr);
    // If the change is done at once, there is no progress to print.
    t.match(changed.stderr, /^$|JOURNAL_0: \d of 3 replicas current/, round);
    for (const { stream, replicas, current, settled } of statusesIn(changed.stdout))
      t.same([replicas, current, settled], [3, 3, true], stream);
  }
  const wakes = await jsm.consumers.info('JOURNAL_0', 'wakes');
  t.equal(wakes.cluster?.replicas?.length, 2, 'consumers have as many replicas');
  service.kill('SIGTERM');
  await service.ended;
};

/** Creates an agent as a client should: repeats the request under its key if the answer allows a retry. */
const makeAgent = async (client: ApiClient, name: string): Promise<void> => {
  const agent = { channel: 'voice', name, instructions: 'Say hello.' };
  for (let tries = 1; ; tries += 1) {
    try {
      await client.post('/api/v1/agents', { ...agent, voiceSettings: { firstGreeting: 'Hello.' } }, name);
      return;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 503 || tries === 3) throw error;
    }
  }
};

/** A service with three replicas loses the leader of its journal, and continues. */
const checkLostLeader = async (t: Test, { env, jsm, leader }: ThreeNodes): Promise<void> => {
  const dir = dataDir(t);
  const service = await startParley({ dataDir: dir, env });
  t.teardown(async () => {
    service.kill('SIGTERM');
    await service.ended;
  });
  const { businessId, apiKey } = await createTenant(dir, { env });
  // A replica may be one probe message behind when it is checked.
  const readyz = async (): Promise<string> =>
    (await fetch(`${service.url}/readyz`, { headers: { ...service.operator, Connection: 'close' } })).text();
  await until('readiness reports the replicas', async () =>
    /^ready\n.*JOURNAL_0: 3 of 3 replicas current, leader n/s.test(await readyz()),
  );
  await until('the metrics report the replicas', async () =>
    /parley_stream_replicas_current\{stream="JOURNAL_0"\} 3/.test(await service.metrics()),
  );
  const client = createApiClient(service.url, businessId, apiKey);
  await makeAgent(client, 'before');
  const victim = await leader();
  await victim.kill('SIGKILL');
  const began = performance.now();
  await makeAgent(client, 'during');
  t.comment(`a request just after the leader was killed took ${Math.round(performance.now() - began)} ms`);
  await until('the other servers serve', async () => (await fetch(`${service.url}/readyz`)).ok);
  const list = await client.get<{ agents: readonly { name: string }[] }>('/api/v1/agents');
  t.same(list.agents.map(({ name }) => name).toSorted(), ['before', 'during']);

  await victim.start();
  const isWhole = async (): Promise<boolean> => {
    const all = (await ourStreams(jsm)).map(statusOf);
    return all.length === STREAMS.length && all.every(({ settled }) => settled);
  };
  await until('all replicas are current again', () => isWhole().catch(() => false), 60_000);
};

t.test('a service on three servers: one replica, three replicas, and a server that dies', async (t) => {
  const three = await startThree(t);
  const { env, leader, nc } = three;
  await t.test('three replicas on three servers, or the configured number', async (t) => {
    t.equal(await chooseReplicas(nc, null), 3, 'three replicas on three servers');
    t.equal(await chooseReplicas(nc, 1), 1, 'the configured number');
    t.equal(await chooseReplicas(nc, 3), 3);
    await t.rejects(chooseReplicas(nc, 5), { name: 'ConfigError', message: /PARLEY_REPLICAS is 5/ });
  });
  await t.test('replicas are added while a service runs', (t) => checkMoreCopies(t, three));
  await t.test('a service continues when the leader of its journal dies', (t) => checkLostLeader(t, three));
  await t.test('a node that starts during an election waits for it', async (t) => {
    await (await leader()).kill('SIGKILL');
    const service = await startParley({ dataDir: dataDir(t), env });
    t.ok((await fetch(`${service.url}/healthz`)).ok);
    service.kill('SIGTERM');
    await service.ended;
  });
});
