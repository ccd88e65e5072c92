/** Whether the journal is writable, with a real server that is frozen, dead, full, in error, or without its stream. */
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { DiscardPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import pino from 'pino';
import t, { type Test } from 'tap';
import { openJournal } from '../../../../actors/runtime/journal/journal.js';
import { type JournalProbe, startJournalProbe } from '../../../../actors/runtime/journal/probe.js';
import { watchConnection } from '../../../../actors/runtime/nats/connection.js';
import { blockThread } from '../../../../testkit/block-thread.js';
import type { Lifetime } from '../../../../testkit/lifetime.js';
import { startNats, type TestNats } from '../../../../testkit/nats/server.js';
import { limitFiles, mountSmallDisk } from '../../../../testkit/small-disk.js';
import { until } from '../../../../testkit/until.js';

t.setTimeout(60_000);

/** Promised time to detect a change, ms. */
const NOTICED_MS = 2_000;

interface Probed {
  readonly nats: TestNats;
  readonly nc: NatsConnection;
  readonly probe: JournalProbe;
  readonly logged: Record<string, unknown>[];
}

const start = async (
  t: Lifetime,
  { on, shards = 1 }: { on?: string; shards?: number } = {},
): Promise<Probed> => {
  const nats = await startNats(t, '', on === undefined ? {} : { on });
  const nc = await connect({ servers: nats.url, maxReconnectAttempts: -1, reconnectTimeWait: 50 });
  await openJournal(watchConnection(nc), shards);
  const jsm = await jetstreamManager(nc);
  await jsm.streams.add({ name: 'BESIDES', subjects: ['besides.>'], max_msgs_per_subject: 1 });
  const logged: Record<string, unknown>[] = [];
  const probe = startJournalProbe({
    nc,
    shards,
    extraSubjects: ['besides.probe'],
    now: () => performance.now(),
    logger: pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) }),
  });
  t.teardown(async () => {
    probe.stop();
    await nc.close();
  });
  return { nats, nc, probe, logged };
};

const reasonOf = (probe: JournalProbe): string => {
  const health = probe.health();
  return health.type === 'writable' ? 'none' : health.because;
};

/** Time until the probe reports this reason, ms. */
const msUntil = async (probe: JournalProbe, reason: string, mostMs: number): Promise<number> => {
  const began = performance.now();
  await until(`the reason is ${reason}, not ${reasonOf(probe)}`, () => reasonOf(probe) === reason, mostMs);
  return performance.now() - began;
};

const noticed = async (t: Test, probe: JournalProbe, reason: string): Promise<void> => {
  const ms = await msUntil(probe, reason, 10_000);
  t.ok(ms <= NOTICED_MS, `noticed after ${Math.round(ms)} ms`);
};

/** Writes messages of each size until one is refused. */
const writeUntilRefused = async (nc: NatsConnection, sizes: readonly number[] = [60_000]): Promise<void> => {
  const js = jetstream(nc, { timeout: 500 });
  const isTaken = async (bytes: number): Promise<boolean> =>
    (await js.publish('evt.0.filler.b.one', Buffer.alloc(bytes)).catch(() => null)) !== null;
  for (const bytes of sizes) while (await isTaken(bytes));
};

t.test('notices a frozen server within two seconds, and its return', async (t) => {
  const { nats, probe, logged } = await start(t);
  process.kill(nats.pid, 'SIGSTOP');
  await noticed(t, probe, 'unreachable');
  process.kill(nats.pid, 'SIGCONT');
  await noticed(t, probe, 'none');
  t.match(logged, [
    { event: 'journal.unwritable', because: 'unreachable' },
    { event: 'journal.writable', afterMs: Number },
  ]);
});

t.test('notices a killed server within two seconds, and its restart', async (t) => {
  const { nats, probe } = await start(t);
  await nats.kill('SIGKILL');
  await noticed(t, probe, 'unreachable');
  await nats.restart();
  await noticed(t, probe, 'none');
});

t.test('notices a missing stream within two seconds, and its return', async (t) => {
  const { nc, probe } = await start(t);
  const jsm = await jetstreamManager(nc);
  const { config } = await jsm.streams.info('JOURNAL_0');
  await jsm.streams.delete('JOURNAL_0');
  await noticed(t, probe, 'offline');
  await jsm.streams.add(config);
  await noticed(t, probe, 'none');
});

t.test('probes other required streams as well, and reports a stream at its limit as full', async (t) => {
  const { nc, probe } = await start(t);
  const jsm = await jetstreamManager(nc);
  const { config } = await jsm.streams.info('BESIDES');
  await jsm.streams.update('BESIDES', { ...config, max_bytes: 10, discard: DiscardPolicy.New });
  // A full stream would still accept a message that replaces another one.
  await jsm.streams.purge('BESIDES');
  await noticed(t, probe, 'full');
  await jsm.streams.update('BESIDES', { ...config, max_bytes: -1 });
  await noticed(t, probe, 'none');
});

t.test('reports a server without free space as full', async (t) => {
  const disk = await mountSmallDisk(t, 16);
  if (disk === null) {
    t.pass('this user may not mount: the test above uses a stream limit instead');
    return;
  }
  const { nc, probe } = await start(t, { on: disk.path });
  // By default a server uses three quarters of the disk that it finds.
  await writeUntilRefused(nc, [900_000, 60_000, 6_000, 600, 60]);
  await noticed(t, probe, 'full');
});

t.test(
  'notices a stream that is in error although the server answers and other streams continue',
  async (t) => {
    const { nats, nc, probe } = await start(t, { shards: 2 });
    await limitFiles(nats.pid, 100_000);
    await writeUntilRefused(nc);
    await noticed(t, probe, 'failing');
    await limitFiles(nats.pid, null);
    t.equal(
      (await jetstream(nc).publish('evt.1.other.b.one', 'x')).stream,
      'JOURNAL_1',
      'another stream still accepts messages',
    );
    t.equal(
      await jetstream(nc, { timeout: 500 })
        .publish('evt.0.other.b.one')
        .catch(() => null),
      null,
    );
    t.equal(reasonOf(probe), 'failing', 'the server stays in error although there is space again');
    await nats.restart();
    await noticed(t, probe, 'none');
  },
);

t.test('notices a full disk within two seconds', async (t) => {
  const disk = await mountSmallDisk(t, 16);
  const { nats, nc, probe } = await start(t, disk === null ? {} : { on: disk.path });
  if (disk === null) await limitFiles(nats.pid, 0);
  else await disk.fill(0);
  await writeUntilRefused(nc);
  await noticed(t, probe, 'failing');
});

t.test('probing leaves one message per stream, however long it runs and with several nodes', async (t) => {
  const { nc, probe } = await start(t, { shards: 2 });
  const other = startJournalProbe({
    nc,
    shards: 2,
    extraSubjects: [],
    now: () => performance.now(),
    logger: pino({ level: 'silent' }),
  });
  t.teardown(other.stop);
  const jsm = await jetstreamManager(nc);
  await until('several attempts', async () => (await jsm.streams.info('JOURNAL_1')).state.last_seq >= 6);
  for (const name of ['JOURNAL_0', 'JOURNAL_1', 'BESIDES'])
    t.equal((await jsm.streams.info(name)).state.messages, 1, name);
  t.equal(reasonOf(probe), 'none');
});

t.test('a process that was stalled itself does not blame the journal', async (t) => {
  const { probe } = await start(t);
  for (let round = 0; round < 3; round += 1) {
    blockThread(1_500);
    await delay(200);
    t.equal(reasonOf(probe), 'none');
  }
});
