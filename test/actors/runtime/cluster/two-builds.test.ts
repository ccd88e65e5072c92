/**
 * Nodes of two builds on one journal: the errand of the newer build can be praised, which the older build does not
 * know. (With two real builds: test/e2e/faults/rolling-upgrade.test.ts.)
 */
import { jetstream } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { pino } from 'pino';
import t from 'tap';
import type { Actor, AnyCommand } from '../../../../actors/runtime/actor.js';
import { formatRequest } from '../../../../actors/runtime/cluster/wire.js';
import { type ActorSystem, createActorSystem } from '../../../../actors/runtime/system.js';
import { UnexpectedCase } from '../../../../schemas/assert.js';
import type { Lifetime } from '../../../../testkit/lifetime.js';
import { startNats, type TestNats } from '../../../../testkit/nats/server.js';
import { until } from '../../../../testkit/until.js';
import {
  type ErrandCommand,
  type ErrandEffect,
  type ErrandEvent,
  type ErrandQueries,
  type ErrandState,
  LOOK,
  errand as plain,
} from '../errand.js';

t.setTimeout(90_000);

/** Fails as an actor's `decide` does on an unknown command. */
const older: typeof plain = {
  ...plain,
  decide: (state, envelope) => {
    const types = ['send', 'finish', 'count', 'wake_me', 'break', 'timer_due'];
    if (!types.includes(envelope.command.type)) throw new UnexpectedCase(envelope.command);
    return plain.decide(state, envelope);
  },
};

type PraisedEvent = ErrandEvent | { readonly type: 'praised' };
type PraisedCommand = ErrandCommand | { readonly type: 'praise' };
interface PraisedState extends ErrandState {
  readonly praised?: number;
}

type PraisedReplies = { readonly [Type in PraisedCommand['type']]: PraisedState };
interface PraisedQueries extends Omit<ErrandQueries, 'get'> {
  get(): PraisedState;
  /** How often it was praised. */
  praises(): number;
}

const same = (state: PraisedState): PraisedState => state;

const newer: Actor<PraisedState, PraisedCommand, PraisedEvent, ErrandEffect, PraisedReplies, PraisedQueries> =
  {
    ...plain,
    events: { ...plain.events, praised: 2 },
    decide: (state, { command, ...envelope }): readonly PraisedEvent[] =>
      command.type === 'praise' ? [{ type: 'praised' }] : plain.decide(state, { ...envelope, command }),
    evolve: (state: PraisedState, event, at): PraisedState =>
      event.type === 'praised'
        ? { ...state, praised: (state.praised ?? 0) + 1 }
        : { ...state, ...plain.evolve(state, event, at) },
    replies: { send: same, finish: same, count: same, wake_me: same, break: same, praise: same },
    queries: (state) => ({ ...plain.queries(state), get: () => state, praises: () => state.praised ?? 0 }),
    stateVersion: 2,
  };

interface Node {
  readonly nc: NatsConnection;
  readonly system: ActorSystem;
  readonly counts: Map<string, number>;
  stop(): Promise<void>;
}

const node = async <State, Command extends AnyCommand, Event, Replies, Queries>(
  t: Lifetime,
  nats: TestNats,
  actor: Actor<State, Command, Event, ErrandEffect, Replies, Queries>,
  run: () => Promise<Command | null> = async () => null,
): Promise<Node> => {
  const nc = await connect({ servers: nats.url, maxReconnectAttempts: -1, reconnectTimeWait: 50 });
  const counts = new Map<string, number>();
  const system = await createActorSystem({
    nc,
    shards: 1,
    now: Date.now,
    logger: pino({ level: 'silent' }),
    watchdogMs: 1_000,
    residentBytes: 0,
    // Long enough for two requests in a row to find the actor in memory.
    sweepEveryMs: 1_500,
    count: (what) => counts.set(what, (counts.get(what) ?? 0) + 1),
  });
  system.register(actor, { run });
  await system.start();
  const stop = async (): Promise<void> => {
    await system.drain();
    await nc.close();
  };
  t.teardown(stop);
  return { nc, system, counts, stop };
};

const target = { business: 'b', id: 'one' };
const count = (by: number) => ({ type: 'count', by }) as const;
const nowhere = (...nodes: readonly Node[]) =>
  until('the actor is nowhere in memory', () => nodes.every(({ system }) => system.activations() === 0));

t.test('an older node passes on what it cannot read, and nothing is lost or done twice', async (t) => {
  const nats = await startNats(t);
  const [old, newNode] = [await node(t, nats, older), await node(t, nats, newer)];
  await old.system.ask(older, target, count(1));
  await nowhere(old, newNode);
  await newNode.system.ask(newer, target, { type: 'praise' });
  await nowhere(old, newNode);
  t.match(await old.system.ask(older, target, count(10), { commandId: 'ten' }), {
    answer: { sum: 11, praised: 1 },
  });
  t.equal(old.system.activations(), 0, 'and keeps no activation');
  t.equal(newNode.system.activations(), 1);
  t.match(await old.system.ask(older, target, count(10), { commandId: 'ten' }), { answer: { sum: 11 } });
  t.equal(old.counts.get('passed_on'), 1, 'later requests go directly to the node that has it');
  await t.rejects(
    old.system.ask(older, target, count(0)),
    { code: 'validation_failed' },
    'refusals are passed back, too',
  );
});

t.test('wakes and owed effects that an older node cannot read go to the newer node', async (t) => {
  const nats = await startNats(t);
  let ran = 0;
  const run = async (): Promise<PraisedCommand> => {
    ran += 1;
    return { type: 'finish' };
  };
  let hanging = 0;
  const newNode = await node(t, nats, newer, () => {
    hanging += 1;
    return new Promise(() => undefined);
  });
  await newNode.system.ask(newer, target, { type: 'praise' });
  await newNode.system.ask(newer, target, { type: 'send' });
  await newNode.system.ask(newer, target, { type: 'wake_me', at: Date.now() + 1_500 });
  await until('the effect runs', () => hanging === 1);
  const old = await node(t, nats, older, async () => {
    t.fail('the older node runs the effect');
    return null;
  });
  await newNode.stop();
  await until('the older node has seen the wakes', () => (old.counts.get('wake_failed') ?? 0) >= 2, 20_000);
  await t.rejects(old.system.query(older, target, 'get'), { code: 'upgrade_in_progress' });
  const next = await node(t, nats, newer, run);
  await until(
    'the effect and the wake are done',
    async () => {
      const { answer } = await next.system.query(newer, target, 'get');
      return answer.done && answer.rang === 1;
    },
    30_000,
  );
  t.equal(ran, 1);
  t.match(await old.system.query(older, target, 'get'), { answer: { done: true, rang: 1, praised: 1 } });
});

t.test(
  'an older node that has the actor in memory yields it when a newer node writes to the actor',
  async (t) => {
    const nats = await startNats(t);
    const [old, newNode] = [await node(t, nats, older), await node(t, nats, newer)];
    for (let round = 1; round <= 5; round += 1) {
      const target = { business: 'b', id: `round${round}` };
      await old.system.ask(older, target, count(1));
      // The newer node finds the actor on the older node, which does not know the command.
      t.match(await newNode.system.ask(newer, target, { type: 'praise' }), {
        answer: { sum: 1, praised: 1 },
      });
      t.match(await old.system.ask(older, target, count(1)), { answer: { sum: 2, praised: 1 } });
    }
  },
);

t.test('the result of an effect on an older node reaches the newer node that took over', async (t) => {
  const nats = await startNats(t);
  let finish = (_command: ErrandCommand): void => undefined;
  const result = new Promise<ErrandCommand>((resolve) => {
    finish = resolve;
  });
  let ran = 0;
  const old = await node(t, nats, older, () => {
    ran += 1;
    return result;
  });
  await old.system.ask(older, target, { type: 'send' });
  await until('the effect runs', () => ran === 1);
  const newNode = await node(t, nats, newer);
  // As a newer node writes that has not heard of the older node's activation.
  const praised = { commandId: 'praise', at: 1, version: 2, events: [{ type: 'praised' }] };
  await jetstream(old.nc).publish('evt.0.errand.b.one', JSON.stringify(praised));
  finish({ type: 'finish' });
  await until('the result is passed on', () => old.counts.get('passed_on') === 1);
  t.match(await newNode.system.query(newer, target, 'get'), { answer: { done: true, praised: 1 } });
  t.equal(ran, 1, 'the effect did not run again');
});

t.test('a command that its own build does not know is an error, and does no harm', async (t) => {
  const nats = await startNats(t);
  const old = await node(t, nats, older);
  await old.system.ask(older, target, count(1));
  await t.rejects(old.system.ask(newer, target, { type: 'praise' }), { code: 'internal' });
  t.match(await old.system.ask(older, target, count(1)), { answer: { sum: 2 } });
});

t.test('a query that an older node does not know is answered, wherever the actor is', async (t) => {
  const nats = await startNats(t);
  const [old, newNode] = [await node(t, nats, older), await node(t, nats, newer)];
  for (let round = 1; round <= 5; round += 1) {
    const target = { business: 'b', id: `round${round}` };
    await old.system.ask(older, target, count(1));
    // The newer node finds the actor on the older node, which yields it.
    t.match(await newNode.system.query(newer, target, 'praises'), { answer: 0 });
    t.match(
      await old.system.query(older, target, 'get'),
      { answer: { sum: 1 } },
      'the actor is on the newer node by now',
    );
  }
  t.equal(old.counts.get('not_understood'), 5);
  t.equal(newNode.counts.get('not_understood'), undefined);
});

t.test('a query that its own build does not know is an error, and does no harm', async (t) => {
  const nats = await startNats(t);
  const old = await node(t, nats, older);
  await old.system.ask(older, target, count(1));
  await t.rejects(old.system.query(newer, target, 'praises'), { code: 'internal' });
  t.match(await old.system.ask(older, target, count(1)), { answer: { sum: 2 } });
});

t.test('an older node passes on requests to an actor of a kind that it does not have', async (t) => {
  const nats = await startNats(t);
  const old = await node(t, nats, { ...older, kind: 'other' });
  await t.rejects(old.system.query(older, target, 'get'), { code: 'upgrade_in_progress' });
  const newNode = await node(t, nats, newer);
  await newNode.system.ask(newer, target, count(7));
  await nowhere(newNode);
  t.match(await old.system.query(older, target, 'get'), { answer: { sum: 7 } });
});

t.test(
  'an older node alone refuses what needs a newer build, also a newer version of a known event',
  async (t) => {
    const nats = await startNats(t);
    const newNode = await node(t, nats, { ...older, events: { ...plain.events, counted: 3 } });
    await newNode.system.ask(older, target, count(1));
    await newNode.system.ask(
      older,
      { business: 'b', id: 'two' },
      { type: 'wake_me', at: Date.now() + 3_600_000 },
    );
    await newNode.stop();
    const old = await node(t, nats, older);
    await t.rejects(old.system.ask(older, target, count(1)), { code: 'upgrade_in_progress' });
    t.match(
      await old.system.query(older, { business: 'b', id: 'two' }, 'get'),
      { answer: { rang: 0 } },
      'an actor without newer events is read as before',
    );
    const middle = await node(t, nats, newer);
    await t.rejects(
      middle.system.query(newer, target, 'get'),
      { code: 'upgrade_in_progress' },
      'a build that reads version 2 cannot read 3',
    );
  },
);

t.test('refuses an unknown request at once', async (t) => {
  const nats = await startNats(t);
  const old = await node(t, nats, older);
  await old.system.ask(older, target, count(1));
  for (const text of ['{"type":"interrogate"}', 'rubbish']) {
    const reply = await old.nc.request('actor.errand.b.one', text, { timeout: 1_000 });
    t.match(reply.json(), { is: 'refused', code: 'upgrade_in_progress' });
    t.match((await old.nc.request('reads.errand.1', text, { timeout: 1_000 })).json(), { is: 'refused' });
  }
  const odd = { ref: { kind: 'errand', business: 'b.c', id: '*' }, type: 'wake', name: 'x', dueAt: 1 };
  t.match((await old.nc.request('reads.errand.1', JSON.stringify(odd))).json(), { is: 'refused' });
  const envelope = { commandId: 'x', at: Date.now(), command: LOOK };
  const request = formatRequest({ type: 'command', envelope, timeoutMs: 1_000 });
  t.match((await old.nc.request('actor.errand.b.one', request)).json(), { is: 'done', answer: { sum: 1 } });
});
