/** Nodes whose wall clocks step, on one server: they agree on the time, and timers fire when they are due. */
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, headers, type NatsConnection } from '@nats-io/transport-node';
import { pino } from 'pino';
import t from 'tap';
import { clockSubject, streamName } from '../../../../actors/runtime/subjects.js';
import { type ActorSystem, createActorSystem } from '../../../../actors/runtime/system.js';
import { type JournalClock, openJournalClock } from '../../../../actors/runtime/timekeeping/journal-clock.js';
import type { Lifetime } from '../../../../testkit/lifetime.js';
import { startNats, type TestNats } from '../../../../testkit/nats/server.js';
import { until } from '../../../../testkit/until.js';
import { errand } from '../errand.js';

t.setTimeout(90_000);

const silent = pino({ level: 'silent' });
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const STEPS = [-20_000, -HOUR, HOUR, 50 * HOUR];

interface Node {
  readonly nc: NatsConnection;
  readonly clock: JournalClock;
  readonly system: ActorSystem;
  readonly counts: Map<string, number>;
  /** Steps the wall clock. */
  step(ms: number): void;
}

const node = async (t: Lifetime, nats: TestNats, wallAheadMs = 0, serverAheadMs = () => 0): Promise<Node> => {
  let ahead = wallAheadMs;
  const nc = await connect({ servers: nats.url, maxReconnectAttempts: -1, reconnectTimeWait: 50 });
  const clock = await openJournalClock({
    nc,
    shards: 1,
    logger: silent,
    wall: () => Date.now() + ahead,
    everyMs: 50,
  });
  const counts = new Map<string, number>();
  const system = await createActorSystem({
    nc,
    shards: 1,
    now: clock.now,
    serverAheadMs,
    logger: silent,
    watchdogMs: 1_000,
    count: (what) => counts.set(what, (counts.get(what) ?? 0) + 1),
  });
  system.register(errand, { run: async () => null });
  await system.start();
  t.teardown(async () => {
    clock.stop();
    await system.drain();
    await nc.close();
  });
  return {
    nc,
    clock,
    system,
    counts,
    step: (ms) => {
      ahead += ms;
    },
  };
};

t.test('nodes agree on the time, whatever their wall clocks show', async (t) => {
  const nats = await startNats(t);
  const nodes = [await node(t, nats), await node(t, nats, HOUR), await node(t, nats, -50 * HOUR)];
  for (const { clock } of nodes) t.ok(Math.abs(clock.now() - Date.now()) < 50);
  const [, ahead] = nodes;
  t.ok(Math.abs((ahead?.clock.reading().wallAheadMs ?? 0) - HOUR) < 50, 'its wall offset is known');
  for (const step of STEPS) {
    ahead?.step(step);
    t.ok(Math.abs((ahead?.clock.now() ?? 0) - Date.now()) < 50, `a step by ${step} ms changes nothing`);
  }
  t.match(ahead?.clock.reading().trust, { type: 'followed' });
  t.ok(Number.isInteger(ahead?.clock.now()), 'in whole ms, as journals and tables store it');
});

t.test('a message that the server acknowledges and drops is written again', async (t) => {
  const nats = await startNats(t);
  const nc = await connect({ servers: nats.url });
  t.teardown(() => nc.close());
  const jsm = await jetstreamManager(nc);
  const request = nc.request.bind(nc);
  let dropped = 0;
  // As nats-server does once after it has recovered a stream with a damaged file.
  nc.request = async (subject, payload, options) => {
    const answer = await request(subject, payload, options);
    if (subject !== clockSubject(0) || dropped > 0) return answer;
    dropped += 1;
    await jsm.streams.purge(streamName(0), { filter: subject });
    return answer;
  };
  const clock = await openJournalClock({ nc, shards: 1, logger: silent });
  t.teardown(clock.stop);
  t.equal(dropped, 1);
  t.ok(Math.abs(clock.now() - Date.now()) < 50);
});

t.test('fires a timer on time on another node after the clock of the arming node has stepped', async (t) => {
  for (const step of STEPS) {
    const nats = await startNats(t);
    const [stepped, steady] = [await node(t, nats), await node(t, nats)];
    stepped.step(step);
    const target = { business: 'b', id: 'one' };
    const begun = performance.now();
    await stepped.system.ask(errand, target, { type: 'wake_me', at: stepped.clock.now() + 1_500 });
    await stepped.system.drain();
    await until('the timer has fired', async () => {
      const { answer } = await steady.system.query(errand, target, 'get');
      return answer.rang === 1;
    });
    const firedMs = performance.now() - begun;
    t.ok(
      firedMs > 1_300 && firedMs < 4_000,
      `fired after ${Math.round(firedMs)} ms instead of 1,500, with a step of ${step} ms`,
    );
  }
});

t.test('a wake that a server with a fast clock delivers early is handled when it is due', async (t) => {
  const nats = await startNats(t);
  const { nc, clock, system, counts } = await node(t, nats);
  const target = { business: 'b', id: 'one' };
  const at = clock.now() + 3_000;
  await system.ask(errand, target, { type: 'wake_me', at });
  // As a server does whose clock is ahead: the schedule is gone, the wake is published.
  const jsm = await jetstreamManager(nc);
  await jsm.streams.purge('JOURNAL_0', { filter: 'timer.>' });
  await jetstream(nc).publish('wake.0.errand.b.one.alarm', String(at));
  await until('the wake is found to be early', () => (counts.get('wake_early') ?? 0) > 0);
  t.match(await system.query(errand, target, 'get'), { answer: { rang: 0 } });
  await until('it is handled', async () => (await system.query(errand, target, 'get')).answer.rang === 1);
  const lateMs = clock.now() - at;
  t.ok(lateMs > -1_000 && lateMs < 2_000, `${Math.round(lateMs)} ms after it was due`);
});

t.test('fires a timer when it is due although the server has a slow clock', async (t) => {
  const nats = await startNats(t);
  const nodes = [await node(t, nats, 0, () => -HOUR), await node(t, nats, 0, () => -HOUR)] as const;
  const [{ nc, clock, system }] = nodes;
  const target = { business: 'b', id: 'one' };
  const at = clock.now() + 2_000;
  await system.ask(errand, target, { type: 'wake_me', at });
  // By the server's clock the timer is due an hour later.
  const schedule = headers();
  for (const [name, value] of [
    ['Nats-Schedule', `@at ${new Date(at + HOUR).toISOString()}`],
    ['Nats-Schedule-Target', 'wake.0.errand.b.one.alarm'],
    ['Nats-Schedule-Rollup', 'sub'],
  ] as const)
    schedule.set(name, value);
  await jetstream(nc).publish('timer.0.errand.b.one.alarm', String(at), { headers: schedule });
  const rang = async (): Promise<number> => (await system.query(errand, target, 'get')).answer.rang;
  await until('the timer fires', async () => (await rang()) > 0);
  const lateMs = clock.now() - at;
  t.ok(lateMs > -1_000 && lateMs < 4_000, `${lateMs} ms after it was due`);
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  t.equal(await rang(), 1, 'once, although each node checks repeatedly');
});

t.test('a node that starts while the others hold their time adopts it', async (t) => {
  const nats = await startNats(t);
  const first = await node(t, nats);
  first.clock.stop();
  // As a node writes while the server's clock is an hour ahead of it.
  const rollup = headers();
  rollup.set('Nats-Rollup', 'sub');
  await jetstream(first.nc).publish('snap.0.clock', JSON.stringify({ node: 'other', correctionMs: -HOUR }), {
    headers: rollup,
  });
  const second = await node(t, nats, -HOUR);
  t.ok(Math.abs(second.clock.now() + HOUR - Date.now()) < 50);
  t.match(second.clock.reading().trust, { type: 'held' }, 'its wall clock agrees');
  second.step(HOUR);
  t.match(second.clock.reading().trust, { type: 'untrusted' }, 'its wall clock agrees with the server');
});

t.test('neither unreadable data nor a server outage stops the clock', async (t) => {
  const nats = await startNats(t);
  const first = await node(t, nats);
  first.clock.stop();
  await jetstream(first.nc).publish('snap.0.clock', 'no JSON');
  const { clock } = await node(t, nats);
  await nats.kill('SIGKILL');
  const before = [clock.now(), Date.now()];
  await new Promise((resolve) => setTimeout(resolve, 200));
  await nats.restart();
  t.ok(Math.abs(clock.now() - (before[0] ?? 0) - (Date.now() - (before[1] ?? 0))) < 50);
});
