/** An actor leaves memory, or its node leaves, at the very moment when a request arrives. */
import { once } from 'node:events';
import { connect as dial } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { pino } from 'pino';
import t from 'tap';
import { createDirectory, type Directory } from '../../../../actors/runtime/cluster/directory.js';
import { formatRequest } from '../../../../actors/runtime/cluster/wire.js';
import { createActorSystem } from '../../../../actors/runtime/system.js';
import { blockThread } from '../../../../testkit/block-thread.js';
import type { Lifetime } from '../../../../testkit/lifetime.js';
import { startNats, type TestNats } from '../../../../testkit/nats/server.js';
import { until } from '../../../../testkit/until.js';
import { errand } from '../errand.js';
import { HELD } from '../lease-held.js';
import { witness } from './witness.js';

t.setTimeout(60_000);

const logger = pino({ level: 'silent' });
const ref = { kind: 'errand', business: 'b', id: 'one' };
const SUBJECT = 'actor.errand.b.one';

interface World {
  readonly nats: TestNats;
  readonly nc: NatsConnection;
  readonly directory: Directory;
  /** Ids of the commands that were begun. */
  readonly begun: string[];
}

const world = async (t: Lifetime): Promise<World> => {
  const nats = await startNats(t);
  const nc = await connect({ servers: nats.url });
  const begun: string[] = [];
  const directory = createDirectory({
    nc,
    nodeLease: { ...HELD, node: 'here', isAlone: () => false },
    now: Date.now,
    logger,
    count: () => undefined,
    createActivation: (ref) => witness(ref, begun),
  });
  t.teardown(async () => {
    await directory.drain();
    await nc.close();
  });
  directory.activate(ref);
  await nc.flush();
  return { nats, nc, directory, begun };
};

/**
 * Leaves messages unread in this process's socket: they are sent and delivered while the event loop is blocked.
 * `meanwhile` runs before they can be read. Returns a function that reads the replies so far.
 */
const deliverUnseen = async (
  t: Lifetime,
  nats: TestNats,
  texts: readonly string[],
  meanwhile: () => void,
): Promise<() => readonly unknown[]> => {
  const socket = dial(nats.port, '127.0.0.1');
  t.teardown(() => socket.destroy());
  await once(socket, 'data');
  socket.write('CONNECT {"verbose":false}\r\nSUB _INBOX.unseen 1\r\nPING\r\n');
  await once(socket, 'data');
  let heard = '';
  socket.on('data', (chunk) => {
    heard += chunk.toString();
  });
  socket.write(texts.map((text) => `PUB ${SUBJECT} _INBOX.unseen ${text.length}\r\n${text}\r\n`).join(''));
  blockThread(200);
  meanwhile();
  return () => [...heard.matchAll(/MSG \S+ 1 \d+\r\n(.*)\r\n/g)].map(([, text = '']) => JSON.parse(text));
};

t.test('a request that arrives while the actor leaves memory is sent on, and not begun', async (t) => {
  const { nats, directory, begun } = await world(t);
  const envelope = { commandId: 'c1', at: Date.now(), command: { type: 'send' } };
  const command = formatRequest({ type: 'command', envelope, timeoutMs: 5_000 });
  const wake = formatRequest({ type: 'wake', name: 'alarm', dueAt: 1 });
  const replies = await deliverUnseen(t, nats, [command, wake], () => directory.passivate(0));
  await until('replies', () => replies().length === 2);
  t.same(replies(), [{ is: 'moved' }, { is: 'moved' }]);
  t.same(begun, []);
  t.equal(directory.stats().activations, 0);
});

t.test('a request that arrived before that is answered', async (t) => {
  const { nats, begun } = await world(t);
  const envelope = { commandId: 'c1', at: Date.now(), command: { type: 'send' } };
  const command = formatRequest({ type: 'command', envelope, timeoutMs: 5_000 });
  const replies = await deliverUnseen(t, nats, [command], () => undefined);
  await until('a reply', () => replies().length === 1);
  t.same(replies(), [{ is: 'done', answer: null, seq: 0 }]);
  t.same(begun, ['c1']);
});

t.test('an activation that has left memory does not contest later claims', async (t) => {
  const { nats, nc, directory, begun } = await world(t);
  const heard: string[] = [];
  const other = await connect({ servers: nats.url });
  t.teardown(() => other.close());
  other.subscribe(SUBJECT, {
    callback: (_error, message) => {
      heard.push(message.string());
    },
  });
  await other.flush();
  const [later, earlier] = [Date.now() + 60_000, 1].map((at) =>
    formatRequest({ type: 'claim', claim: { at, node: 'there' } }),
  );
  const claims = [later ?? '', earlier ?? ''];
  await deliverUnseen(t, nats, claims, () => directory.passivate(0));
  await until('the claims are heard', () => heard.length >= 2);
  // Any reply of this node has been sent by now: the server has answered what the node sent after reading the claims.
  await nc.flush();
  await nc.flush();
  await other.flush();
  t.same(heard, claims);
  t.same(begun, []);
});

t.test(
  'beyond the budget the least recently used actors leave memory until the rest fits, but no busy one',
  async (t) => {
    const nats = await startNats(t);
    const nc = await connect({ servers: nats.url });
    const kept: string[] = [];
    const directory = createDirectory({
      nc,
      nodeLease: { ...HELD, node: 'here', isAlone: () => false },
      now: Date.now,
      logger,
      count: () => undefined,
      createActivation: (ref) =>
        witness(ref, [], {
          bytes: () => 100,
          isIdle: () => ref.id !== '1',
          keep: () => kept.push(ref.id),
        }),
    });
    t.teardown(async () => {
      await directory.drain();
      await nc.close();
    });
    const ids = ['3', '1', '5', '2', '4'];
    for (const id of ids) directory.activate({ ...ref, id });
    for (const id of ids.toSorted()) directory.find({ ...ref, id });
    const inMemory = () => ids.filter((id) => directory.owns(`actor.errand.b.${id}`)).sort();
    directory.passivate(500);
    t.same(inMemory(), ['1', '2', '3', '4', '5'], 'all stay if they fit, however long unused');
    directory.passivate(300);
    t.same(inMemory(), ['1', '4', '5']);
    t.same(kept, ['2', '3'], 'keep is called before they leave');
    directory.passivate(0);
    t.same(inMemory(), ['1'], 'the busy actor stays');
    t.equal(directory.stats().activationBytes, 100);
  },
);

t.test('a node that leaves activates no more actors', async (t) => {
  const { nc, directory } = await world(t);
  const drained = directory.drain();
  t.throws(() => directory.activate({ ...ref, id: 'two' }), { code: 'not_ready' });
  await drained;
  t.throws(() => directory.activate(ref), { code: 'not_ready' });
  t.equal(directory.stats().activations, 0);
  await t.rejects(nc.request(SUBJECT, '{}', { timeout: 2_000 }), /no responders/i);
});

t.test('requests in flight when their node leaves end, and leave no activation behind', async (t) => {
  const nats = await startNats(t);
  const nc = await connect({ servers: nats.url });
  t.teardown(() => nc.close());
  const system = await createActorSystem({ nc, shards: 1, now: Date.now, logger });
  system.register(errand, { run: async () => null });
  // Each request first has to find out that no node answers for its actor; the node leaves meanwhile.
  const ids = Array.from({ length: 20 }, (_, index) => `late${index}`);
  const requests = ids.map((id) => system.ask(errand, { business: 'b', id }, { type: 'send' }));
  const ended = Promise.allSettled(requests);
  await system.drain();
  for (const outcome of await ended)
    if (outcome.status === 'rejected') t.match(outcome.reason, { code: 'not_ready' });
  t.match(system.stats(), { activations: 0, effectsRunning: 0 });
  for (const id of ids)
    await t.rejects(nc.request(`actor.errand.b.${id}`, '{}', { timeout: 500 }), /no responders/i);
});

t.test(
  'an actor that has left memory is loaded from a snapshot, and still knows its earlier commands',
  async (t) => {
    const nats = await startNats(t);
    const nc = await connect({ servers: nats.url });
    const options = { nc, shards: 1, now: Date.now, logger, residentBytes: 0, sweepEveryMs: 5 };
    const system = await createActorSystem(options);
    system.register({ ...errand, snapshotEvery: 1_000 }, { run: async () => null });
    t.teardown(async () => {
      await system.drain();
      await nc.close();
    });
    const target = { business: 'b', id: 'rested' };
    const count = (index: number) =>
      system.ask(errand, target, { type: 'count', by: 1 }, { commandId: `c${index}` });
    const left = () => until('the actor leaves memory', () => system.stats().activations === 0);
    const jsm = await jetstreamManager(nc);
    const snapshot = () => jsm.streams.getMessage('JOURNAL_0', { last_by_subj: 'snap.0.errand.b.rested' });

    for (let index = 0; index < 3; index += 1) await count(index);
    await left();
    t.equal(await snapshot(), null, 'a few commits are read again without a snapshot');
    for (let index = 3; index < 8; index += 1) await count(index);
    await left();
    const kept = await until('a snapshot', snapshot);
    const { commandIds, windowSeqs } = kept.json<{ commandIds: string[]; windowSeqs: number[] }>();
    t.equal(commandIds.length, 8);
    t.equal(windowSeqs.length, 8, 'with the sequences of the remembered commands');

    for (let index = 0; index < 8; index += 1) await count(index);
    t.equal((await system.query(errand, target, 'get')).answer.sum, 8, 'no command counts twice');
  },
);

t.test('loses or repeats no command while actors constantly enter and leave memory', async (t) => {
  const nats = await startNats(t);
  const systems = await Promise.all(
    [1, 2].map(async () => {
      const nc = await connect({ servers: nats.url });
      // Sweeps more often than a round trip under load takes, and so always meets commands in flight.
      const system = await createActorSystem({
        nc,
        shards: 1,
        now: Date.now,
        logger,
        residentBytes: 0,
        sweepEveryMs: 1,
      });
      system.register(errand, { run: async () => null });
      t.teardown(async () => {
        await system.drain();
        await nc.close();
      });
      return system;
    }),
  );
  const target = (index: number) => ({ business: 'b', id: `busy${index % 3}` });
  const worker = async (offset: number): Promise<void> => {
    for (let index = 0; index < 150; index += 1) {
      await systems[(index + offset) % 2]?.ask(errand, target(index), { type: 'count', by: 1 });
      if (index % 10 === offset) await delay(1 + offset);
    }
  };
  await Promise.all([0, 1, 2, 3].map(worker));
  for (const system of systems) {
    const sums = await Promise.all(
      [0, 1, 2].map(async (index) => (await system.query(errand, target(index), 'get')).answer.sum),
    );
    t.same(sums, [200, 200, 200]);
  }
});
