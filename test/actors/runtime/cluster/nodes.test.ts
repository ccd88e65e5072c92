/** Several nodes on one server: one activation stays, nothing is lost or done twice, wakes reach their actors. */
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import fc from 'fast-check';
import { pino } from 'pino';
import t from 'tap';
import { formatRequest } from '../../../../actors/runtime/cluster/wire.js';
import { consumeWakes } from '../../../../actors/runtime/consumers/wakes.js';
import { type ActorSystem, createActorSystem } from '../../../../actors/runtime/system.js';
import { DomainError } from '../../../../schemas/errors.js';
import type { Lifetime } from '../../../../testkit/lifetime.js';
import { startNats, type TestNats } from '../../../../testkit/nats/server.js';
import { until } from '../../../../testkit/until.js';
import { memoryBook } from '../../../support/actors/trouble.js';
import { type ErrandCommand, errand, LOOK } from '../errand.js';

t.setTimeout(90_000);

interface Node {
  readonly nc: NatsConnection;
  readonly system: ActorSystem;
  readonly counts: Map<string, number>;
}

const silent = pino({ level: 'silent' });

const node = async (
  t: Lifetime,
  nats: TestNats,
  {
    run = async () => null,
    wakes = true,
  }: { run?: () => Promise<ErrandCommand | null>; wakes?: boolean } = {},
): Promise<Node> => {
  const nc = await connect({ servers: nats.url, maxReconnectAttempts: -1, reconnectTimeWait: 50 });
  const counts = new Map<string, number>();
  const system = await createActorSystem({
    nc,
    shards: 1,
    now: Date.now,
    logger: silent,
    watchdogMs: 1_000,
    count: (what) => counts.set(what, (counts.get(what) ?? 0) + 1),
  });
  system.register(errand, { run });
  if (wakes) await system.start();
  t.teardown(async () => {
    await system.drain();
    await nc.close();
  });
  return { nc, system, counts };
};

const target = { business: 'b', id: 'one' };
const count = (by: number): ErrandCommand => ({ type: 'count', by });

t.test(
  'of activations that begin at the same instant, one stays and answers the requests of all nodes',
  async (t) => {
    const nats = await startNats(t);
    const nodes = await Promise.all([node(t, nats), node(t, nats), node(t, nats)]);
    const ids = Array.from({ length: 50 }, (_, index) => `simultaneous${index}`);
    await Promise.all(
      ids.flatMap((id) => nodes.map(({ system }) => system.ask(errand, { business: 'b', id }, count(1)))),
    );
    await until(
      'each actor is activated once',
      () => nodes.reduce((sum, { system }) => sum + system.activations(), 0) === ids.length,
    );
    for (const { system } of nodes)
      for (const id of ids)
        t.match(await system.query(errand, { business: 'b', id }, 'get'), { answer: { sum: 3 } });
  },
);

t.test('applies each command once, whatever two nodes receive at once', async (t) => {
  const nats = await startNats(t);
  const nodes = await Promise.all([node(t, nats), node(t, nats)]);
  let run = 0;
  const anyRequest = fc.record({
    node: fc.nat({ max: 1 }),
    id: fc.nat({ max: 2 }),
    by: fc.integer({ min: 1, max: 1_000 }),
    times: fc.integer({ min: 1, max: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(anyRequest, { minLength: 1, maxLength: 120 }), async (requests) => {
      run += 1;
      const target = (id: number) => ({ business: 'b', id: `run${run}-${id}` });
      await Promise.all(
        requests.flatMap(({ node, id, by, times }, index) =>
          // Repeated under one id, on both nodes in turn.
          Array.from({ length: times }, (_, time) =>
            nodes[(node + time) % 2]?.system.ask(errand, target(id), count(by), { commandId: `c${index}` }),
          ),
        ),
      );
      for (const id of [0, 1, 2]) {
        const expected = requests.filter((request) => request.id === id).reduce((sum, { by }) => sum + by, 0);
        for (const { system } of nodes) {
          const { answer } = await system.query(errand, target(id), 'get');
          if (answer.sum !== expected) return false;
        }
      }
      return true;
    }),
    { numRuns: 25 },
  );
});

t.test('a node that was cut off does not answer from its old state', async (t) => {
  const nats = await startNats(t);
  const [a, b] = [await node(t, nats), await node(t, nats)];
  await a.system.ask(errand, target, count(1));
  await b.system.ask(errand, target, count(1));
  t.equal(a.system.activations(), 1);
  // While it is cut off, the other node takes over the actor. Its subscription is gone, so it does not hear of that.
  await a.nc.reconnect();
  await b.system.ask(errand, target, count(1));
  t.match(await a.system.query(errand, target, 'get'), { answer: { sum: 3 } });
  await until('one activation stays', () => a.system.activations() + b.system.activations() === 1);
  t.match(await a.system.ask(errand, target, count(1)), { answer: { sum: 4 } });
});

t.test('effects run on one node only, and move with the actor', async (t) => {
  const nats = await startNats(t);
  let running = 0;
  const run = () => {
    running += 1;
    return new Promise<ErrandCommand | null>(() => undefined);
  };
  const [a, b] = [await node(t, nats, { run }), await node(t, nats, { run })];
  await a.system.ask(errand, target, { type: 'send' });
  await until('the effect runs', () => running === 1);
  await b.system.query(errand, target, 'get');
  t.equal(running, 1);
  t.same([a.system.stats().effectsRunning, b.system.stats().effectsRunning], [1, 0]);
  await a.system.drain();
  await until('the watchdog wakes the actor on the other node', () => running === 2, 15_000);
  t.same([a.system.stats().effectsRunning, b.system.stats().effectsRunning], [0, 1]);
});

t.test('draining finishes accepted requests, refuses new ones, and leaves no activation', async (t) => {
  const nats = await startNats(t);
  const [a, b] = [await node(t, nats), await node(t, nats)];
  await a.system.ask(errand, target, count(1));
  const requests = Array.from({ length: 50 }, (_, index) =>
    (index % 2 === 0 ? a : b).system.ask(errand, target, count(1)),
  );
  const drained = a.system.drain();
  await t.rejects(a.system.ask(errand, target, count(1)), { code: 'not_ready' });
  await drained;
  await Promise.all(requests);
  t.equal(a.system.activations(), 0);
  t.match(await b.system.query(errand, target, 'get'), { answer: { sum: 51 } });
});

t.test('an activation that hears of another one and stays reads what the other one wrote', async (t) => {
  const nats = await startNats(t);
  const { nc, system } = await node(t, nats);
  t.match(await system.ask(errand, target, count(1)), { answer: { sum: 1 } });
  const commit = { commandId: 'elsewhere', at: 1, events: [{ type: 'counted', by: 10 }] };
  await jetstream(nc).publish('evt.0.errand.b.one', JSON.stringify(commit));
  const later = { at: Number.MAX_SAFE_INTEGER - 1, node: 'other' };
  nc.publish('actor.errand.b.one', formatRequest({ type: 'claim', claim: later }));
  await nc.flush();
  t.match(await system.query(errand, target, 'get'), { answer: { sum: 11 } });
});

t.test('a query is answered by the node that has the actor', async (t) => {
  const nats = await startNats(t);
  const [a, b] = [await node(t, nats), await node(t, nats)];
  await a.system.ask(errand, target, count(2));
  t.match(await b.system.query(errand, target, 'sum_times', 4), { answer: 8 });
  t.equal(b.system.activations(), 0);
  await t.rejects(b.system.query(errand, target, 'sum_times', 0), {
    code: 'validation_failed',
    message: 'nothing to multiply',
  });
});

t.test('an unreadable request does no harm', async (t) => {
  const nats = await startNats(t);
  const { nc, system } = await node(t, nats);
  await system.ask(errand, target, count(1));
  for (const text of ['', '{', 'null', '{"type":"command"}', '{"type":"claim","claim":{"at":"x"}}', '[]'])
    nc.publish('actor.errand.b.one', text);
  await nc.flush();
  const envelope = { commandId: 'x', at: Date.now(), command: LOOK };
  const reply = await nc.request(
    'actor.errand.b.one',
    formatRequest({ type: 'command', envelope, timeoutMs: 1_000 }),
  );
  t.match(reply.json(), { is: 'done', answer: { sum: 1 } });
});

t.test('a command whose sender has long given up changes nothing', async (t) => {
  const nats = await startNats(t);
  const { nc, system } = await node(t, nats);
  await system.ask(errand, target, count(1));
  const send = async (commandId: string, agoMs: number): Promise<unknown> => {
    const envelope = { commandId, at: Date.now() - agoMs, command: count(10) };
    const request = formatRequest({ type: 'command', envelope, timeoutMs: 10_000 });
    return (await nc.request('actor.errand.b.one', request)).json();
  };
  // Times of nodes may differ by 20 s: a command that seems 29 s old may be 9 s old.
  t.match(await send('slow', 29_000), { is: 'done', answer: { sum: 11 } });
  t.match(await send('late', 31_000), { is: 'refused', code: 'journal_unavailable' });
  t.match(await system.query(errand, target, 'get'), { answer: { sum: 11 } });
});

t.test('redelivers a failed wake only after a delay', async (t) => {
  const nats = await startNats(t);
  const { nc, system } = await node(t, nats, { wakes: false });
  const tries: number[] = [];
  const consumer = await consumeWakes(0, {
    nc,
    logger: silent,
    count: () => undefined,
    trouble: memoryBook(),
    tries: 10,
    // A delay that is not a whole number of nanoseconds.
    random: () => 0.123456789123,
    handle: async () => {
      tries.push(Date.now());
      throw new Error('not yet');
    },
  });
  await system.ask(errand, { business: 'b', id: 'one' }, { type: 'wake_me', at: Date.now() + 50 });
  await until('it has been delivered three times', () => tries.length >= 3);
  await consumer.stop();
  const [first = 0, second = 0, third = 0] = tries;
  t.ok(second - first >= 250, `${second - first} ms to the second try`);
  t.ok(third - second >= 500, `${third - second} ms to the third`);
});

t.test('redelivers a failed wake, does not redeliver a refused one, and clears handled wakes', async (t) => {
  const nats = await startNats(t);
  const { nc, system } = await node(t, nats, { wakes: false });
  const handled: string[] = [];
  const consumer = await consumeWakes(0, {
    nc,
    logger: silent,
    random: () => 0,
    count: () => undefined,
    trouble: memoryBook(),
    tries: 10,
    clearEveryMs: 50,
    handle: async ({ id }) => {
      handled.push(id);
      if (id === 'flaky' && handled.filter((handledId) => handledId === id).length < 3)
        throw new Error('not yet');
      if (id === 'refused') throw new DomainError('call_already_ended');
      return 0;
    },
  });
  const at = Date.now() + 50;
  for (const id of ['fine', 'flaky', 'refused'])
    await system.ask(errand, { business: 'b', id }, { type: 'wake_me', at });
  await nc.request('wake.0.rubbish', '').catch(() => undefined);
  await until('the flaky wake has been delivered three times', () => handled.length === 5, 15_000);
  t.same(handled.toSorted(), ['fine', 'flaky', 'flaky', 'flaky', 'refused']);
  const jsm = await jetstreamManager(nc);
  const left = async () =>
    (await jsm.streams.info('JOURNAL_0', { subjects_filter: 'wake.>' })).state.subjects;
  await until('the stream is clear of wakes', async () => Object.keys((await left()) ?? {}).length === 0);
  await consumer.stop();
});

t.test('requests fail in time while the server is away, and all work resumes afterwards', async (t) => {
  const nats = await startNats(t);
  let release = (): void => undefined;
  const away = new Promise<void>((resolve) => {
    release = resolve;
  });
  let ran = 0;
  const run = async (): Promise<ErrandCommand> => {
    ran += 1;
    await away;
    return { type: 'finish' };
  };
  const a = await node(t, nats, { run });
  // Serves no wakes: it would take the actor over while the other node reconnects.
  const b = await node(t, nats, { run, wakes: false });
  await a.system.ask(errand, target, { type: 'send' });
  await a.system.ask(errand, { business: 'b', id: 'timed' }, { type: 'wake_me', at: Date.now() + 700 });
  await until('the effect runs', () => ran === 1);
  await nats.kill('SIGKILL');
  const began = Date.now();
  const countOnce = (system: ActorSystem, commandId: string) =>
    system.ask(errand, target, count(1), { commandId, timeoutMs: 300 });
  const fails = [countOnce(a.system, 'count a'), countOnce(b.system, 'count b')];
  await Promise.all(fails.map((failing) => t.rejects(failing, { code: 'journal_unavailable' })));
  t.ok(Date.now() - began < 10_000);
  release();
  await until('the timer’s time has passed', () => Date.now() - began > 1_000);
  await nats.restart();
  await until(
    'the effect’s result is committed',
    async () => {
      try {
        return (await a.system.query(errand, target, 'get')).answer.done;
      } catch {
        return false;
      }
    },
    30_000,
  );
  t.equal(ran, 1, 'the effect did not run again for that');
  const rang = async () =>
    (await a.system.query(errand, { business: 'b', id: 'timed' }, 'get')).answer.rang === 1;
  await until('the timer that fell due meanwhile fires', rang, 20_000);
  await countOnce(a.system, 'count a');
  await countOnce(b.system, 'count b');
  const last = await b.system.query(errand, target, 'get');
  t.match(last, { answer: { done: true, sum: 2 } }, 'failed and repeated commands count once');
});
