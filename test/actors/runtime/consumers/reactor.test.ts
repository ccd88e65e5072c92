import { connect } from '@nats-io/transport-node';
import { pino } from 'pino';
import t from 'tap';
import { NotUnderstood } from '../../../../actors/runtime/activation.js';
import { startReactor } from '../../../../actors/runtime/consumers/reactor.js';
import { openJournal } from '../../../../actors/runtime/journal/journal.js';
import { watchConnection } from '../../../../actors/runtime/nats/connection.js';
import { openTroubleBook } from '../../../../actors/runtime/trouble/book.js';
import { RETRY_POLICY } from '../../../../actors/runtime/trouble/trouble.js';
import { startNats } from '../../../../testkit/nats/server.js';
import { until } from '../../../../testkit/until.js';
import { memoryBook } from '../../../support/actors/trouble.js';

t.setTimeout(60_000);

t.test(
  'hands over every commit, in the order of its actor, again after a failure, and to one node',
  async (t) => {
    const nats = await startNats(t);
    const nc = await connect({ servers: nats.url });
    t.teardown(() => nc.close());
    const journal = await openJournal(watchConnection(nc), 1);
    const seen: string[] = [];
    const by: string[] = [];
    const failing = new Set(['a1', 'a2']);
    const reactor = (node: string) =>
      startReactor({
        nc,
        shard: 0,
        name: 'test',
        kind: 'k',
        events: {},
        now: Date.now,
        trouble: memoryBook(),
        retryPolicy: RETRY_POLICY,
        logger: pino({ level: 'silent' }),
        random: () => 0,
        onGone: () => undefined,
        react: async (ref, commit) => {
          const what = `${ref.id}${commit.commandId}`;
          if (failing.delete(what)) throw new Error('not yet');
          seen.push(what);
          by.push(node);
        },
      });
    const first = await reactor('first');
    const second = await reactor('second');
    const write = async (from: number, to: number): Promise<void> => {
      for (const id of ['a', 'b']) {
        let last = 0;
        for await (const { seq } of journal.read({ kind: 'k', business: 'x', id }, 0)) last = seq;
        for (let index = from; index <= to; index += 1) {
          const commit = { commandId: `${index}`, at: 1, events: [] };
          const written = await journal.append(
            { kind: 'k', business: 'x', id },
            last === 0 ? [] : [last],
            commit,
          );
          last = written.type === 'written' ? written.seq : last;
        }
      }
    };
    const seenFor = (id: string): string[] => seen.filter((entry) => entry.startsWith(id));
    await write(1, 5);
    await until('all are handed over', () => seen.length === 10);
    t.same(seenFor('a'), ['a1', 'a2', 'a3', 'a4', 'a5']);
    t.same(seenFor('b'), ['b1', 'b2', 'b3', 'b4', 'b5']);
    t.ok(seen.indexOf('b5') < seen.indexOf('a2'), 'a failing commit holds back only its own actor');
    t.same([...new Set(by)].length, 1, 'one node is served');

    await (by[0] === 'first' ? first : second).stop();
    await write(6, 7);
    await until('the other node takes over', () => seen.length === 14, 30_000);
    t.same(seenFor('a').slice(5), ['a6', 'a7'], 'with the commits that were not handed over yet');
    t.equal(new Set(by).size, 2);
    await Promise.all([first.stop(), second.stop()]);
  },
);

t.test('a node that cannot read a commit stands down for one that can, and loses nothing', async (t) => {
  const nats = await startNats(t);
  const nc = await connect({ servers: nats.url });
  t.teardown(() => nc.close());
  const journal = await openJournal(watchConnection(nc), 1);
  const seen: string[] = [];
  const reactor = (node: string, events: Readonly<Record<string, number>>) =>
    startReactor({
      nc,
      shard: 0,
      name: 'test',
      kind: 'k',
      events,
      random: () => 0,
      standDownMs: 500,
      now: Date.now,
      trouble: memoryBook(),
      retryPolicy: RETRY_POLICY,
      onGone: () => undefined,
      logger: pino({ level: 'silent' }),
      react: async (ref, { commandId }) => {
        if (node === 'blind' && ref.id === 'dark') throw new NotUnderstood('its views have stopped', null);
        seen.push(`${node} ${ref.id} ${commandId}`);
      },
    });
  const write = (id: string, commandId: string, type: string, version = 1) =>
    journal.append({ kind: 'k', business: 'x', id }, [], { commandId, at: 1, version, events: [{ type }] });

  const old = await reactor('old', { known: 1 });
  await write('a', '1', 'known');
  await until('it is handed over', () => seen.length === 1);
  await write('b', '2', 'new', 2);
  await write('c', '3', 'forgotten');
  await write('d', '4', 'known');
  const newer = await reactor('young', { known: 1, new: 2, forgotten: 2 });
  await until('the newer node continues', () => seen.length >= 4, 20_000);
  const byOld = seen.filter((entry) => entry.startsWith('old'));
  t.same(
    byOld.filter((entry) => !/ (a 1|d 4)$/.test(entry)),
    [],
  );
  t.same([...new Set(seen.map((entry) => entry.slice(-3)))].sort(), ['a 1', 'b 2', 'c 3', 'd 4']);
  await newer.stop();

  await write('dark', '5', 'known');
  const blind = await reactor('blind', { known: 1 });
  await old.stop();
  const next = await reactor('next', { known: 1, new: 2, forgotten: 2 });
  await until(
    'a node that has the views for it handles it',
    () => seen.some((entry) => entry.endsWith('dark 5')),
    20_000,
  );
  t.same(
    seen.filter((entry) => entry.startsWith('blind')),
    [],
  );
  await Promise.all([blind.stop(), next.stop(), old.stop()]);
});

t.test(
  'a commit whose reaction keeps failing is passed over, noted as trouble, and handled once it is fixed',
  async (t) => {
    const nats = await startNats(t);
    const nc = await connect({ servers: nats.url });
    t.teardown(() => nc.close());
    const journal = await openJournal(watchConnection(nc), 1);
    const logger = pino({ level: 'silent' });
    const book = await openTroubleBook({ nc, logger, now: Date.now });
    const seen: string[] = [];
    let isRepaired = false;
    const reactor = await startReactor({
      nc,
      shard: 0,
      name: 'test',
      kind: 'k',
      events: {},
      logger,
      random: () => 0,
      onGone: () => undefined,
      now: Date.now,
      trouble: book,
      retryPolicy: { refusedMs: 0, failedMs: 200 },
      react: async (_ref, { commandId }) => {
        if (commandId !== 'fine' && !isRepaired) throw new Error('a webhook event that cannot be written');
        seen.push(commandId);
      },
    });
    t.teardown(() => reactor.stop());
    const ref = { kind: 'k', business: 'x', id: 'a' };
    let last = 0;
    for (const commandId of ['poison', 'worse', 'fine']) {
      const written = await journal.append(ref, last === 0 ? [] : [last], { commandId, at: 1, events: [] });
      last = written.type === 'written' ? written.seq : last;
    }
    await until('later commits continue', () => seen.includes('fine'));
    const [first, second] = await book.list();
    t.match(first, { kind: 'reaction', what: 'test', ref, key: '0:1', code: 'unexpected' });
    if (first === undefined || second === undefined) throw new Error('fewer than two commits were noted');
    t.ok(await reactor.retry(first), 'it still fails');
    t.equal((await book.find(first.id))?.attempts, first.attempts + 1);
    isRepaired = true;
    t.notOk(await reactor.retry(first));
    t.same(seen, ['fine', 'poison']);
    await book.drop(second, { reason: 'no longer needed', by: 'ops' }, true);
    t.notOk(await reactor.retry({ ...first, key: '0:99' }), 'a commit that a restored journal does not hold');
  },
);

t.test('hands over a renamed event under its current name', async (t) => {
  const nats = await startNats(t);
  const nc = await connect({ servers: nats.url });
  t.teardown(() => nc.close());
  const journal = await openJournal(watchConnection(nc), 1);
  const seen: unknown[] = [];
  const reactor = await startReactor({
    nc,
    shard: 0,
    name: 'test',
    kind: 'k',
    events: { opened: 1, shut: { version: 2, formerly: 'closed' } },
    now: Date.now,
    trouble: memoryBook(),
    retryPolicy: RETRY_POLICY,
    logger: pino({ level: 'silent' }),
    random: () => 0,
    onGone: () => undefined,
    react: async (_ref, { events }) => {
      seen.push(...events);
    },
  });
  t.teardown(() => reactor.stop());
  const ref = { kind: 'k', business: 'x', id: 'a' };
  await journal.append(ref, [], {
    commandId: 'c',
    at: 1,
    events: [{ type: 'opened' }, { type: 'closed', at: 3 }],
  });
  await until('the events are handed over', () => seen.length === 2);
  t.same(seen, [{ type: 'opened' }, { type: 'shut', at: 3 }]);
});
