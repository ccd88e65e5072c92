import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import pino from 'pino';
import t from 'tap';
import { type NatsAccess, natsOptions } from '../../../actors/runtime/nats/access.js';
import { type Engine, findRunningEngine, startEngine } from '../../../src/engine/index.js';
import { isProcess } from '../../../src/engine/process-identity.js';
import type { Lifetime } from '../../../testkit/lifetime.js';
import { natsServerPath, startNats } from '../../../testkit/nats/server.js';
import { until } from '../../../testkit/until.js';

const logger = pino({ level: 'silent' });

const start = async (t: Lifetime, dataDir: string): Promise<Engine> => {
  const engine = await startEngine({ dataDir, binary: await natsServerPath(), logger });
  t.teardown(() => engine.stop());
  return engine;
};

/** Starts the engine in a separate process. */
const startElsewhere = async (
  t: Lifetime,
  dataDir: string,
): Promise<{ holder: ChildProcess; server: NatsAccess; pid: number }> => {
  const holder = spawn(
    process.execPath,
    [fileURLToPath(new URL('./hold-engine.js', import.meta.url)), dataDir],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  t.teardown(() => holder.kill('SIGKILL'));
  if (holder.stdout === null) throw new Error('no output');
  const [line] = await once(createInterface(holder.stdout), 'line');
  const { pid, ...server }: NatsAccess & { readonly pid: number } = JSON.parse(String(line));
  return { holder, server, pid };
};

/** Publishes to a stream, which is created if it is missing. Returns the sequence. */
const publish = async (nats: NatsAccess): Promise<number> => {
  const connection = await connect({ ...natsOptions(nats), timeout: 5_000 });
  try {
    const manager = await jetstreamManager(connection);
    await manager.streams.add({ name: 'S', subjects: ['s.>'] });
    return (await jetstream(connection).publish('s.a', 'x')).seq;
  } finally {
    await connection.close();
  }
};

t.test('starts, is found, keeps its store across a stop, and leaves nothing running', async (t) => {
  const dataDir = t.testdir();
  t.equal(await findRunningEngine(dataDir), null);
  const first = await start(t, dataDir);
  t.match(first.url, /^nats:\/\/127\.0\.0\.1:\d+$/);
  t.same(await findRunningEngine(dataDir), { url: first.url, credentials: first.credentials });
  t.equal(await publish(first), 1);
  const { pid } = first;
  await Promise.all([first.stop(), first.stop()]);
  t.notOk(await isProcess(pid, 'nats-server'));
  t.equal(await findRunningEngine(dataDir), null);
  const second = await start(t, dataDir);
  t.equal(await publish(second), 2);
});

t.test('a data directory serves one process at a time', async (t) => {
  const dataDir = t.testdir();
  await startElsewhere(t, dataDir);
  await t.rejects(start(t, dataDir), {
    name: 'EngineError',
    message: /another Parley process is using .*--data-dir/,
  });
});

t.test('a server exits by itself after SIGKILL of its owner; the next start keeps its store', async (t) => {
  const dataDir = t.testdir();
  const { holder, server, pid } = await startElsewhere(t, dataDir);
  t.equal(await publish(server), 1);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  await until('the server is gone', async () => !(await isProcess(pid, dataDir)), 5_000);
  t.equal(await publish(await start(t, dataDir)), 2);
});

t.test('a start right after SIGKILL of the owner ends the old server and takes less than 3 s', async (t) => {
  const dataDir = t.testdir();
  const { holder, server, pid } = await startElsewhere(t, dataDir);
  t.equal(await publish(server), 1);
  process.kill(pid, 'SIGSTOP'); // It cannot end by itself: SIGTERM waits until it runs again.
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  const before = Date.now();
  const engine = await start(t, dataDir);
  t.ok(Date.now() - before < 3_000, `${Date.now() - before} ms`);
  t.notOk(await isProcess(pid, dataDir));
  t.equal(await publish(engine), 2);
});

t.test('a server that is killed comes back on the same port with its store', async (t) => {
  const dataDir = t.testdir();
  const engine = await start(t, dataDir);
  t.equal(await publish(engine), 1);
  for (let round = 1; round <= 3; round += 1) {
    const { pid } = engine;
    process.kill(pid, 'SIGKILL');
    await until('another server runs', () => engine.pid !== pid);
    t.equal(await until('the server answers', () => publish(engine).catch(() => null)), round + 1);
  }
});

t.test('a server that is killed repeatedly, even while it starts, comes back in the end', async (t) => {
  const dataDir = t.testdir();
  const engine = await start(t, dataDir);
  t.equal(await publish(engine), 1);
  for (let round = 0; round < 15; round += 1) {
    const { pid } = engine;
    process.kill(pid, 'SIGKILL');
    await until('another server was started', () => engine.pid !== pid, 20_000);
    await delay(round * 2); // A little later in its start each time.
  }
  const seq = await until('the server answers', () => publish(engine).catch(() => null), 20_000);
  t.equal(seq, 2);
});

t.test('a stop during a restart does not wait for it', async (t) => {
  const dataDir = t.testdir();
  const engine = await start(t, dataDir);
  const { pid } = engine;
  process.kill(pid, 'SIGKILL');
  await until('another server was started', () => engine.pid !== pid);
  await rm(join(dataDir, 'nats'), { recursive: true, force: true, maxRetries: 10 }); // It can never say that it is ready.
  const before = Date.now();
  await engine.stop();
  t.ok(Date.now() - before < 2_000, `${Date.now() - before} ms`);
  t.notOk(await isProcess(engine.pid, dataDir));
});

t.test('a pid file that names another process is ignored', async (t) => {
  const dataDir = t.testdir();
  await (await start(t, dataDir)).stop();
  await writeFile(join(dataDir, 'nats', 'nats-server.pid'), String(process.pid));
  t.equal(await publish(await start(t, dataDir)), 1);
});

t.test('the error of a server that cannot start quotes its log', async (t) => {
  const dataDir = t.testdir({ nats: { store: 'a file where the directory should be' } });
  await t.rejects(start(t, dataDir), { name: 'EngineError', message: /did not start[\s\S]*storage/ });
  await t.rejects(start(t, dataDir), /did not start/, 'and frees the directory');
});

t.test('the sync interval reaches the server, and invalid intervals are refused', async (t) => {
  const dataDir = t.testdir();
  const binary = await natsServerPath();
  await t.rejects(startEngine({ dataDir, binary, logger, syncInterval: 'soon' }), /sync interval is "soon"/);
  const engine = await startEngine({ dataDir, binary, logger, syncInterval: 'always' });
  t.teardown(() => engine.stop());
  t.match(await readFile(join(dataDir, 'nats', 'nats-server.conf'), 'utf8'), /sync_interval: "always"/);
  t.equal(await publish(engine), 1);
});

t.test('clients without the key of the data directory are refused', async (t) => {
  const before = process.umask(0);
  t.teardown(() => process.umask(before));
  const dataDir = t.testdir();
  const engine = await start(t, dataDir);
  t.equal(await publish(engine), 1);
  const { url, credentials } = engine;
  const refused = { name: 'AuthorizationError' };
  const guess = { kind: 'user', user: 'parley', password: 'parley' } as const;
  const other = await start(t, join(dataDir, 'other'));
  await t.rejects(publish({ url }), refused, 'without credentials');
  await t.rejects(publish({ url, credentials: guess }), refused, 'with a guess');
  await t.rejects(publish({ ...other, url }), refused, 'with the key of another directory');
  if (credentials?.kind !== 'nkey') throw new Error('no key');
  const seed = (await readFile(credentials.seedFile, 'utf8')).trim();
  t.match(seed, /^SU[A-Z2-7]{56}$/);
  const configuration = join(dataDir, 'nats', 'nats-server.conf');
  for (const path of [credentials.seedFile, configuration])
    t.equal((await stat(path)).mode & 0o777, 0o600, path);
  t.notOk((await readFile(configuration, 'utf8')).includes(seed));
  t.notOk(await isProcess(engine.pid, seed), 'nor is the key on the command line');
});

t.test('the key is kept across starts, and replaced if it is lost or damaged', async (t) => {
  const dataDir = t.testdir();
  const seedFile = join(dataDir, 'nats', 'user.nk');
  const seeds: string[] = [];
  for (const change of [null, null, () => rm(seedFile), () => writeFile(seedFile, 'SU')]) {
    await change?.();
    const engine = await start(t, dataDir);
    t.equal(await publish(engine), seeds.length + 1);
    seeds.push(await readFile(seedFile, 'utf8'));
    await engine.stop();
  }
  const [first, second, third, fourth] = seeds;
  t.equal(first, second);
  t.equal(new Set([first, third, fourth]).size, 3);
});

t.test('a store from before the server had a key is kept', async (t) => {
  const nats = await startNats(t);
  t.equal(await publish(nats), 1);
  const store = await nats.backUp();
  const dataDir = t.testdir({ nats: {} });
  await cp(store, join(dataDir, 'nats', 'store'), { recursive: true });
  t.equal(await publish(await start(t, dataDir)), 2);
});
