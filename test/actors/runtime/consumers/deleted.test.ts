/** A consumer is deleted under a running node, or while none runs: it is recreated, and nothing is lost. */
import { type JetStreamManager, jetstream, jetstreamManager, RetentionPolicy } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { pino } from 'pino';
import t from 'tap';
import { consumeInOrder } from '../../../../actors/runtime/consumers/in-order.js';
import { startReactor } from '../../../../actors/runtime/consumers/reactor.js';
import { openJournal } from '../../../../actors/runtime/journal/journal.js';
import { watchConnection } from '../../../../actors/runtime/nats/connection.js';
import { markSubject } from '../../../../actors/runtime/subjects.js';
import { createActorSystem } from '../../../../actors/runtime/system.js';
import { RETRY_POLICY } from '../../../../actors/runtime/trouble/trouble.js';
import type { Lifetime } from '../../../../testkit/lifetime.js';
import { startNats } from '../../../../testkit/nats/server.js';
import { until } from '../../../../testkit/until.js';
import { memoryBook } from '../../../support/actors/trouble.js';
import { errand } from '../errand.js';

t.setTimeout(120_000);

const silent = pino({ level: 'silent' });
const STREAM = 'JOURNAL_0';

const setUp = async (t: Lifetime) => {
  const nats = await startNats(t);
  const nc = await connect({ servers: nats.url, maxReconnectAttempts: -1, reconnectTimeWait: 50 });
  t.teardown(() => nc.close());
  return { nc, jsm: await jetstreamManager(nc) };
};

t.test('wakes continue after their consumer was deleted, and none is lost', async (t) => {
  const { nc, jsm } = await setUp(t);
  const counts = new Map<string, number>();
  const logged: string[] = [];
  const system = await createActorSystem({
    nc,
    shards: 1,
    now: Date.now,
    logger: pino({ level: 'info' }, { write: (line: string) => logged.push(JSON.parse(line).event) }),
    count: (what) => counts.set(what, (counts.get(what) ?? 0) + 1),
  });
  t.teardown(() => system.drain());
  system.register(errand, { run: async () => null });
  await system.start();
  const ring = (id: string, inMs: number) =>
    system.ask(errand, { business: 'b', id }, { type: 'wake_me', at: Date.now() + inMs });
  const rang = async (id: string): Promise<number> =>
    (await system.query(errand, { business: 'b', id }, 'get')).answer.rang;
  await ring('before', 50);
  await until('wakes are handled', async () => (await rang('before')) === 1);
  for (let round = 1; round <= 2; round += 1) {
    await ring(`at-once-${round}`, 1);
    await jsm.consumers.delete(STREAM, 'wakes');
    await ring(`meanwhile-${round}`, 50);
    await ring(`later-${round}`, 2_000);
    for (const moment of ['at-once', 'meanwhile', 'later'])
      await until(moment, async () => (await rang(`${moment}-${round}`)) === 1, 20_000);
  }
  t.equal(await rang('before'), 1, 'a handled wake is not handled again');
  t.ok((counts.get('consumer_gone') ?? 0) >= 2, 'the loss is counted');
  t.ok(logged.includes('consumer.gone') && logged.includes('consumer.remade'), 'and logged');
});

const ref = { kind: 'k', business: 'x', id: 'a' };

/** A journal with one actor, and a reactor for its commits. */
const withReactor = async (t: Lifetime) => {
  const { nc, jsm } = await setUp(t);
  const journal = await openJournal(watchConnection(nc), 1);
  const seen: string[] = [];
  let last = 0;
  return {
    jsm,
    seen,
    write: async (...commandIds: readonly string[]) => {
      for (const commandId of commandIds) {
        const written = await journal.append(ref, last === 0 ? [] : [last], { commandId, at: 1, events: [] });
        last = written.type === 'written' ? written.seq : last;
      }
    },
    start: () =>
      startReactor({
        nc,
        shard: 0,
        name: 'test',
        kind: 'k',
        events: {},
        logger: silent,
        random: () => 0,
        now: Date.now,
        trouble: memoryBook(),
        retryPolicy: RETRY_POLICY,
        onGone: () => undefined,
        react: async (_ref, { commandId }) => void seen.push(commandId),
      }),
    marked: async (): Promise<number> =>
      Number((await jsm.direct.getMessage(STREAM, { last_by_subj: markSubject(0, 'test') }))?.string() ?? 0),
  };
};

const has = (seen: readonly string[], ...wanted: readonly string[]): boolean =>
  wanted.every((name) => seen.includes(name));

t.test('reactions continue from their mark after their consumer was deleted', async (t) => {
  const { jsm, seen, write, start, marked } = await withReactor(t);
  const reactor = await start();
  await write('1', '2', '3');
  await until('their progress is marked', async () => (await marked()) >= 3, 20_000);
  await jsm.consumers.delete(STREAM, 'test');
  await write('4', '5');
  await until('the next ones are handed over', () => has(seen, '4', '5'), 30_000);
  t.same(seen, ['1', '2', '3', '4', '5'], 'in order, and nothing before the mark again');
  await reactor.stop();
});

t.test('without a mark, reactions start from the beginning: twice rather than never', async (t) => {
  const { jsm, seen, write, start } = await withReactor(t);
  const reactor = await start();
  await write('1', '2');
  await until('they are handed over', () => has(seen, '1', '2'));
  await jsm.consumers.delete(STREAM, 'test');
  await write('3');
  await until('the next one is handed over', () => has(seen, '3'), 30_000);
  t.same([...new Set(seen)], ['1', '2', '3']);
  await reactor.stop();
});

t.test('recreates a consumer deleted while no node ran, at the position it had reached', async (t) => {
  const { jsm, seen, write, start } = await withReactor(t);
  const first = await start();
  await write('1', '2');
  await until('they are settled', async () => {
    const { ack_floor: floor } = await jsm.consumers.info(STREAM, 'test');
    return floor.stream_seq >= 2 && has(seen, '1', '2');
  });
  await first.stop();
  await jsm.consumers.delete(STREAM, 'test');
  await write('3');
  const second = await start();
  await until('the next one is handed over', () => has(seen, '3'), 30_000);
  t.same(seen, ['1', '2', '3']);
  await second.stop();
});

const letters = async (nc: NatsConnection, jsm: JetStreamManager, isWanted: () => boolean) => {
  await jsm.streams.add({ name: 'LETTERS', subjects: ['letter.>'], retention: RetentionPolicy.Workqueue });
  const seen: string[] = [];
  const consumer = await consumeInOrder({
    nc,
    stream: 'LETTERS',
    durable: 'letters',
    filter: 'letter.>',
    maxOnHand: 10,
    mark: null,
    logger: silent,
    random: () => 0,
    onGone: () => undefined,
    isWanted,
    handle: async (message) => {
      seen.push(message.string());
      return { type: 'done' };
    },
  });
  const put = (text: string) => jetstream(nc).publish(`letter.${text}`, text);
  return { seen, consumer, put };
};

t.test('a work queue continues with its remaining messages', async (t) => {
  const { nc, jsm } = await setUp(t);
  const { seen, consumer, put } = await letters(nc, jsm, () => true);
  await put('1');
  await until('it is handed over', () => has(seen, '1'));
  await jsm.consumers.delete('LETTERS', 'letters');
  await put('2');
  await until('the next one is handed over', () => has(seen, '2'), 30_000);
  t.same(seen, ['1', '2']);
  await consumer.stop();
});

t.test('a deleted consumer that is no longer wanted stays deleted', async (t) => {
  const { nc, jsm } = await setUp(t);
  const checks: boolean[] = [];
  const { consumer } = await letters(nc, jsm, () => {
    checks.push(true);
    return false;
  });
  await jsm.consumers.delete('LETTERS', 'letters');
  await until('the node checks whether it is wanted', () => checks.length > 0, 30_000);
  await consumer.stop();
  t.same(await jsm.consumers.list('LETTERS').next(), []);
});
