/** A node frozen by SIGSTOP, or merely busy: which node takes over, how soon, and that no effect runs twice. */
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from '@nats-io/transport-node';
import { pino } from 'pino';
import t from 'tap';
import type { Query } from '../../../../actors/runtime/cluster/wire.js';
import { BEATS } from '../../../../actors/runtime/subjects.js';
import { type ActorSystem, createActorSystem } from '../../../../actors/runtime/system.js';
import type { Lifetime } from '../../../../testkit/lifetime.js';
import { startNats, type TestNats } from '../../../../testkit/nats/server.js';
import { until } from '../../../../testkit/until.js';
import { type ErrandCommand, errand, FINISH, LOOK } from '../errand.js';
import { isStopped, startAction, startFreezable } from './freezable.js';

t.setTimeout(120_000);

/** Longest time from the freeze to the answer, ms: 2 to 3 s on a quiet machine. */
const TAKEN_OVER_MS = 15_000;

const count = (by: number): ErrandCommand => ({ type: 'count', by });

interface Healthy {
  readonly system: ActorSystem;
  readonly counts: Map<string, number>;
  ask(id: string, command: ErrandCommand | Query): ReturnType<typeof sendToErrand>;
}

const sendToErrand = (system: ActorSystem, id: string, command: ErrandCommand | Query) => {
  const target = { business: 'b', id };
  return command.type === 'query' ? system.query(errand, target, 'get') : system.ask(errand, target, command);
};

/** A node in this process. Its errands only check whether they were run, because none may run twice. */
const startHealthy = async (t: Lifetime, nats: TestNats, action: string): Promise<Healthy> => {
  const nc = await connect({ servers: nats.url, maxReconnectAttempts: -1, reconnectTimeWait: 50 });
  const counts = new Map<string, number>();
  const system = await createActorSystem({
    nc,
    shards: 1,
    now: Date.now,
    logger: pino({ level: 'silent' }),
    watchdogMs: 1_000,
    count: (what) => counts.set(what, (counts.get(what) ?? 0) + 1),
  });
  system.register(errand, {
    run: async ({ ref }) => {
      const runs = Number(await (await fetch(`${action}${ref.id}`)).text());
      if (runs === 0) throw new Error('not yet');
      return FINISH;
    },
  });
  await system.start();
  t.teardown(async () => {
    await system.drain();
    await nc.close();
  });
  return { system, counts, ask: (id, command) => sendToErrand(system, id, command) };
};

/** Resolves once beats of `nodes` nodes were heard: by then every listener has heard them. */
const untilAllSendBeats = async (nats: TestNats, nodes: number): Promise<void> => {
  const nc = await connect({ servers: nats.url });
  const heard = new Set<string>();
  for await (const beat of nc.subscribe(BEATS)) {
    heard.add(beat.json<{ readonly node: string }>().node);
    if (heard.size === nodes) break;
  }
  await nc.close();
};

const world = async (t: Lifetime) => {
  const nats = await startNats(t);
  const action = await startAction(t);
  const a = await startFreezable(t, nats, action.url);
  const b = await startHealthy(t, nats, action.url);
  await untilAllSendBeats(nats, 2);
  return { nats, action, a, b };
};

t.test('gives up a frozen node: others answer for its actors', async (t) => {
  const { a, b } = await world(t);
  const ids = Array.from({ length: 30 }, (_, index) => `n${index}`);
  for (const id of ids) await a.ask(id, count(1));
  const frozenAt = Date.now();
  a.freeze();
  const answers = await Promise.all(
    ids.map(async (id, index) => {
      // Commands and queries.
      const { answer } = await b.ask(id, index % 2 === 0 ? count(10) : LOOK);
      return { sum: answer.sum, ms: Date.now() - frozenAt };
    }),
  );
  const gap = Math.max(...answers.map(({ ms }) => ms));
  t.comment(`taken over after ${gap} ms`);
  t.ok(gap <= TAKEN_OVER_MS, `${gap} ms`);
  t.same(
    answers.map(({ sum }) => sum),
    ids.map((_, index) => (index % 2 === 0 ? 11 : 1)),
  );
});

t.test('answers at once for the actors of a node that was already given up', async (t) => {
  const { a, b } = await world(t);
  for (const id of ['one', 'two']) await a.ask(id, count(1));
  a.freeze();
  await b.ask('one', LOOK);
  const began = Date.now();
  t.equal((await b.ask('two', count(1))).answer.sum, 2);
  t.ok(Date.now() - began < 1_500, `${Date.now() - began} ms`);
});

t.test('a frozen node that thaws answers nothing from its old state, and yields', async (t) => {
  const { a, b } = await world(t);
  const ids = Array.from({ length: 10 }, (_, index) => `n${index}`);
  for (const id of ids) await a.ask(id, count(1));
  a.freeze();
  await Promise.all(ids.map((id) => b.ask(id, count(10))));
  // Requests of the frozen node's own clients; the other node receives requests meanwhile.
  const requests = ids.map((id, index) => a.ask(id, index % 2 === 0 ? LOOK : count(100)));
  await Promise.all(ids.map((id) => b.ask(id, count(1_000))));
  a.thaw();
  const answers = await Promise.all(requests);
  t.same(
    answers.map(({ sum }) => sum),
    ids.map((_, index) => (index % 2 === 0 ? 1_011 : 1_111)),
  );
  await until('it has yielded its actors', async () => (await a.stats()).activations === 0);
  t.equal(b.counts.get('abdication') ?? 0, 0, 'the node that took over keeps them');
  for (const [index, id] of ids.entries())
    t.equal((await b.ask(id, LOOK)).answer.sum, index % 2 === 0 ? 1_011 : 1_111);
});

t.test('a node frozen between a commit and its effect does not run the effect after the thaw', async (t) => {
  const { action, a, b } = await world(t);
  void a.ask('frozen-before', { type: 'send' }).catch(() => undefined);
  await until('the node is frozen', () => isStopped(a.pid));
  t.equal((await b.ask('frozen-before', LOOK)).answer.sent, true);
  a.thaw();
  await until('the node responds again', () => a.stats());
  await delay(1_500);
  t.equal(action.runs('frozen-before'), 0, 'the other node took it over meanwhile');
});

t.test('a node frozen while an effect waits for its turn does not continue it after the thaw', async (t) => {
  const { action, a, b } = await world(t);
  void a.ask('frozen-waiting', { type: 'send' }).catch(() => undefined);
  await until('the node is frozen', () => isStopped(a.pid));
  t.equal((await b.ask('frozen-waiting', LOOK)).answer.sent, true);
  a.thaw();
  await until('the node responds again', () => a.stats());
  await delay(1_500);
  t.equal(action.runs('frozen-waiting'), 0);
});

t.test('a node that takes over finds an effect done before the freeze, and does not rerun it', async (t) => {
  const { action, a, b } = await world(t);
  void a.ask('frozen-after', { type: 'send' }).catch(() => undefined);
  await until('the node is frozen', () => isStopped(a.pid));
  await until('the errand is done', async () => (await b.ask('frozen-after', LOOK)).answer.done, 5_000);
  a.thaw();
  await until('the node responds again', () => a.stats());
  await delay(500);
  t.equal(action.runs('frozen-after'), 1);
});

t.test('timers of a frozen node fire once, on another node', async (t) => {
  const { a, b } = await world(t);
  const ids = Array.from({ length: 20 }, (_, index) => `n${index}`);
  const dueAt = Date.now() + 800;
  for (const id of ids) await a.ask(id, { type: 'wake_me', at: dueAt });
  a.freeze();
  // No requests meanwhile: a request would take the actor over, too.
  await until('all timers have fired', () => (b.counts.get('commit') ?? 0) >= ids.length, 10_000);
  const lateMs = Date.now() - dueAt;
  t.comment(`fired ${lateMs} ms late`);
  t.ok(lateMs <= TAKEN_OVER_MS, `${lateMs} ms late`);
  a.thaw();
  await until('the node responds again', () => a.stats());
  await delay(1_000);
  for (const id of ids) t.equal((await b.ask(id, LOOK)).answer.rang, 1);
});

t.test('with three nodes, one of the other two takes over, and requests to both are answered', async (t) => {
  const { nats, action, a, b } = await world(t);
  const c = await startHealthy(t, nats, action.url);
  const ids = Array.from({ length: 20 }, (_, index) => `n${index}`);
  for (const id of ids) await a.ask(id, count(1));
  for (const id of ['held', 'kept']) await c.ask(id, count(1));
  const frozenAt = Date.now();
  a.freeze();
  await Promise.all(ids.flatMap((id) => [b.ask(id, count(10)), c.ask(id, count(100))]));
  t.ok(Date.now() - frozenAt <= TAKEN_OVER_MS, `${Date.now() - frozenAt} ms`);
  for (const id of ids) for (const { ask } of [b, c]) t.equal((await ask(id, LOOK)).answer.sum, 111);
  // A node that never heard of the frozen one asks the others.
  const d = await startHealthy(t, nats, action.url);
  t.equal((await d.ask(ids[0] ?? '', LOOK)).answer.sum, 111);
  await until(
    'each actor is activated once',
    () => [b, c, d].reduce((sum, { system }) => sum + system.activations(), 0) === ids.length + 2,
  );
});

t.test('a node that starts after the freeze can take over as well', async (t) => {
  const { nats, action, a, b } = await world(t);
  await a.ask('one', count(1));
  a.freeze();
  await b.ask('other', LOOK);
  await delay(2_500);
  await b.system.drain();
  const d = await startHealthy(t, nats, action.url);
  const began = Date.now();
  t.equal((await d.ask('one', count(1))).answer.sum, 2);
  t.comment(`taken over after ${Date.now() - began} ms`);
  t.ok(Date.now() - began <= TAKEN_OVER_MS, `${Date.now() - began} ms`);
});

t.test('a node that is busy for a second keeps its actors', async (t) => {
  const { a, b } = await world(t);
  const ids = Array.from({ length: 10 }, (_, index) => `n${index}`);
  for (const id of ids) await a.ask(id, count(1));
  for (let round = 0; round < 3; round += 1) {
    const busy = a.beBusy(1_000);
    await delay(20);
    await Promise.all(ids.map((id) => b.ask(id, count(1))));
    await busy;
  }
  t.equal(b.system.activations(), 0, 'no other node took over');
  const { counts, activations } = await a.stats();
  t.match({ counts, activations }, { activations: ids.length });
  t.equal(counts.lease_lost ?? 0, 0);
});
