/** A service on a cluster of three, as an operator runs it: how many copies it makes, and how that is changed. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import t, { type Test } from 'tap';
import { chooseReplicas } from '../../src/replicas.js';
import { inWords, isSettled, ourStreams, type StreamStatus, statusOf } from '../../src/stream-status.js';
import { type ApiClient, ApiError, createApiClient } from '../../testkit/api-client.js';
import type { Lifetime } from '../../testkit/lifetime.js';
import { startNats } from '../../testkit/nats.js';
import { type ClusterServer, startCluster } from '../../testkit/nats-cluster.js';
import { NO_CHANNELS } from '../../testkit/no-channels.js';
import { nodeCommand } from '../../testkit/node-command.js';
import { startParley } from '../../testkit/parley-process.js';
import { createTenant } from '../../testkit/tenant.js';
import { until } from '../../testkit/until.js';

t.setTimeout(180_000);

const CLI = fileURLToPath(new URL('../../bundle/cli.js', import.meta.url));
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

t.test('a stream is settled when all of its replicas are current and nothing is on its way', async (t) => {
  const all = { leader: 'a', replicas: [follower('b', true), follower('c', true)] };
  const cases: readonly [string, object | undefined, number, boolean][] = [
    ['one server that is no cluster', undefined, 1, true],
    ['three of three', all, 3, true],
    ['one lags', { ...all, replicas: [follower('b', true), follower('c', false)] }, 3, false],
    [
      'one is offline',
      { ...all, replicas: [follower('b', true), follower('c', true, { offline: true })] },
      3,
      false,
    ],
    [
      'one is still being added',
      { ...all, replicas: [follower('b', true), follower('c', true, { pending: true })] },
      3,
      false,
    ],
    ['one is missing', { ...all, replicas: [follower('b', true)] }, 3, false],
    ['one too many', all, 2, false],
    ['nobody leads', { replicas: all.replicas }, 3, false],
    ['the servers still work on it', { ...all, desired: {} }, 3, false],
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
  t.equal(inWords(status), 'S: 2 of 3 replicas current, leader a, 7 messages behind');
  t.equal(
    inWords({ ...status, replicas: 1, current: 1, lag: 0 }, 3),
    'S: 1 of 1 replicas current, 3 are wanted: run parley admin journal replicas 3',
  );
});

t.test('more replicas than servers: the service says so at once and ends', async (t) => {
  const nats = await startNats(t);
  const env = { PARLEY_NATS_URL: nats.url, PARLEY_REPLICAS: '3', ...NO_CHANNELS };
  t.match(run(env, 'serve', '--port', '0', '--data-dir', dataDir(t)), {
    status: 1,
    stderr:
      /^parley: PARLEY_REPLICAS is 3, but fewer servers of the NATS cluster can be reached; start the others/,
  });
  t.match(run(env, 'admin', 'business', 'list'), { status: 1, stderr: /PARLEY_REPLICAS is 3/ });
  t.match(run({ PARLEY_NATS_URL: nats.url }, 'admin', 'journal', 'replicas', '6'), {
    status: 1,
    stderr: /write a whole number from 1 to 5/,
  });
  const nc = await connect({ servers: nats.url });
  t.teardown(() => nc.close());
  const began = performance.now();
  t.equal(await chooseReplicas(nc, null), 1, 'one server, one copy');
  await t.rejects(chooseReplicas(nc, 3), { name: 'ConfigError' });
  t.ok(performance.now() - began < 2_000, 'without waiting for anything');
});

/** All that a service makes. */
const STREAMS = [
  ...['IDEMPOTENCY', 'JOURNAL_0', 'KV_parley_secrets', 'OBJ_parley_assets', 'RECORDINGS'],
  ...['TROUBLE', 'TROUBLE_DROPPED', 'WEBHOOKS'],
];

/** A cluster of three servers, and what a service is told of it. */
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
      return cluster.server(raft?.leader ?? 'nobody');
    },
  };
};

type Three = Awaited<ReturnType<typeof startThree>>;

const statusesIn = (answer: string): readonly StreamStatus[] => JSON.parse(answer).streams;

/** A service that was started with one copy of everything; its copies are made three while it runs. */
const checkMoreCopies = async (t: Test, { env, jsm }: Three): Promise<void> => {
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
  t.equal(all, before.length, 'every stream that a service makes is known to administration');

  const tooMany = run(env, 'admin', 'journal', 'replicas', '5');
  t.match(tooMany, { status: 1, stderr: /for 5 replicas fewer servers/ });
  t.ok(
    (await ourStreams(jsm)).every(({ config: { num_replicas } }) => num_replicas === 1),
    'nothing changed',
  );

  for (const round of ['changed under a service that runs', 'and again']) {
    const changed = run(env, 'admin', 'journal', 'replicas', '3');
    t.equal(changed.status, 0, changed.stderr);
    // Nothing is to be told where it was done at once.
    t.match(changed.stderr, /^$|JOURNAL_0: \d of 3 replicas current/, round);
    for (const { stream, replicas, current, settled } of statusesIn(changed.stdout))
      t.same([replicas, current, settled], [3, 3, true], stream);
  }
  const wakes = await jsm.consumers.info('JOURNAL_0', 'wakes');
  t.equal(wakes.cluster?.replicas?.length, 2, 'consumers follow');
  service.kill('SIGTERM');
  await service.ended;
};

/** Makes an agent as a client should: the same request again, under its key, where the answer says that it may be tried again. */
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

/** A service on three copies loses the server that leads its journal, and goes on. */
const checkLostLeader = async (t: Test, { env, jsm, leader }: Three): Promise<void> => {
  const dir = dataDir(t);
  const service = await startParley({ dataDir: dir, env });
  t.teardown(async () => {
    service.kill('SIGTERM');
    await service.ended;
  });
  const { businessId, apiKey } = await createTenant(dir, { env });
  // A replica may be a probe's message behind at the moment at which it is looked at.
  const readyz = async (): Promise<string> =>
    (await fetch(`${service.url}/readyz`, { headers: { ...service.operator, Connection: 'close' } })).text();
  await until('readiness tells', async () =>
    /^ready\n.*JOURNAL_0: 3 of 3 replicas current, leader n/s.test(await readyz()),
  );
  await until('the metrics tell', async () =>
    /parley_stream_replicas_current\{stream="JOURNAL_0"\} 3/.test(await service.metrics()),
  );
  const client = createApiClient(service.url, businessId, apiKey);
  await makeAgent(client, 'before');
  const victim = await leader();
  await victim.kill('SIGKILL');
  const began = performance.now();
  await makeAgent(client, 'during');
  t.comment(`a request just after the leader was killed took ${Math.round(performance.now() - began)} ms`);
  await until('the others go on', async () => (await fetch(`${service.url}/readyz`)).ok);
  const list = await client.get<{ agents: readonly { name: string }[] }>('/api/v1/agents');
  t.same(list.agents.map(({ name }) => name).toSorted(), ['before', 'during']);

  await victim.start();
  const isWhole = async (): Promise<boolean> => {
    const all = (await ourStreams(jsm)).map(statusOf);
    return all.length === STREAMS.length && all.every(({ settled }) => settled);
  };
  await until('all copies are current again', () => isWhole().catch(() => false), 60_000);
};

t.test('a service on three servers: one copy, three copies, and a server that dies', async (t) => {
  const three = await startThree(t);
  const { env, leader, nc } = three;
  await t.test('three servers, three copies, or what is configured', async (t) => {
    t.equal(await chooseReplicas(nc, null), 3, 'three servers, three copies');
    t.equal(await chooseReplicas(nc, 1), 1, 'or what is configured');
    t.equal(await chooseReplicas(nc, 3), 3);
    await t.rejects(chooseReplicas(nc, 5), { name: 'ConfigError', message: /PARLEY_REPLICAS is 5/ });
  });
  await t.test('copies are added under a service that runs', (t) => checkMoreCopies(t, three));
  await t.test('a service goes on when the leader of its journal dies', (t) => checkLostLeader(t, three));
  await t.test('a node that starts during an election waits for it', async (t) => {
    await (await leader()).kill('SIGKILL');
    const service = await startParley({ dataDir: dataDir(t), env });
    t.ok((await fetch(`${service.url}/healthz`)).ok);
    service.kill('SIGTERM');
    await service.ended;
  });
});
