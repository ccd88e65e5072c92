/** The embedded server recovers by itself from a full disk, an error or a freeze, with all acknowledged messages. */
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import pino from 'pino';
import t from 'tap';
import { natsOptions } from '../../../actors/runtime/nats/access.js';
import { type Engine, startEngine } from '../../../src/engine/index.js';
import { startNatsServer } from '../../../src/engine/nats-server.js';
import type { Lifetime } from '../../../testkit/lifetime.js';
import { natsServerPath } from '../../../testkit/nats/server.js';
import { limitFiles, mountSmallDisk } from '../../../testkit/small-disk.js';
import { until } from '../../../testkit/until.js';

t.setTimeout(120_000);

interface Started {
  readonly engine: Engine;
  readonly logged: Record<string, unknown>[];
  /** The sequence of the published message; null if it was not acknowledged within half a second. */
  publish(bytes: number): Promise<number | null>;
  /** The number of messages in the stream. */
  count(): Promise<number>;
}

const start = async (t: Lifetime, dataDir: string): Promise<Started> => {
  const logged: Record<string, unknown>[] = [];
  const logger = pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) });
  const engine = await startEngine({ dataDir, binary: await natsServerPath(), logger });
  const nc = await connect({ ...natsOptions(engine), maxReconnectAttempts: -1, reconnectTimeWait: 50 });
  t.teardown(async () => {
    await nc.close();
    await engine.stop();
  });
  const jsm = await jetstreamManager(nc, { timeout: 1_000 });
  await jsm.streams.add({ name: 'S', subjects: ['s'] });
  const js = jetstream(nc, { timeout: 500 });
  return {
    engine,
    logged,
    publish: async (bytes) => (await js.publish('s', Buffer.alloc(bytes)).catch(() => null))?.seq ?? null,
    count: async () => (await jsm.streams.info('S')).state.messages,
  };
};

/** Publishes until a message is not acknowledged. Returns how many were. */
const publishUntilRefused = async ({ publish }: Started): Promise<number> => {
  let acknowledged = 0;
  while ((await publish(50_000)) !== null) acknowledged += 1;
  return acknowledged;
};

t.test('a frozen server is killed, and the next one has all acknowledged messages', async (t) => {
  const started = await start(t, t.testdir());
  const { engine, publish, count, logged } = started;
  t.equal(await publish(10), 1);
  const { pid } = engine;
  process.kill(pid, 'SIGSTOP');
  await until('another server runs', () => engine.pid !== pid, 30_000);
  t.equal(await until('the server answers', () => publish(10)), 2);
  t.equal(await count(), 2);
  t.ok(logged.some(({ event, why }) => event === 'engine.restarted' && why === 'frozen'));
});

t.test('a server in error is restarted, and has all acknowledged messages', async (t) => {
  const started = await start(t, t.testdir());
  const { engine, publish, count, logged } = started;
  const { pid } = engine;
  await limitFiles(pid, 200_000);
  const acknowledged = await publishUntilRefused(started);
  t.ok(acknowledged > 0, `${acknowledged} messages were acknowledged`);
  await limitFiles(pid, null);
  t.equal(await publish(10), null, 'the server stays in error although there is room');
  const since = performance.now();
  engine.watchErrors(() => performance.now() - since);
  await until('another server runs', () => engine.pid !== pid, 20_000);
  engine.watchErrors(() => 0);
  t.equal(await until('the server answers', () => publish(10)), acknowledged + 1);
  t.equal(await count(), acknowledged + 1);
  t.ok(logged.some(({ event, why }) => event === 'engine.restarted' && why === 'in_error'));
});

t.test('a server whose disk was full is restarted when there is room, and not before', async (t) => {
  const dataDir = t.testdir();
  const disk = await mountSmallDisk(t, 16);
  if (disk === null) {
    t.pass('this user cannot mount: caretaker.test.ts has a simulated disk');
    return;
  }
  await symlink(disk.path, join(dataDir, 'nats'));
  const started = await start(t, dataDir);
  const { engine, publish, count, logged } = started;
  const { pid } = engine;
  t.equal(engine.hasRoom(), true);
  await disk.fill(1_000_000);
  await until('the disk is reported as full', () => !engine.hasRoom(), 5_000);
  t.equal(await publish(10), 1, 'the reserve is left for live calls');
  const acknowledged = 1 + (await publishUntilRefused(started));
  await delay(3_000);
  t.equal(engine.pid, pid, 'a restart would not help');
  await disk.clear();
  await until('another server runs', () => engine.pid !== pid, 10_000);
  t.equal(await until('the server answers', () => publish(10)), acknowledged + 1);
  t.equal(await count(), acknowledged + 1, 'no acknowledged message is lost');
  t.equal(engine.hasRoom(), true);
  t.match(
    logged
      .map(({ event }) => event)
      .filter((event) => !['engine.started', 'engine.exited', 'data_dir.tightened'].includes(String(event))),
    ['journal.full', 'journal.has_room', 'engine.restarted'],
  );
});

t.test('a start on a full disk says so at once, and continues once there is room', async (t) => {
  const dataDir = t.testdir();
  const disk = await mountSmallDisk(t, 16);
  if (disk === null) {
    t.pass('this user cannot mount: room.test.ts has a simulated disk');
    return;
  }
  await symlink(disk.path, join(dataDir, 'nats'));
  const binary = await natsServerPath();
  const first = await startEngine({ dataDir, binary, logger: pino({ level: 'silent' }) });
  await first.stop();
  await disk.fill(0);
  await t.rejects(
    startEngine({ dataDir, binary, logger: pino({ level: 'silent' }) }),
    /is full: free some space/,
  );
  const logged: Record<string, unknown>[] = [];
  const logger = pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) });
  const starting = startEngine({ dataDir, binary, logger, onFullDisk: 'wait' });
  const began = performance.now();
  await until('a full disk is logged', () => logged.some(({ event }) => event === 'journal.no_room'), 2_000);
  await delay(2_000);
  t.equal(logged.filter(({ event }) => event === 'journal.no_room').length, 1, 'once');
  await disk.clear();
  const engine = await starting;
  t.teardown(() => engine.stop());
  t.ok(performance.now() - began < 20_000);
  t.ok(logged.some(({ event }) => event === 'journal.has_room'));
});

t.test('a disk that becomes full while the server starts is noticed', async (t) => {
  const dataDir = t.testdir();
  const disk = await mountSmallDisk(t, 16);
  if (disk === null) {
    t.pass('this user cannot mount: room.test.ts has a simulated disk');
    return;
  }
  await symlink(disk.path, join(dataDir, 'nats'));
  // It runs and reports no port, like a server that cannot write its file.
  const silent = join(dataDir, 'silent-server');
  await writeFile(silent, '#!/bin/sh\nexec sleep 60\n', { mode: 0o755 });
  const binary = await natsServerPath();
  const first = await startEngine({ dataDir, binary, logger: pino({ level: 'silent' }) });
  await first.stop();
  const began = performance.now();
  const starting = startNatsServer({ dataDir, binary: silent, logger: pino({ level: 'silent' }) });
  setTimeout(() => void disk.fill(0), 500);
  await t.rejects(starting, /is full: free some space/);
  t.ok(performance.now() - began < 10_000, 'long before a start counts as failed');
});
