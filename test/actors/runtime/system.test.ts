/** The actor system against a real server. */
import { connect } from '@nats-io/transport-node';
import { pino } from 'pino';
import t from 'tap';
import { openJournal } from '../../../actors/runtime/journal/journal.js';
import { watchConnection } from '../../../actors/runtime/nats/connection.js';
import { type ActorSystem, createActorSystem } from '../../../actors/runtime/system.js';
import { DomainError, isRetryable } from '../../../schemas/errors.js';
import { startNats, type TestNats } from '../../../testkit/nats/server.js';
import { until } from '../../../testkit/until.js';
import { type ErrandCommand, errand } from './errand.js';

t.setTimeout(90_000);

type Lifetime = Parameters<typeof startNats>[0];

const node = async (
  t: Lifetime,
  nats: TestNats,
  run: () => Promise<ErrandCommand | null> = async () => ({ type: 'finish' }),
  more: { residentBytes?: number } = {},
): Promise<ActorSystem> => {
  const nc = await connect({ servers: nats.url, maxReconnectAttempts: -1, reconnectTimeWait: 100 });
  const system = await createActorSystem({
    nc,
    shards: 1,
    now: Date.now,
    logger: pino({ level: 'silent' }),
    watchdogMs: 1_000,
    ...more,
  });
  system.register(errand, { run });
  await system.start();
  t.teardown(async () => {
    await system.drain();
    await nc.close();
  });
  return system;
};

const target = { business: 'b', id: 'one' };

t.test('a command changes the state, a refusal does not, and a fault does no harm', async (t) => {
  const nats = await startNats(t);
  const system = await node(t, nats);
  t.match(await system.ask(errand, target, { type: 'count', by: 2 }), { answer: { sum: 2 } });
  await t.rejects(system.ask(errand, target, { type: 'count', by: 0 }), {
    code: 'validation_failed',
    details: [{ path: '/by' }],
  });
  await t.rejects(system.ask(errand, target, { type: 'break' }), new DomainError('internal'));
  t.match(await system.ask(errand, target, { type: 'count', by: 3 }), { answer: { sum: 5 } });
  await t.rejects(system.query(errand, { business: 'b.>', id: '*' }, 'get'), /subject-safe/);
});

t.test('answers a repeated command without applying it again, also in another process', async (t) => {
  const nats = await startNats(t);
  const first = await node(t, nats);
  await first.ask(errand, target, { type: 'count', by: 1 }, { commandId: 'c1' });
  await first.ask(errand, target, { type: 'count', by: 1 }, { commandId: 'c1' });
  await first.drain();
  const second = await node(t, nats);
  t.match(await second.ask(errand, target, { type: 'count', by: 1 }, { commandId: 'c1' }), {
    answer: { sum: 1 },
  });
});

t.test('restores state from the journal by replay, and from a snapshot with later commits', async (t) => {
  const nats = await startNats(t);
  const system = await node(t, nats);
  for (let by = 1; by <= 25; by += 1) await system.ask(errand, target, { type: 'count', by });
  await system.drain();
  const nc = await connect({ servers: nats.url });
  t.teardown(() => nc.close());
  const journal = await openJournal(watchConnection(nc), 1);
  const ref = { kind: 'errand', ...target };
  const snapshot = await until('a snapshot', () => journal.loadSnapshot(ref));
  t.ok(snapshot.seq > 0);
  const replayed: number[] = [];
  for await (const commit of journal.read(ref, 0))
    for (const event of commit.events) replayed.push(Number(Object(event).by));
  t.equal(
    replayed.reduce((sum, by) => sum + by, 0),
    325,
  );
  t.match(await (await node(t, nats)).query(errand, target, 'get'), { answer: { sum: 325 } });
});

t.test('the journal refuses a stale writer, and writes a commit once', async (t) => {
  const nats = await startNats(t);
  const nc = await connect({ servers: nats.url });
  t.teardown(() => nc.close());
  const journal = await openJournal(watchConnection(nc), 1);
  const ref = { kind: 'errand', business: 'b', id: 'j' };
  const commit = (commandId: string) => ({ commandId, at: 1, events: [{ type: 'counted', by: 1 }] });
  const first = await journal.append(ref, [], commit('a'));
  const seq = first.type === 'written' ? first.seq : 0;
  await t.rejects(journal.append(ref, [], commit('b')), { name: 'JournalConflict' });
  await journal.append(ref, [seq], commit('b'));
  const seen: string[] = [];
  for await (const { commandId } of journal.read(ref, 0)) seen.push(commandId);
  t.same(seen, ['a', 'b']);
  for await (const _none of journal.read({ ...ref, id: 'unknown' }, 0)) t.fail('it has no history');
});

t.test('commands on two nodes reach the activation wherever it is, and the sum is exact', async (t) => {
  const nats = await startNats(t);
  const [a, b] = [await node(t, nats), await node(t, nats)];
  await a.ask(errand, target, { type: 'count', by: 1 });
  await b.ask(errand, target, { type: 'count', by: 1 });
  t.equal(a.activations() + b.activations(), 1, 'one activation serves both');
  await t.rejects(
    b.ask(errand, target, { type: 'count', by: 0 }),
    { code: 'validation_failed', details: [{ path: '/by', message: 'must not be 0' }] },
    'a refusal arrives with its details',
  );

  // Both activate the same actors at the same instants: the journal accepts each command once.
  const requests = Array.from({ length: 300 }, (_, index) =>
    (index % 2 === 0 ? a : b).ask(
      errand,
      { business: 'b', id: `race${index % 5}` },
      { type: 'count', by: 1 },
    ),
  );
  await Promise.all(requests);
  const sums = await Promise.all(
    [0, 1, 2, 3, 4].map(
      async (index) => (await a.query(errand, { business: 'b', id: `race${index}` }, 'get')).answer.sum,
    ),
  );
  t.same(sums, [60, 60, 60, 60, 60]);
});

t.test('idle actors leave memory, and come back', async (t) => {
  const nats = await startNats(t);
  const system = await node(t, nats, undefined, { residentBytes: 0 });
  await system.ask(errand, target, { type: 'count', by: 7 });
  await until('no actor is in memory', () => system.activations() === 0, 15_000);
  t.match(await system.query(errand, target, 'get'), { answer: { sum: 7 } });
});

t.test(
  'a timer wakes the actor, also in another process; a timer that is no longer wanted does not',
  async (t) => {
    const nats = await startNats(t);
    const first = await node(t, nats);
    await first.ask(errand, target, { type: 'wake_me', at: Date.now() + 1_500 });
    await first.ask(errand, { business: 'b', id: 'moved' }, { type: 'wake_me', at: Date.now() + 1_000 });
    await first.ask(errand, { business: 'b', id: 'moved' }, { type: 'wake_me', at: Date.now() + 60_000 });
    await first.drain();
    const second = await node(t, nats);
    await until(
      'the timer fires',
      async () => (await second.query(errand, target, 'get')).answer.rang === 1,
      10_000,
    );
    t.match(await second.query(errand, { business: 'b', id: 'moved' }, 'get'), {
      answer: { rang: 0 },
    });
  },
);

t.test('an effect runs until it succeeds', async (t) => {
  const nats = await startNats(t);
  let attempts = 0;
  const system = await node(t, nats, async () => {
    attempts += 1;
    if (attempts < 3) throw new Error('not yet');
    return { type: 'finish' };
  });
  await system.ask(errand, target, { type: 'send' });
  await until('it is done', async () => (await system.query(errand, target, 'get')).answer.done, 5_000);
  t.equal(attempts, 3);
});

t.test('an effect that is no longer owed is aborted', async (t) => {
  const nats = await startNats(t);
  let aborted = false;
  const nc = await connect({ servers: nats.url });
  const system = await createActorSystem({ nc, shards: 1, now: Date.now, logger: pino({ level: 'silent' }) });
  system.register(errand, {
    run: ({ signal }) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          aborted = true;
          resolve(null);
        });
      }),
  });
  t.teardown(async () => {
    await system.drain();
    await nc.close();
  });
  await system.ask(errand, target, { type: 'send' });
  await system.ask(errand, target, { type: 'finish' });
  t.ok(await until('the effect is aborted', () => aborted, 2_000));
});

t.test(
  'every acknowledged command counts once while the server is killed under load and comes back',
  async (t) => {
    const nats = await startNats(t);
    const nodes = [await node(t, nats), await node(t, nats)] as const;
    let acknowledged = 0;
    let refused = 0;
    /** Like a client: repeats the command under its id, on one node or the other, until it is answered. */
    const askUntilAnswered = async (commandId: string): Promise<void> => {
      for (let tries = 0; ; tries += 1) {
        try {
          const chosen = nodes[tries % 2 === 0 ? 0 : 1];
          await chosen.ask(errand, target, { type: 'count', by: 1 }, { commandId, timeoutMs: 1_000 });
          acknowledged += 1;
          return;
        } catch (error) {
          if (!(error instanceof DomainError) || !isRetryable(error.code)) throw error;
          refused += 1;
        }
      }
    };
    const worker = async (name: string): Promise<void> => {
      for (let index = 0; index < 100; index += 1) await askUntilAnswered(`${name}-${index}`);
    };
    const workers = Promise.all(['a', 'b', 'c', 'd'].map(worker));
    for (const threshold of [50, 150, 250]) {
      await until('some commands are acknowledged', () => acknowledged > threshold, 20_000);
      const before = refused;
      await nats.kill('SIGKILL');
      await until('some commands are refused', () => refused > before, 20_000);
      await nats.restart();
    }
    await workers;
    for (const each of nodes) t.match(await each.query(errand, target, 'get'), { answer: { sum: 400 } });
    const later = { business: 'b', id: 'later' };
    await nodes[0].ask(errand, later, { type: 'wake_me', at: Date.now() + 500 });
    const rang = async () => (await nodes[0].query(errand, later, 'get')).answer.rang === 1;
    await until('wakes are handled again', rang, 20_000);
  },
);
